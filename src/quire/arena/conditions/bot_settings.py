"""What one bot plays under: its time control, its UGI options, and whether it is restarted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

import msgspec
from msgspec import Meta, structs

from quire.arena.conditions.time_control import GameTime, TimeControl, read_duration
from quire.engine.ugi.protocol import Options
from quire.errors import NotationError
from quire.match.agent import Limit

MAX_INTEGER = 10**15
"""Upper bound for seed and nodes (exact in JSON)."""

MAX_DEPTH = 1000


@dataclass(frozen=True, slots=True)
class Conditions:
    """The settings of one bot, ready for use."""

    control: TimeControl
    options: Options = ()
    restart: bool = False
    """Whether the bot is started again for every game."""

    @classmethod
    def of(cls, limit: Limit) -> Conditions:
        """Return a limit per move and nothing else."""
        return cls(TimeControl(limit))


class BotSettings(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True
):
    """Settings of a bot, as a plan or a command has them."""

    movetime: Annotated[str | None, Meta(description="Time per move, such as 24s.")] = None
    tc: Annotated[
        str | None,
        Meta(description="Time per game: `[MOVES/]TIME[+INCREMENT]`.", examples=["40/60s+0.6s"]),
    ] = None
    nodes: Annotated[int, Meta(ge=1, le=MAX_INTEGER)] | None = None
    depth: Annotated[int, Meta(ge=1, le=MAX_DEPTH)] | None = None
    restart: Annotated[
        bool | None, Meta(description="Whether the bot is started again for every game.")
    ] = None
    option: Annotated[dict[str, str], Meta(description="UGI options, sent before each game.")] = {}

    def over(self, defaults: BotSettings) -> BotSettings:
        """Return these settings, and the defaults for those that are not set.

        `movetime` and `tc` replace each other.
        """
        timed = self.movetime is not None or self.tc is not None
        given = {
            name: value
            for name in BotSettings.__struct_fields__
            if (value := getattr(self, name)) is not None and name != "option"
        }
        if timed:
            given |= {"movetime": self.movetime, "tc": self.tc}
        base = {name: getattr(defaults, name) for name in BotSettings.__struct_fields__}
        return BotSettings(**{**base, **given, "option": {**defaults.option, **self.option}})

    def conditions(self, default_movetime: str) -> Conditions:
        """Return the settings ready for use. Raises NotationError if one is invalid."""
        if self.movetime is not None and self.tc is not None:
            raise NotationError("movetime and tc can't be combined: time is per move or per game")
        unlimited = (self.movetime, self.tc, self.nodes, self.depth) == (None,) * 4
        movetime = default_movetime if unlimited else self.movetime
        seconds = None if movetime is None else read_duration(movetime)
        game = None if self.tc is None else GameTime.parse(self.tc)
        for name, value in self.option.items():
            check_option(name, value)
        limit = Limit(seconds, self.nodes, self.depth)
        control = TimeControl(limit, game)
        return Conditions(control, tuple(self.option.items()), bool(self.restart))


NO_SETTINGS = BotSettings()


def check_option(name: str, value: str) -> None:
    """Raise NotationError unless it can be sent as `setoption name NAME value VALUE`."""
    if not re.fullmatch(r"[^\s]+", name) or name.lower() in ("game", "size"):
        raise NotationError(f"{name!r} is not a bot's option: one word, and not Game or Size")
    if not value.strip() or not value.isprintable():
        raise NotationError(f"option {name}: the value must be text on one line, not {value!r}")


def read_settings(words: Iterable[str]) -> BotSettings:
    """Read settings such as `tc=10s+0.1s restart=on option.hash=64`. Raises NotationError.

    >>> read_settings(["nodes=500", "option.seed=1"]).option
    {'seed': '1'}
    """
    given: dict[str, object] = {}
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name.startswith("option.") and equals:
            options[name.removeprefix("option.")] = value
            continue
        if name not in SETTING_NAMES or not equals:
            raise NotationError(
                f"unknown setting {word!r}: choose from {', '.join(SETTING_NAMES)}, option.NAME"
            )
        if name in given:
            raise NotationError(f"{name} is given twice")
        given[name] = _read_value(name, value)
    try:
        return msgspec.convert({**given, "option": options}, BotSettings)
    except msgspec.ValidationError as error:
        raise NotationError(f"settings: {error}") from None


SETTING_NAMES = tuple(field.name for field in structs.fields(BotSettings) if field.name != "option")


def _read_value(name: str, value: str) -> object:
    if name == "restart":
        if value not in ("on", "off"):
            raise NotationError(f"restart must be on or off, not {value!r}")
        return value == "on"
    if name in ("nodes", "depth"):
        if not re.fullmatch("[0-9]{1,16}", value):
            raise NotationError(f"{name} must be a whole number, not {value!r}")
        return int(value)
    return value
