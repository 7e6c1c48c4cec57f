"""The catalogue: every card that may exist, with a slug and a number that never change."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rules.cards import BRAWLER_RARITIES, COUNT_POINTS
from rules.cards import Card as RulesCard
from rules.cards import Rarity as RarityCode

_SEVEN = [str(code) for code in BRAWLER_RARITIES]


class Named(models.Model):
    """A row with a French name and, where the game has one, an English name."""

    name = models.CharField(_("nom"), max_length=80)
    name_en = models.CharField(_("nom anglais"), max_length=80, blank=True)
    pinned = models.BooleanField(
        _("corrigé à la main"),
        default=False,
        help_text=_("Coché : le fichier du catalogue ne change plus cette ligne."),
    )

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """Return the name in the reader's language."""
        if self.name_en and (get_language() or "fr").startswith("en"):
            return self.name_en
        return self.name


class Rarity(Named):
    """A rarity, by the code that the rules give it."""

    code = models.CharField(
        primary_key=True, max_length=12, choices=[(str(code), str(code)) for code in RarityCode]
    )
    letter = models.CharField(_("lettre"), max_length=2)
    order = models.PositiveSmallIntegerField(_("ordre"), unique=True)

    class Meta:
        verbose_name = _("rareté")
        verbose_name_plural = _("raretés")
        ordering = ("order",)

    @property
    def count_points(self) -> int:
        """Return what a card of this rarity is worth in the count (rules 1, Cards)."""
        return COUNT_POINTS[RarityCode(self.code)]


class Brawler(Named):
    """A Brawler, whose rarity its Exceptionnelles take in play."""

    slug = models.SlugField(_("adresse"), unique=True, max_length=60)
    rarity = models.ForeignKey(
        Rarity, verbose_name=_("rareté"), on_delete=models.PROTECT, related_name="brawlers"
    )
    order = models.PositiveSmallIntegerField(_("ordre"), default=0)
    era = models.BooleanField(_("de l'époque des cartes"), default=True)

    class Meta:
        verbose_name = _("Brawler")
        verbose_name_plural = _("Brawlers")
        ordering = ("order", "slug")
        constraints = (
            models.CheckConstraint(
                name="brawler_rarity_is_one_of_seven", condition=Q(rarity__in=_SEVEN)
            ),
        )


class Card(Named):
    """One printable card; the copies that people own are `Copy` rows."""

    class Kind(models.TextChoices):
        BRAWLER = "brawler", _("Brawler")
        GADGET = "gadget", _("Gadget")
        SKIN = "skin", _("Exceptionnelle")
        SECRET = "secret", _("Secrète")
        GEM = "gem", _("Gemmes")
        PROMOTIONAL = "promotional", _("Promotionnelle")

    class Status(models.TextChoices):
        ACCEPTED = "accepted", _("au catalogue")
        PROPOSED = "proposed", _("proposée")
        REFUSED = "refused", _("refusée")

    number = models.PositiveIntegerField(_("numéro"), unique=True)
    slug = models.SlugField(_("adresse"), unique=True, max_length=100)
    kind = models.CharField(_("sorte"), max_length=12, choices=Kind)
    rarity = models.ForeignKey(
        Rarity, verbose_name=_("rareté"), on_delete=models.PROTECT, related_name="cards"
    )
    brawler = models.ForeignKey(
        Brawler,
        verbose_name=_("Brawler"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="cards",
    )
    suits = models.ForeignKey(
        Rarity,
        verbose_name=_("rareté du Gadget"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="gadgets",
    )
    super_secret = models.BooleanField(_("super Secrète"), default=False)
    gems = models.PositiveSmallIntegerField(_("gemmes"), null=True, blank=True)
    era = models.BooleanField(_("de l'époque des cartes"), default=True)
    print_known = models.BooleanField(
        _("impression certaine"),
        default=False,
        help_text=_("Faux : nul n'a publié si la série imprimée contient cette carte."),
    )
    status = models.CharField(
        _("état"), max_length=8, choices=Status, default=Status.ACCEPTED, db_index=True
    )
    proposed_by = models.ForeignKey(
        "collection.Player",
        verbose_name=_("proposée par"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="proposed_cards",
    )
    review_note = models.CharField(
        _("réponse à la proposition"),
        max_length=200,
        blank=True,
        default="",
        help_text=_("Montrée à qui l’a proposée."),
    )
    search = models.CharField(max_length=400, editable=False, default="")

    class Meta:
        verbose_name = _("carte")
        verbose_name_plural = _("cartes")
        ordering = ("number",)
        constraints = (
            models.CheckConstraint(
                name="card_brawler_shape",
                condition=~Q(kind="brawler") | Q(brawler__isnull=False, rarity__in=_SEVEN),
            ),
            models.CheckConstraint(
                name="card_gadget_shape",
                condition=Q(kind="gadget", rarity="gadget", suits__in=_SEVEN)
                | (~Q(kind="gadget") & ~Q(rarity="gadget") & Q(suits__isnull=True)),
            ),
            models.CheckConstraint(
                name="card_skin_shape",
                condition=Q(kind="skin", rarity="exceptional", brawler__isnull=False)
                | (~Q(kind="skin") & ~Q(rarity="exceptional")),
            ),
            models.CheckConstraint(
                name="card_secret_shape",
                condition=~Q(kind="secret") | Q(rarity="secret"),
            ),
            models.CheckConstraint(
                name="card_super_is_secret",
                condition=Q(super_secret=False) | Q(kind="secret"),
            ),
            models.CheckConstraint(
                name="card_gem_shape",
                condition=Q(kind="gem", gems__isnull=False, rarity__in=["epic", "mythic", "secret"])
                | (~Q(kind="gem") & Q(gems__isnull=True)),
            ),
            models.CheckConstraint(
                name="card_promotional_shape",
                condition=Q(kind="promotional", rarity="promotional")
                | (~Q(kind="promotional") & ~Q(rarity="promotional")),
            ),
            models.CheckConstraint(
                name="card_proposal_has_author",
                condition=Q(status="accepted") | Q(proposed_by__isnull=False),
            ),
        )
        indexes = (models.Index(fields=["rarity", "number"], name="card_by_rarity"),)

    def get_absolute_url(self) -> str:
        return reverse("card", args=[self.slug])

    def as_rules(self) -> RulesCard:
        """Return the card as the rules know it; `rarity` and `brawler` should be loaded."""
        skin = self.kind == self.Kind.SKIN and self.brawler is not None
        return RulesCard(
            id=self.slug,
            rarity=RarityCode(self.rarity_id),
            suits=RarityCode(self.suits_id) if self.suits_id else None,
            brawler=RarityCode(self.brawler.rarity_id) if skin and self.brawler else None,
            super_secret=self.super_secret,
        )

    @property
    def points(self) -> int:
        """Return the points in play, without a Gadget."""
        return self.as_rules().play_points

    @property
    def count_points(self) -> int:
        """Return the points in the count."""
        return COUNT_POINTS[RarityCode(self.rarity_id)]
