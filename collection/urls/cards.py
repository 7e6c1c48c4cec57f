"""The catalogue: browse, search, one card, a proposed card."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
