"""Addresses that fail in each way a request can."""

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.urls import urlpatterns as every_address


def broken(_request: HttpRequest) -> HttpResponse:
    raise RuntimeError("on purpose")


def forbidden(_request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def absurd(_request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation("on purpose")


urlpatterns = [
    path("panne/", broken),
    path("interdit/", forbidden),
    path("absurde/", absurd),
    *every_address,
]
