"""Tables, moves, wagers, results, trades."""

from django.urls import URLPattern, URLResolver, path

from matches.views import arena, clocks, history, replay, room, start, tables

urlpatterns: list[URLPattern | URLResolver] = [
    path("jouer/", start.play, name="play"),
    path("jouer/tout-de-suite/", start.play_now, name="play_now"),
    path("jouer/code/", start.join_code, name="join_code"),
    path("jouer/reglages/", clocks.settings, name="table_settings"),
    path("jouer/mes-tables/", clocks.mine, name="my_tables"),
    path("jouer/mes-tables/attente/", clocks.awaiting, name="awaiting"),
    path("jouer/<slug:game>/", start.play_game, name="play_game"),
    path("parties/", history.history, name="match_history"),
    path("classement/<slug:game>/", history.ranking, name="ranking"),
    path("classement/<slug:game>/montrer/", history.ranking_show, name="ranking_show"),
    path("tables/<str:code>/", tables.table, name="table"),
    path("tables/<str:code>/plateau/", tables.table_board, name="table_board"),
    path("tables/<str:code>/coup/", tables.table_move, name="table_move"),
    path("tables/<str:code>/apercu/", arena.preview, name="table_preview"),
    path("tables/<str:code>/passer/", arena.pass_until_turn, name="table_pass"),
    path("tables/<str:code>/continuer/", tables.table_go_on, name="table_go_on"),
    path("tables/<str:code>/absent/", clocks.vote, name="table_vote"),
    path("tables/<str:code>/reprendre/", clocks.take_back, name="table_take_back"),
    path("tables/<str:code>/dire/", clocks.say, name="table_say"),
    path("tables/<str:code>/place/", room.join, name="table_join"),
    path("tables/<str:code>/quitter/", room.leave, name="table_leave"),
    path("tables/<str:code>/ecarter/", room.kick, name="table_kick"),
    path("tables/<str:code>/robot/", room.seat_bot, name="table_seat_bot"),
    path("tables/<str:code>/deck/", room.choose_deck, name="table_deck"),
    path("tables/<str:code>/octets/", room.send_bytes, name="table_bytes"),
    path("tables/<str:code>/commencer/", room.start, name="table_start"),
    path("tables/<str:code>/fermer/", room.close, name="table_close"),
    path("tables/<str:code>/revanche/", room.rematch, name="table_rematch"),
    path("tables/<str:code>/revoir/", replay.replay, name="table_replay"),
    path("tables/<str:code>/partie.json", replay.record_file, name="table_record"),
    path("tables/<str:code>/verifier/", replay.verify, name="table_verify"),
    path("tables/<str:code>/rejouer/", replay.fork, name="table_fork"),
    path("revoir/", replay.record_bring, name="record_bring"),
    path("revoir/<str:code>/", replay.record_replay, name="record_replay"),
    path("revoir/<str:code>/oublier/", replay.record_forget, name="record_forget"),
    path("tables/<str:code>/qr.svg", room.qr, name="table_qr"),
]
