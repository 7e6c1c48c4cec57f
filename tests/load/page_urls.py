"""The site's addresses, and a bare page to compare its pages with."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

from collection.models import Card


def bare(request: HttpRequest) -> HttpResponse:
    """Read one row and render a small template: the least that a page of Django does."""
    template = engines["django"].from_string("<h1>{{ card.name }}</h1><p>{{ user.username }}</p>")
    card = Card.objects.get(slug="shelly")
    return HttpResponse(template.render({"card": card, "user": request.user}))


urlpatterns = [
    path("nue/", bare, name="bare"),
    path("", include("config.urls")),
]
