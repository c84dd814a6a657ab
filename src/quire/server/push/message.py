"""A message for a browser, encrypted and signed: RFC 8291 and RFC 8292 (VAPID)."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

import http_ece  # type: ignore[import-untyped]
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02  # type: ignore[import-untyped]

from quire.errors import NotationError
from quire.server.push.push import PushRequest
from quire.store.people.push import Subscription

KEEP_SECONDS = 600
"""How long a push service keeps a message for a browser that is not online."""

SIGNATURE_SECONDS = 12 * 3600
"""How long a signature is valid. RFC 8292 allows a day."""

AUTH_BYTES = 16
"""Length of the secret that a browser shares with us."""


class PushKey:
    """The key by which push services recognise this server.

    >>> key = PushKey(PushKey.new())
    >>> len(urlsafe_b64decode(key.public + "="))
    65
    """

    def __init__(self, private: str) -> None:
        self._vapid = Vapid02.from_raw(private.encode())
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = _text(point)
        """What browsers need to subscribe."""

    @staticmethod
    def new() -> str:
        """Return a new private key as text."""
        number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        return _text(number.to_bytes(32, "big"))

    def check(self, subscription: Subscription) -> None:
        """Raise NotationError for keys that nothing can be encrypted with."""
        try:
            point = _bytes(subscription.public_key)
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
            valid = len(_bytes(subscription.auth)) == AUTH_BYTES
        except ValueError:
            valid = False
        if not valid:
            raise NotationError("invalid keys: send p256dh and auth as the browser gave them")

    def sealed(
        self, message: bytes, to: Subscription, topic: str, contact: str, today: float
    ) -> PushRequest:
        """Return the request that sends a message; a later one of the same topic replaces it."""
        place = urlsplit(to.endpoint)
        claims = {
            "aud": f"{place.scheme}://{place.netloc}",
            "exp": int(today) + SIGNATURE_SECONDS,
            "sub": contact,
        }
        headers = {
            **self._vapid.sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEEP_SECONDS),
            "Topic": topic,
            "Urgency": "high",
        }
        body = http_ece.encrypt(
            message,
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_bytes(to.public_key),
            auth_secret=_bytes(to.auth),
            version="aes128gcm",
        )
        return PushRequest(to.endpoint, headers, body)


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
