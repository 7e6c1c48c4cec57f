"""The staff's side: the catalogue and its proposals, the players, and copies to look at only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from collection.folding import fold
from collection.models import Brawler, Card, Copy, EntryBatch, LedgerEntry, Player, Rarity
from collection.models.players import name_key
from collection.refusals import Refusal
from collection.selectors.cards import rarities_of_brawlers
from collection.services import cards as services
from collection.services.cards import CardDraft

admin.site.site_header = _("Pioche, les coulisses")
admin.site.site_title = "Pioche"
admin.site.index_title = _("Ce que l’équipe tient")


class Pinned(admin.ModelAdmin):
    """A row of the catalogue: whoever corrects it takes it out of the file's hands."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if change and form.has_changed() and "pinned" not in form.changed_data:
            obj.pinned = True
        self.keep(obj, change=change)

    def keep(self, obj: Any, *, change: bool) -> None:
        obj.save()


@admin.register(Rarity)
class RarityAdmin(Pinned):
    list_display = ("name", "name_en", "letter", "code", "count_points", "pinned")
    fields = ("code", "name", "name_en", "letter", "count_points", "pinned")
    readonly_fields = ("code", "count_points")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """The rules fix the eleven rarities."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Brawler)
class BrawlerAdmin(Pinned):
    list_display = ("name", "name_en", "rarity", "era", "pinned")
    list_filter = ("rarity", "era", "pinned")
    list_select_related = ("rarity",)
    search_fields = ("name", "name_en", "slug")
    fields = ("name", "name_en", "slug", "rarity", "order", "era", "pinned")
    prepopulated_fields = {"slug": ("name",)}

    def keep(self, obj: Brawler, *, change: bool) -> None:
        services.brawler_saved(brawler=obj)

    def get_prepopulated_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return {} if obj else self.prepopulated_fields

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """An address never changes once it is out."""
        return ("slug",) if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Brawler | None = None) -> bool:
        return obj is not None and not obj.cards.exists()


class CardForm(forms.ModelForm):
    """A card by its kind: its rarity follows, and what another kind needs falls away."""

    same_as = forms.IntegerField(
        label=_("C’est la carte numéro"),
        help_text=_("Pour fusionner une proposition avec une carte qui est déjà au catalogue."),
        required=False,
        min_value=1,
    )

    def clean(self) -> dict[str, Any]:
        said = super().clean() or self.cleaned_data
        if {"kind", "name"} <= said.keys():
            try:
                self._shape(said)
            except Refusal as refusal:
                raise ValidationError(str(refusal.sentence), code=refusal.code) from None
        return said

    def _shape(self, said: dict[str, Any]) -> None:
        said["name"] = services.card_name(said["name"])
        shape = services.card_shape(_draft(said))
        self.instance.rarity_id = shape["rarity_id"]
        said["suits"] = Rarity.objects.filter(code=shape["suits_id"]).first()
        said.update({name: shape[name] for name in ("brawler", "super_secret", "gems")})


def _draft(said: dict[str, Any]) -> CardDraft:
    return CardDraft(
        kind=said["kind"],
        name=said["name"],
        brawler=said.get("brawler"),
        suits=said["suits"].code if said.get("suits") else "",
        super_secret=said.get("super_secret", False),
        gems=said.get("gems"),
    )


Decide = Callable[[Card], Card]


@admin.register(Card)
class CardAdmin(Pinned):
    form = CardForm
    list_display = ("number", "name", "kind", "rarity", "brawler", "era", "print_known", "status")
    list_display_links = ("number", "name")
    list_editable = ("print_known",)
    list_filter = ("status", "kind", "rarity", "era", "print_known", "pinned")
    list_select_related = ("rarity", "brawler", "proposed_by")
    search_fields = ("search", "slug", "=number")
    actions = ("accept", "refuse")
    readonly_fields = ("number", "slug", "rarity", "status", "proposed_by")
    fieldsets = (
        (None, {"fields": ("number", "slug", "name", "name_en", "kind", "rarity")}),
        (_("Selon sa sorte"), {"fields": ("brawler", "suits", "super_secret", "gems")}),
        (_("Ce qu’on en sait"), {"fields": ("era", "print_known", "pinned")}),
        (_("Proposition"), {"fields": ("status", "proposed_by", "review_note", "same_as")}),
    )

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "suits":
            kwargs["queryset"] = rarities_of_brawlers()
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Card], search_term: str
    ) -> tuple[QuerySet[Card], bool]:
        """Search as the catalogue does: without accents or case."""
        return super().get_search_results(request, queryset, fold(search_term))

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Cards are deleted one by one, after a look at who has them."""
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def has_delete_permission(self, request: HttpRequest, obj: Card | None = None) -> bool:
        return obj is not None and not (obj.copies.exists() or obj.deck_slots.exists())

    def keep(self, obj: Card, *, change: bool) -> None:
        if change:
            services.card_saved(card=obj)
        else:
            services.card_numbered(card=obj)

    @admin.action(description=_("Accepter au catalogue"))
    def accept(self, request: HttpRequest, queryset: QuerySet[Card]) -> None:
        accepted = sum(
            self._decided(request, card, lambda card: services.card_accept(card=card))
            for card in queryset.order_by("number")
        )
        self._say(
            request, accepted, ngettext("%d carte acceptée.", "%d cartes acceptées.", accepted)
        )

    @admin.action(description=_("Refuser"))
    def refuse(self, request: HttpRequest, queryset: QuerySet[Card]) -> None:
        refused = sum(
            self._decided(request, card, lambda card: services.card_refuse(card=card))
            for card in queryset.order_by("number")
        )
        self._say(request, refused, ngettext("%d carte refusée.", "%d cartes refusées.", refused))

    def _say(self, request: HttpRequest, number: int, sentence: str) -> None:
        if number:
            self.message_user(request, sentence % number, messages.SUCCESS)

    def response_change(self, request: HttpRequest, obj: Card) -> HttpResponse:
        decide = self._decision(request, obj)
        if decide is None:
            return super().response_change(request, obj)
        self._decided(request, obj, decide)
        return self.response_post_save_change(request, obj)

    def _decision(self, request: HttpRequest, card: Card) -> Decide | None:
        note, number = card.review_note, request.POST.get("same_as", "")
        decisions: dict[str, Decide] = {
            "_accept": lambda card: services.card_accept(card=card),
            "_refuse": lambda card: services.card_refuse(card=card, note=note),
            "_merge": lambda card: services.card_merge(card=card, into=_card_with(number)),
        }
        return next((decide for name, decide in decisions.items() if name in request.POST), None)

    def _decided(self, request: HttpRequest, card: Card, decide: Decide) -> bool:
        """Say whether the decision stood; if not, the staff reads why."""
        try:
            decide(card)
        except Refusal as refusal:
            self.message_user(request, f"{card.number} : {refusal.sentence}", messages.ERROR)
            return False
        return True


def _card_with(number: str) -> Card:
    card = Card.objects.filter(number=int(number)).first() if number.isdecimal() else None
    if card is None:
        raise Refusal("card_unknown", _("Écris le numéro de l’autre carte."))
    return card


class NamedOnce:
    """A log-in name that nobody has yet, whatever its case: as at sign-up."""

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        others = Player.objects.exclude(pk=self.instance.pk)
        if others.filter(name_key=name_key(name)).exists():
            raise ValidationError(_("Ce nom est déjà pris."), code="unique")
        return name


class PlayerCreationForm(NamedOnce, AdminUserCreationForm):
    class Meta:
        model = Player
        fields = ("username", "display_name", "email")


class PlayerChangeForm(NamedOnce, UserChangeForm):
    class Meta:
        model = Player
        fields = "__all__"


@admin.register(Player)
class PlayerAdmin(UserAdmin):
    form = PlayerChangeForm
    add_form = PlayerCreationForm
    list_display = ("username", "display_name", "kind", "is_active", "is_staff", "date_joined")
    list_filter = ("kind", "is_active", "is_staff")
    search_fields = ("username", "display_name", "email")
    ordering = ("-date_joined",)
    readonly_fields = ("kind", "keeper", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password", "display_name", "email")}),
        (_("Qui c’est"), {"fields": ("kind", "keeper", "last_login", "date_joined")}),
        (
            _("Ce qui lui est permis"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
    )
    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": (
                    "username",
                    "display_name",
                    "email",
                    "usable_password",
                    "password1",
                    "password2",
                ),
            },
        ),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """The ledger names everybody it ever named: an account is closed by « actif » instead."""
        return False


class LookOnly:
    """Nothing here is changed by hand: a copy changes hands through the ledger alone."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class EntriesOfCopy(LookOnly, admin.TabularInline):
    model = LedgerEntry
    fk_name = "copy"
    fields = ("step", "kind", "from_player", "to_player", "actor", "at", "why", "reference")
    extra = 0


@admin.register(Copy)
class CopyAdmin(LookOnly, admin.ModelAdmin):
    list_display = ("id", "card", "owner", "state", "condition", "acquired_on")
    list_filter = ("state", "condition")
    list_select_related = ("card", "owner")
    search_fields = ("=id", "=owner__name_key", "=card__slug")
    search_help_text = _(
        "Le numéro de l’exemplaire, le nom exact du joueur ou l’adresse de la carte."
    )
    ordering = ("-pk",)
    show_full_result_count = False
    inlines = (EntriesOfCopy,)


@admin.register(LedgerEntry)
class LedgerEntryAdmin(LookOnly, admin.ModelAdmin):
    list_display = ("copy", "step", "kind", "from_player", "to_player", "actor", "at", "why")
    list_filter = ("kind",)
    list_select_related = ("copy", "from_player", "to_player", "actor")
    search_fields = ("=copy__id", "=reference", "=from_player__name_key", "=to_player__name_key")
    search_help_text = _("Le numéro de l’exemplaire, une référence ou le nom exact d’un joueur.")
    ordering = ("-pk",)
    show_full_result_count = False


@admin.register(EntryBatch)
class EntryBatchAdmin(LookOnly, admin.ModelAdmin):
    list_display = ("id", "player", "kind", "label", "opened_at", "closed_at", "undone_at")
    list_filter = ("kind",)
    list_select_related = ("player",)
    search_fields = ("=id", "=player__name_key")
    ordering = ("-pk",)
    show_full_result_count = False
