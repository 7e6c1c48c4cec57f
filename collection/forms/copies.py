"""What is written about copies: one of them, the pins of a pile, a name."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from collection.models import Copy, LedgerEntry
from collection.services.copies import SOURCES
from collection.services.ledger import Placing
from collection.services.piles import MOST_PAGES, Pins

_SOURCE_LABELS = {
    LedgerEntry.Kind.OPENED: _("d’un paquet ouvert"),
    LedgerEntry.Kind.BOUGHT: _("achetée"),
    LedgerEntry.Kind.GIFT: _("un cadeau"),
    LedgerEntry.Kind.TRADE: _("un échange"),
    LedgerEntry.Kind.WAGER: _("gagnée à un pari"),
}
SOURCE_CHOICES = [(kind.value, _SOURCE_LABELS[kind]) for kind in SOURCES]
ENTRY_SOURCE_CHOICES = [pair for pair in SOURCE_CHOICES if pair[0] != LedgerEntry.Kind.WAGER]
MOST_SLOTS = 99


class PlaceForm(forms.Form):
    """Condition and place, as a copy and a pile both have them."""

    condition = forms.ChoiceField(
        label=_("État de la carte"), choices=Copy.Condition.choices, required=False
    )
    binder = forms.CharField(label=_("Classeur ou boîte"), max_length=40, required=False)
    page = forms.IntegerField(label=_("Page"), min_value=1, max_value=MOST_PAGES, required=False)
    slot = forms.IntegerField(label=_("Case"), min_value=1, max_value=MOST_SLOTS, required=False)

    def __init__(self, *args: Any, binders: list[str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["binder"].widget.attrs |= {"list": "binders", "autocomplete": "off"}
        self.binders = binders or []

    def clean_binder(self) -> str:
        return " ".join(self.cleaned_data["binder"].split())


class CopyForm(PlaceForm):
    """Everything that an owner notes of one copy."""

    source = forms.ChoiceField(label=_("D’où elle vient"), choices=SOURCE_CHOICES, required=False)
    acquired_on = forms.DateField(
        label=_("Depuis le"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    note = forms.CharField(
        label=_("Note"), max_length=400, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    field_order = ("source", "acquired_on", "condition", "binder", "page", "slot", "note")

    def placing(self) -> Placing:
        """Return what is noted, once the form is valid."""
        facts = {name: value for name, value in self.cleaned_data.items() if name != "source"}
        return Placing(**facts)


class PinsForm(PlaceForm):
    """What every copy of a pile gets; slots are counted when one is given to begin with."""

    source = forms.ChoiceField(label=_("D’où viennent-elles"), choices=ENTRY_SOURCE_CHOICES)
    slots_per_page = forms.IntegerField(
        label=_("Cases par page"), min_value=1, max_value=MOST_SLOTS, initial=9, required=False
    )
    field_order = ("source", "condition", "binder", "page", "slot", "slots_per_page")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cleaned["slots_per_page"] = cleaned.get("slots_per_page") or 9
        slot, page = cleaned.get("slot"), cleaned.get("page")
        if slot and not page:
            self.add_error("page", _("Pour ranger case par case, donne la page de départ."))
        if slot and slot > cleaned["slots_per_page"]:
            self.add_error("slot", _("Cette page n’a pas autant de cases."))
        return cleaned

    def pins(self) -> Pins:
        """Return the pins, once the form is valid."""
        return Pins(**self.cleaned_data)


class NameForm(forms.Form):
    """To whom a copy goes, and why."""

    name = forms.CharField(max_length=30, required=False)
    why = forms.CharField(max_length=200, required=False)


def first_error(form: forms.Form) -> str:
    """Return the first thing that is wrong with a form, with the field that it is about."""
    name, errors = next(iter(form.errors.items()))
    label = form.fields[name].label if name in form.fields else ""
    return f"{label} : {errors[0]}" if label else str(errors[0])
