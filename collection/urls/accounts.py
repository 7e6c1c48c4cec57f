"""Who one is: home, sign-up, log-in, account, the public page."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
