"""The sockets under /ws/."""

from django.urls import path

from matches.consumers import PlayerConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/tables/<str:code>/", TableConsumer.as_asgi()),
    path("ws/moi/", PlayerConsumer.as_asgi()),
]
