"""Tables, moves, wagers, results, trades."""

from django.urls import URLPattern, URLResolver, path

from matches.views import tables

urlpatterns: list[URLPattern | URLResolver] = [
    path("tables/<str:code>/", tables.table, name="table"),
    path("tables/<str:code>/plateau/", tables.table_board, name="table_board"),
    path("tables/<str:code>/coup/", tables.table_move, name="table_move"),
]
