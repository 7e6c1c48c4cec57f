"""Every setting of Pioche, read from the environment.

Nothing is needed at home. On a server, PIOCHE_URL=https://… turns on everything that a site
open to the world needs; docs/production.md lists the variables.
"""

from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config.secret import secret_key

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()

# Where Pioche is

DATA_DIR = Path(env.str("PIOCHE_DATA_DIR", default=str(BASE_DIR / "var"))).resolve()
DATA_DIR.mkdir(parents=True, exist_ok=True)

PUBLIC_URL = env.str("PIOCHE_URL", default="").rstrip("/")
HTTPS = urlsplit(PUBLIC_URL).scheme == "https"

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or secret_key(DATA_DIR / "secret_key")

_public_host = [host] if (host := urlsplit(PUBLIC_URL).hostname) else []
ALLOWED_HOSTS = [*_public_host, *env.list("ALLOWED_HOSTS", default=[])] or [
    "localhost",
    "127.0.0.1",
    "[::1]",
]
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if HTTPS else []

# What it is made of

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "channels",
    "csp",
    "django_filters",
    "django_htmx",
    "rest_framework",
    "config",  # for its commands
    "collection",
    "matches",
]

# Few, on purpose: under ASGI each of them costs more than a query.
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "csp.middleware.CSPMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "matches.pages.awaiting_me",
            ],
        },
    },
]

# What it keeps

DATABASES = {
    "default": env.db_url("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'pioche.sqlite3'}")
}

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # A transaction takes its turn at the start: otherwise one that reads before it writes
        # is refused at once when another has written meanwhile, whatever the timeout.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # WAL: readers don't wait for the writer. NORMAL: a power cut may lose the last instants,
        # never the database. 64 MB of cache and mapped reads keep a large collection quick.
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-64000;"
            " PRAGMA mmap_size=268435456; PRAGMA temp_store=MEMORY;"
        ),
    }
else:
    # Under ASGI each request has a thread of its own, and a connection kept would be lost with it.
    DATABASES["default"]["CONN_MAX_AGE"] = env.int("DATABASE_CONN_MAX_AGE", default=0)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

MEDIA_ROOT = DATA_DIR / "media"
MEDIA_URL = "media/"

REDIS_URL = env.str("REDIS_URL", default="")

if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "pioche",
        }
    }
    CHANNEL_LAYERS = {
        "default": {
            # Pub/sub, not the list-based layer: that one loses messages in a burst when a
            # process holds more than a hundred sockets.
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL], "prefix": "pioche"},
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # A full cache throws out what it likes: rate limits too.
            "OPTIONS": {"MAX_ENTRIES": 10_000},
        }
    }
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

# Who comes in

AUTH_USER_MODEL = "collection.Player"
LOGIN_URL = "log_in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]

# A child must be able to choose and remember one: long enough and not among the well-known.
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 8},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True  # htmx takes the token from the page

# What the browser may do

SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^sante/$"]  # asked from inside, by what watches over the server
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
# The proxy that holds the certificate must set this header itself, whatever the browser sent.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:", "blob:"],  # blob: a photo shown before it is sent
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024

# Languages

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", _("Français")), ("en", _("Anglais"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "Europe/Paris"
USE_I18N = True
USE_TZ = True

# Files of the pages

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]

# A server names each file by its content and lets browsers keep it for ever; at home the files
# are served from where they are written, and nothing needs to be collected first.
_collected = HTTPS and not DEBUG
STATIC_ROOT = DATA_DIR / "static" if _collected else None
WHITENOISE_USE_FINDERS = not _collected
WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if _collected
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# Programs

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

# Letters

vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="pioche@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# What it says of itself

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="WARNING")},
    # Django's own handlers print nothing outside DEBUG and mail to nobody: the line above does.
    "loggers": {"django": {"handlers": [], "propagate": True}},
}

# At the tables

# How long Voleur's spy phase shows at least and at most, in milliseconds: whoever holds no Gadget
# seems to think as well.
MATCH_HUSH_MS = (1200, 2600)
# How long Bataille shows a confrontation, unless everybody agrees to go on.
MATCH_SHOWING_SECONDS = 10
# How long the Arena shows a move before a bot makes the next one, in milliseconds: a pass, and the
# end of a battle; the other moves lie between.
MATCH_PACE_MS = (120, 900)
# Bots think in a thread of their own; a test may have them move before the request is answered.
MATCH_BOTS_INLINE = False
