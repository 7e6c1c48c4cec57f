"""Decks: list, builder, versions, text."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
