"""What I own: entry, copies, progress, wishes."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
