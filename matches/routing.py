"""The sockets under /ws/."""

from django.urls import URLPattern

websocket_urlpatterns: list[URLPattern] = []
