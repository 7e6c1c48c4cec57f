"""Pages and sockets in one process; in production only `/ws/` needs to come here."""

import os
import warnings

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# WhiteNoise hands over plain files, which Django reads in a thread: right, whatever it warns.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous", Warning)

# Loads the applications: what they define may only be imported after it.
pages = get_asgi_application()

from matches.routing import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter(websocket_urlpatterns))
        ),
    }
)
