"""How the management server's certificate is checked before the secret is sent.

- With a `ca` file of one certificate the server may show that very certificate, whatever names
  and dates are in it: the usual one is made by keytool, for a keystore of its own.
- Else the certificate must have been issued for the host, by one of the `ca` file's or, without
  such a file, by one that this system trusts.
- On loopback without a `ca` file nothing is checked. Nobody between could listen there, and such a
  certificate is known to nobody. What is left is that another user of this machine takes the port
  while the server is down: `ca` is for machines with such users.
"""

from __future__ import annotations

import hashlib
import re
import ssl
from typing import TYPE_CHECKING, Final

from bridge.core.errors import LinkError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from aiohttp import Fingerprint

    from bridge.minecraft.transports.management_endpoint import Endpoint

_PEM: Final = re.compile(rb"-----BEGIN CERTIFICATE-----\s.+?\s-----END CERTIFICATE-----", re.DOTALL)
_LARGEST: Final = 1 << 20
"""Bytes; what is longer is no such file."""

Check = ssl.SSLContext | bool  # False: the certificate is not checked
"""As aiohttp's `ssl` argument, which may also be its `Fingerprint`."""


def checks(endpoint: Endpoint) -> Sequence[Check | Fingerprint]:
    """Ways to accept the server's certificate; each is tried, and one is enough.

    Raises LinkError when the `ca` file holds no certificate.
    """
    if not endpoint.tls:
        return (True,)  # nothing to check
    if endpoint.ca is not None:
        return _of_file(endpoint.ca)
    if endpoint.is_loopback:
        return (False,)
    return (ssl.create_default_context(),)


def _of_file(path: Path) -> Sequence[Check | Fingerprint]:
    from aiohttp import Fingerprint  # late: a daemon without the protocol has no use for it

    certificates = _certificates(path)
    try:
        issued = ssl.create_default_context(cadata=b"".join(certificates))
    except ssl.SSLError as error:
        raise _wrong(path, "holds no certificate") from error
    if len(certificates) == 1:
        return (Fingerprint(hashlib.sha256(certificates[0]).digest()), issued)
    return (issued,)


def _certificates(path: Path) -> Sequence[bytes]:
    """One at least: a context made of nothing would trust what this system does."""
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST)
        found = [ssl.PEM_cert_to_DER_cert(pem.decode("ascii")) for pem in _PEM.findall(content)]
    except OSError as error:
        raise _wrong(path, error.strerror or "cannot be read") from error
    except ValueError as error:
        raise _wrong(path, "holds no certificate") from error
    certificates = found or [content]  # keytool's default is the binary form
    if not all(certificates):
        raise _wrong(path, "holds no certificate")
    return certificates


def _wrong(path: Path, problem: str) -> LinkError:
    return LinkError(f"management.ca: {path}: {problem}")
