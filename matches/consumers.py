"""The sockets: they tell that something changed, never what."""

from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.http import Http404

from collection.models import Player
from matches.selectors.tables import table_for
from matches.services.push import player_group, table_group

FORBIDDEN = 4404


class TableConsumer(AsyncJsonWebsocketConsumer):
    """Says `{"version": 57}` of one table, to whoever may see it; hears nothing."""

    async def connect(self) -> None:
        code = self.scope["url_route"]["kwargs"]["code"]
        version = await self._version(code)
        await self.accept()
        if version is None:
            await self.close(FORBIDDEN)
            return
        self.group = table_group(code.upper())
        await self.channel_layer.group_add(self.group, self.channel_name)
        # Asked again after joining: what was played between the two is told as well.
        await self.send_json({"version": await self._version(code)})

    @database_sync_to_async
    def _version(self, code: str) -> int | None:
        user = self.scope.get("user")
        try:
            table = table_for(user if isinstance(user, Player) else None, code)
        except Http404:
            return None
        return table.match.version

    async def disconnect(self, code: int) -> None:
        if group := getattr(self, "group", None):
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """Moves are made by the page's forms; what comes in here is left unread."""

    async def table_version(self, message: dict[str, Any]) -> None:
        await self.send_json({"version": message["version"]})


class PlayerConsumer(AsyncJsonWebsocketConsumer):
    """Says `{"table": CODE, "version": 57}` of every table of one player.

    Its first word, `{}`, is that it listens from now on.
    """

    async def connect(self) -> None:
        user = self.scope.get("user")
        await self.accept()
        if not isinstance(user, Player):
            await self.close(FORBIDDEN)
            return
        self.group = player_group(user.pk)
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.send_json({})

    async def disconnect(self, code: int) -> None:
        if group := getattr(self, "group", None):
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """Nothing is asked over this socket."""

    async def table_version(self, message: dict[str, Any]) -> None:
        await self.send_json({"table": message["code"], "version": message["version"]})
