"""A push service with one browser. It checks who sends, and decrypts, by the words of the RFCs."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from quire.server.push.push import PushRequest

CONTACT = "mailto:admin@example.org"
AUTH = bytes(range(16))


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class FakePushService:
    """Receives what is pushed to one browser, and answers with a status."""

    def __init__(self, name: str = "one", public_key: str = "") -> None:
        self.endpoint = f"https://push.example.org/{name}"
        self.public_key = public_key
        """The key of the server that the browser has subscribed to."""
        self.status = 201
        self.received: list[dict[str, Any]] = []
        self._key = ec.generate_private_key(ec.SECP256R1())

    def subscription(self, language: str = "en") -> dict[str, str]:
        """Return what the browser sends to the server."""
        return {
            "endpoint": self.endpoint,
            "p256dh": text(_point(self._key.public_key())),
            "auth": text(AUTH),
            "language": language,
        }

    async def __call__(self, request: PushRequest) -> int:
        """Receive a request as `delivery.deliver` would send it."""
        assert request.endpoint == self.endpoint
        assert request.headers["Content-Encoding"] == "aes128gcm"
        assert int(request.headers["TTL"]) > 0
        self._check_sender(request)
        self.received.append(json.loads(self._decrypted(request.body)))
        return self.status

    def _check_sender(self, request: PushRequest) -> None:
        """Check the signature: RFC 8292."""
        scheme, _, parameters = request.headers["Authorization"].partition(" ")
        assert scheme == "vapid"
        given = dict(part.strip().split("=", 1) for part in parameters.split(","))
        assert given["k"] == self.public_key, "the key that the browser has subscribed to"
        signed, _, signature = given["t"].rpartition(".")
        r, s = (
            int.from_bytes(half, "big") for half in (data(signature)[:32], data(signature)[32:])
        )
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data(given["k"]))
        key.verify(utils.encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
        header, claims = (json.loads(data(part)) for part in signed.split("."))
        place = urlsplit(request.endpoint)
        assert header == {"typ": "JWT", "alg": "ES256"}
        assert claims["aud"] == f"{place.scheme}://{place.netloc}"
        assert claims["sub"] == CONTACT
        assert isinstance(claims["exp"], int)

    def _decrypted(self, body: bytes) -> bytes:
        """Decrypt a message of one record: RFC 8188 and RFC 8291."""
        salt, id_length = body[:16], body[20]
        sender = body[21 : 21 + id_length]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\0" + _point(self._key.public_key()) + sender
        secret = _derived(AUTH, shared, info, 32)
        key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, body[21 + id_length :], None)
        message, _, padding = padded.rpartition(b"\2")
        assert not padding.strip(b"\0")
        return message
