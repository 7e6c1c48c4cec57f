"""Who one is: home, sign-up, log-in, account, the public page."""

from django.urls import path

from collection.views import accounts, passwords, rules

urlpatterns = [
    path("", accounts.home, name="home"),
    path("a-propos/", accounts.about, name="about"),
    path("inscription/", accounts.sign_up, name="sign_up"),
    path("connexion/", accounts.log_in, name="log_in"),
    path("connexion/oubli/", passwords.forgotten, name="password_forgotten"),
    path("connexion/oubli/<uidb64>/<token>/", passwords.new_password, name="password_new"),
    path("deconnexion/", accounts.log_out, name="log_out"),
    path("compte/", accounts.account, name="account"),
    path("compte/mot-de-passe/", accounts.password_change, name="password_change"),
    path("compte/lien/", accounts.share_create, name="share_create"),
    path("compte/lien/fermer/", accounts.share_revoke, name="share_revoke"),
    path("regles/", rules.rules, name="rules"),
    path("regles/<slug:game>/", rules.rules_game, name="rules_game"),
    path("c/<str:token>/", accounts.shared_collection, name="shared_collection"),
]
