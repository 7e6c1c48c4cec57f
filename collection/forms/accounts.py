"""What people type about themselves."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from collection.models import Player
from collection.refusals import Refusal
from collection.services.accounts import NAME_LENGTH, name_cleaned

PASSWORD_LENGTH = 200
MAIL_LENGTH = 254


def _password(label: Any, autocomplete: str, help_text: Any = "") -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        strip=False,
        max_length=PASSWORD_LENGTH,
        widget=forms.PasswordInput(attrs={"autocomplete": autocomplete}),
    )


class NameField(forms.CharField):
    """A player's name, as `name_cleaned` keeps it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.widget.attrs["maxlength"] = NAME_LENGTH[1]

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        try:
            return name_cleaned(name=text)
        except Refusal as refusal:
            raise ValidationError(refusal.sentence, code=refusal.code) from None


class SignUpForm(forms.Form):
    """A name and a password; a mail address only for who wants one."""

    name = NameField(
        label=_("Ton nom de joueur"),
        help_text=_("Pas ton vrai nom : un surnom que les autres verront."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = _password(
        _("Mot de passe"), "new-password", _("8 caractères au moins, faciles à retenir pour toi.")
    )
    email = forms.EmailField(
        label=_("Adresse mail (facultative)"),
        help_text=_("Seulement pour retrouver un mot de passe oublié."),
        required=False,
        max_length=MAIL_LENGTH,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        password = cleaned.get("password")
        if password:
            try:
                validate_password(password, Player(username=cleaned.get("name", "")))
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned


class LogInForm(forms.Form):
    """A name and its password."""

    name = forms.CharField(
        label=_("Ton nom de joueur"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = _password(_("Mot de passe"), "current-password")


class AccountForm(forms.Form):
    """What others see of me, and where to reach me."""

    display_name = NameField(
        label=_("Nom affiché"), widget=forms.TextInput(attrs={"autocomplete": "nickname"})
    )
    email = forms.EmailField(
        label=_("Adresse mail (facultative)"),
        required=False,
        max_length=MAIL_LENGTH,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class PasswordForm(forms.Form):
    """The old password, and the new one."""

    old = _password(_("Mot de passe actuel"), "current-password")
    new = _password(_("Nouveau mot de passe"), "new-password", _("8 caractères au moins."))

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player

    def clean_old(self) -> str:
        old: str = self.cleaned_data["old"]
        if not self.player.check_password(old):
            raise ValidationError(_("Ce n'est pas ton mot de passe actuel."), code="wrong")
        return old

    def clean_new(self) -> str:
        new: str = self.cleaned_data["new"]
        validate_password(new, self.player)
        return new


class ForgottenForm(PasswordResetForm):
    """The mail address of an account; brothers and sisters may share one."""

    email = forms.EmailField(
        label=_("L'adresse mail de ton compte"),
        max_length=MAIL_LENGTH,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class NewPasswordForm(forms.Form):
    """A new password for whoever holds the link of the mail."""

    new = _password(_("Nouveau mot de passe"), "new-password", _("8 caractères au moins."))

    def __init__(self, user: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = user

    def clean_new(self) -> str:
        new: str = self.cleaned_data["new"]
        validate_password(new, self.player)
        return new

    def save(self) -> Player:
        """Keep the new password; whoever is logged in elsewhere is logged out."""
        self.player.set_password(self.cleaned_data["new"])
        self.player.save(update_fields=["password"])
        return self.player
