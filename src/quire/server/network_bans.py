"""The networks that an administrator has banned."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_network

from quire.errors import NotAllowed


class NetworkBans:
    """The banned networks, as this server knows them."""

    def __init__(self) -> None:
        self._banned: list[IPv4Network | IPv6Network] = []

    def replace(self, networks: Iterable[str]) -> None:
        """Ban these networks and no others."""
        self._banned = [ip_network(network) for network in networks]

    def is_banned(self, network: str) -> bool:
        """Return whether a network, as `network_of` returns it, is banned."""
        if not self._banned:
            return False
        try:
            found = ip_network(network)
        except ValueError:  # a client without an address
            return False
        return any(
            found.version == banned.version
            and banned.prefixlen <= found.prefixlen
            and found.network_address in banned
            for banned in self._banned
        )

    def check(self, network: str) -> None:
        """Raise NotAllowed for a banned network."""
        if self.is_banned(network):
            raise NotAllowed("your network is banned from this server")
