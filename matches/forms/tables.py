"""What whoever opens a table chooses, each option with what it changes (rules, Options)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from matches.models import Match
from matches.services.tables import APP_MANCHES, APP_ROUNDS

LEVELS = (("easy", _("Facile")), ("normal", _("Normal")), ("hard", _("Coriace")))
SUIT_NAMES = (("S", _("Pique")), ("H", _("Cœur")), ("D", _("Carreau")), ("C", _("Trèfle")))
CLOCKS = (
    ("", _("Sans pendule")),
    ("30", _("30 secondes par coup")),
    ("60", _("1 minute par coup")),
    ("180", _("3 minutes par coup")),
    ("86400", _("1 jour par coup")),
    ("259200", _("3 jours par coup")),
)


class OptionsForm(forms.Form):
    """The options of one game; `options` are those of the record, defaults left out."""

    def options(self) -> dict[str, Any]:
        """Return the options that were chosen, as a record keeps them."""
        return {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}


class VoleurOptions(OptionsForm):
    """Voleur has one house rule; decks are chosen at the table."""

    minimum = forms.ChoiceField(
        label=_("Minimum du deck"),
        choices=(("waived", _("Assoupli")), ("strict", _("À la lettre"))),
        initial="waived",
        help_text=_(
            "Parier une Commune, Rare ou Super Rare interdit des cartes obligatoires. Assoupli : "
            "ce minimum-là tombe. À la lettre : ces trois paris sont impossibles."
        ),
    )


class BatailleOptions(OptionsForm):
    """Piles, scoring, return, estimate, length."""

    piles = forms.TypedChoiceField(
        label=_("Piles"),
        coerce=int,
        choices=((2, _("Deux piles, A et B")), (1, _("Une seule pile"))),
        initial=2,
        help_text=_("Avec une seule pile, chaque manche est une confrontation : pas de cachette."),
    )
    mode = forms.ChoiceField(
        label=_("Ce qui décide"),
        choices=(
            ("height", _("La plus haute carte")),
            ("sum", _("Les deux cartes du dessus, ajoutées")),
            ("poker", _("Ajoutées, avec les combinaisons")),
        ),
        initial="height",
        help_text=_(
            "Avec les combinaisons, Paire, Couleur et Suite ajoutent chacune la moitié. Avec une "
            "seule pile, seule la plus haute carte compte."
        ),
    )
    return_after = forms.IntegerField(
        label=_("Retour d'une carte seule"),
        min_value=3,
        max_value=20,
        initial=3,
        help_text=_("Après ce nombre de manches sans adversaire, une carte rentre au paquet."),
    )
    estimate = forms.TypedChoiceField(
        label=_("Pioche"),
        coerce=lambda text: text == "visible",
        choices=(("visible", _("Visible")), ("hidden", _("Cachée"))),
        initial="visible",
        help_text=_("Visible : l'app estime quelles cartes sont dans chaque paquet."),
    )
    max_manches = forms.IntegerField(
        label=_("Manches au plus"),
        min_value=1,
        max_value=9999,
        required=False,
        initial=APP_MANCHES,
        help_text=_("Vide : sans limite. Deux joueurs têtus pourraient ne jamais se rencontrer."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("piles") == 1:
            cleaned["mode"] = "height"
        return cleaned


class ArenaOptions(OptionsForm):
    """Endurance, packs, the variants and the house rules."""

    endurance = forms.IntegerField(
        label=_("Endurance de départ"),
        min_value=1,
        max_value=9999,
        initial=150,
        help_text=_("150 est la valeur éprouvée ; moins, et la partie est courte."),
    )
    decks = forms.IntegerField(
        label=_("Jeux de 52 cartes"),
        min_value=1,
        max_value=6,
        initial=1,
        help_text=_("Plusieurs jeux se mélangent ; à quatre joueurs ou plus, deux sont bien."),
    )
    piles = forms.ChoiceField(
        label=_("Pioche"),
        choices=(("shared", _("Une pour tous")), ("own", _("Une pour chacun"))),
        initial="shared",
        help_text=_("Une pour chacun : chaque joueur a ses propres jeux de cartes."),
    )
    rounds = forms.IntegerField(
        label=_("Rounds au plus"),
        min_value=1,
        max_value=999,
        required=False,
        initial=APP_ROUNDS,
        help_text=_(
            "Le Tour des Braves en propose 10 : la plus grande endurance gagne. Vide : sans."
        ),
    )
    race = forms.BooleanField(
        label=_("Course contre le temps"),
        required=False,
        help_text=_("On ne remélange jamais : pioche vide, la plus grande endurance gagne."),
    )
    elements = forms.BooleanField(
        label=_("Guerre des éléments"),
        required=False,
        help_text=_(
            "À quatre : chacun a une couleur, forte contre l'opposée, solide contre la sienne."
        ),
    )
    stacking = forms.BooleanField(
        label=_("Éléments cumulés"),
        required=False,
        help_text=_("Les deux avantages ensemble font ×4 au lieu de ×2."),
    )
    cancel = forms.BooleanField(
        label=_("Annulations"),
        required=False,
        initial=True,
        help_text=_("Pique et Cœur, Trèfle et Carreau s'annulent dans une attaque."),
    )
    cap = forms.BooleanField(
        label=_("Repos plafonné"),
        required=False,
        initial=True,
        help_text=_("Se reposer ne mène jamais au-delà de l'endurance de départ."),
    )
    rest_max = forms.IntegerField(
        label=_("Cartes par repos"),
        min_value=1,
        max_value=6,
        required=False,
        help_text=_("Au plus tant de cartes défaussées en un repos. Vide : toutes."),
    )

    def options(self) -> dict[str, Any]:
        chosen = super().options()
        chosen["elements"] = ["S", "H", "D", "C"] if chosen["elements"] else None
        return {name: value for name, value in chosen.items() if value is not None}


OPTIONS: Mapping[str, type[OptionsForm]] = {
    Match.Game.VOLEUR: VoleurOptions,
    Match.Game.ARENA: ArenaOptions,
    Match.Game.BATAILLE: BatailleOptions,
}


class TableForm(forms.Form):
    """Against whom, who may come and watch, and how long a move may take."""

    against = forms.ChoiceField(
        label=_("Contre qui ?"),
        choices=(
            ("bot", _("Un robot")),
            ("friends", _("Des amis, avec un lien")),
            ("lobby", _("Qui veut, dans le salon")),
            ("screen", _("À plusieurs sur cet écran")),
        ),
        initial="bot",
        widget=forms.RadioSelect,
    )
    level = forms.ChoiceField(label=_("Robots"), choices=LEVELS, initial="easy", required=False)
    seats = forms.IntegerField(
        label=_("Places"), min_value=2, max_value=6, initial=2, required=False
    )
    spectators = forms.ChoiceField(
        label=_("Qui peut regarder"),
        choices=Match.Spectators.choices,
        initial=Match.Spectators.LINK,
        required=False,
    )
    clock = forms.ChoiceField(label=_("Pendule"), choices=CLOCKS, required=False)
    names = forms.CharField(
        label=_("Prénoms"),
        max_length=200,
        required=False,
        help_text=_("Sur un seul écran : les prénoms dans l'ordre, séparés par des virgules."),
    )
    deck = forms.ChoiceField(
        label=_("Mon deck"),
        required=False,
        help_text=_("Il peut encore changer tant que la partie n'a pas commencé."),
    )

    def __init__(self, *args: Any, decks: Sequence[Any] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        groups = [(title, [(c.value, c.name) for c in choices]) for title, choices in decks]
        deck = cast("forms.ChoiceField", self.fields["deck"])
        deck.choices = [("", _("N'importe lequel, prêt à jouer")), *groups]

    def clean_names(self) -> list[str]:
        said = str(self.cleaned_data.get("names") or "").split(",")
        return [name.strip()[:40] for name in said if name.strip()]

    def clean_level(self) -> str:
        return str(self.cleaned_data.get("level") or "easy")

    def clean_spectators(self) -> str:
        return str(self.cleaned_data.get("spectators") or Match.Spectators.LINK)

    def clean_clock(self) -> int | None:
        clock = self.cleaned_data.get("clock")
        return int(clock) if clock else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("clock") and cleaned.get("against") in ("bot", "screen"):
            raise ValidationError(_("Pas de pendule contre un robot ni sur un seul écran."))
        return cleaned
