"""A forgotten password: a link by mail, for whoever gave an address."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import views
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from collection.forms.accounts import ForgottenForm, NewPasswordForm
from collection.services.throttles import forgotten_throttle

TOO_MANY = 429


class Forgotten(views.PasswordResetView):
    """Ask for the link; the answer is the same whether the address is known or not."""

    template_name = "collection/password_forgotten.html"
    email_template_name = "collection/password_mail.txt"
    subject_template_name = "collection/password_mail_subject.txt"
    form_class = ForgottenForm
    success_url = reverse_lazy("log_in")

    def form_valid(self, form: ForgottenForm) -> HttpResponse:
        """Send the link, unless too many were asked for from this place."""
        if seconds := forgotten_throttle(request=self.request).take():
            wait = {"minutes": -(-seconds // 60)}
            form.add_error(None, _("Trop d'essais : réessaie dans %(minutes)d minutes.") % wait)
            return self.render_to_response(self.get_context_data(form=form), status=TOO_MANY)
        sent = _("Si cette adresse est celle d'un compte, un message vient d'y partir.")
        messages.success(self.request, sent)
        return super().form_valid(form)


class NewPassword(views.PasswordResetConfirmView):
    """Choose another password, once, by the link of the mail."""

    template_name = "collection/password_new.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("log_in")

    def form_valid(self, form: Any) -> HttpResponse:
        """Keep the new password and lead to the log-in page."""
        messages.success(self.request, _("Ton mot de passe est changé."))
        return super().form_valid(form)


forgotten = never_cache(Forgotten.as_view())
new_password = never_cache(NewPassword.as_view())
