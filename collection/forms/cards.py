"""What people ask of the catalogue, and what they say of a card that it lacks."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from collection.models import Brawler, Card, Player, Rarity
from collection.selectors.browse import HOLDINGS, SORTS, Filters
from collection.selectors.cards import brawlers_known, rarities_of_brawlers
from collection.selectors.search import LONGEST_TEXT
from collection.services.cards import GEM_RARITIES, LONGEST_NAME, CardDraft
from rules.cards import Rarity as RarityCode

LAST_PAGE = 10_000
_UNKNOWN_FILTER = _("Ce filtre n’existe pas : je fais sans lui.")
_UNKNOWN = {"invalid_choice": _UNKNOWN_FILTER, "invalid_list": _UNKNOWN_FILTER}
_UNKNOWN_NAME = {"max_length": _UNKNOWN_FILTER}
_NO_PAGE = _("Cette page n’existe pas : voici la première.")


class FilterForm(forms.Form):
    """The filters of the grid, as they stand in an address; each is optional."""

    q = forms.CharField(
        required=False,
        max_length=LONGEST_TEXT,
        error_messages={
            "max_length": _(
                "C’est trop long pour une recherche : je ne garde que les 80 premiers caractères."
            )
        },
    )
    rarete = forms.MultipleChoiceField(
        required=False, choices=[(str(code), code) for code in RarityCode], error_messages=_UNKNOWN
    )
    sorte = forms.MultipleChoiceField(
        required=False, choices=Card.Kind.choices, error_messages=_UNKNOWN
    )
    brawler = forms.CharField(required=False, max_length=60, error_messages=_UNKNOWN_NAME)
    possession = forms.ChoiceField(
        required=False, choices=list(HOLDINGS.items()), error_messages=_UNKNOWN
    )
    tri = forms.ChoiceField(required=False, choices=list(SORTS.items()), error_messages=_UNKNOWN)
    page = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=LAST_PAGE,
        error_messages={"invalid": _NO_PAGE, "min_value": _NO_PAGE, "max_value": _NO_PAGE},
    )


def read_filters(asked: QueryDict, *, mine: bool) -> tuple[Filters, list[str]]:
    """Return the filters of an address, and a sentence for each thing in it that means nothing.

    `mine` is how the switch « seulement mes cartes » stands where the address doesn't say.
    """
    form = FilterForm(asked)
    form.is_valid()
    known = form.cleaned_data
    filters = Filters(
        text=known.get("q", asked.get("q", "")[:LONGEST_TEXT].replace("\0", "")),
        rarities=frozenset(known.get("rarete", ())),
        kinds=frozenset(known.get("sorte", ())),
        brawler=known.get("brawler", ""),
        holding=known.get("possession", ""),
        mine=_switch(asked, "miennes", otherwise=mine),
        recent=_switch(asked, "recentes", otherwise=False),
        sort=known.get("tri", ""),
        page=known.get("page") or 1,
    )
    complaints = (str(sentence) for errors in form.errors.values() for sentence in errors)
    return filters, list(dict.fromkeys(complaints))


def _switch(asked: QueryDict, name: str, *, otherwise: bool) -> bool:
    """Read a switch: the last word counts, since a form sends « 0 » before a ticked « 1 »."""
    return {"1": True, "0": False}.get(asked.get(name, ""), otherwise)


class BrawlerField(forms.ModelChoiceField):
    """A Brawler, told by name and rarity."""

    def label_from_instance(self, obj: Brawler) -> str:
        return f"{obj.label} ({obj.rarity.label})"


class ProposalForm(forms.Form):
    """A card that the catalogue lacks; what a kind doesn't need is left out on the page."""

    kind = forms.ChoiceField(
        label=_("Quelle sorte de carte ?"),
        choices=Card.Kind.choices,
        initial=Card.Kind.SKIN,
        widget=forms.RadioSelect,
    )
    name = forms.CharField(
        label=_("Son nom"),
        help_text=_("Tel qu’il est imprimé sur la carte."),
        max_length=LONGEST_NAME,
        error_messages={
            "required": _("Écris le nom de la carte, avec des lettres."),
            "max_length": _("Ce nom est trop long : 80 caractères au plus."),
        },
    )
    name_en = forms.CharField(
        label=_("Son nom anglais (facultatif)"), max_length=LONGEST_NAME, required=False
    )
    brawler = BrawlerField(
        label=_("Son Brawler"),
        queryset=Brawler.objects.none(),
        to_field_name="slug",
        required=False,
        empty_label=_("aucun, ou un nouveau"),
        error_messages={"invalid_choice": _("Ce Brawler n’est pas au catalogue.")},
    )
    rarity = forms.ModelChoiceField(
        label=_("Sa rareté"),
        help_text=_("Seulement pour un Brawler qui n’est pas dans la liste."),
        queryset=Rarity.objects.none(),
        required=False,
        empty_label=_("celle de son Brawler"),
    )
    suits = forms.ModelChoiceField(
        label=_("Rareté à laquelle ce Gadget convient"),
        queryset=Rarity.objects.none(),
        required=False,
        empty_label=_("celle de son Brawler"),
    )
    super_secret = forms.BooleanField(label=_("C’est une super Secrète"), required=False)
    gems = forms.TypedChoiceField(
        label=_("Combien de gemmes ?"),
        choices=[(gems, gems) for gems in GEM_RARITIES],
        coerce=int,
        required=False,
        empty_value=None,
    )
    sure = forms.BooleanField(label=_("Non, c’est une autre carte"), required=False)

    def __init__(self, *args: Any, viewer: Player | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["brawler"].queryset = brawlers_known(viewer)
        for name in ("rarity", "suits"):
            self.fields[name].queryset = rarities_of_brawlers()

    def draft(self) -> CardDraft:
        """Return what was said of the card; call it on a valid form."""
        said = self.cleaned_data
        return CardDraft(
            kind=said["kind"],
            name=said["name"],
            name_en=said["name_en"],
            brawler=said["brawler"],
            rarity=said["rarity"].code if said["rarity"] else "",
            suits=said["suits"].code if said["suits"] else "",
            super_secret=said["super_secret"],
            gems=said["gems"],
        )
