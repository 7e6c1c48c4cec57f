"""Where everything is. Paths are French, names are English."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path

from collection.views.accounts import staff_log_in


def health(_request: HttpRequest) -> HttpResponse:
    """Says that pages are served, and nothing of the database: for a proxy or a supervisor."""
    return HttpResponse("ok\n", content_type="text/plain")


def icon(_request: HttpRequest) -> HttpResponse:
    """Where browsers look when a page (a text, a picture) names no icon of its own."""
    return redirect(static("img/icon.svg"))


urlpatterns = [
    path("favicon.ico", icon),
    path("sante/", health, name="health"),
    path("langue/", include("django.conf.urls.i18n")),
    path("admin/login/", staff_log_in),  # instead of Django's own, which counts no tries
    path("admin/", admin.site.urls),
    path("", include("collection.urls")),
    path("", include("matches.urls")),
]
