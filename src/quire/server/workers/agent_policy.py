"""Which agents may play online, and with which options."""

from __future__ import annotations

from collections.abc import Sequence

from quire.engine import AGENTS, make_agent
from quire.engine.agents.level import LEVELS
from quire.engine.units import read_nodes
from quire.errors import NotAllowed, NotationError
from quire.games import GAMES, find_game
from quire.online.setup import Seat
from quire.store.play.games import RANDOM

MAX_NODES = 100_000
"""Nodes per move, as many as the strongest level uses."""

MAX_SPEC_LENGTH = 80
"""Characters in an agent spec."""

SEED_LIMIT = 1 << 63
"""Seeds are signed 64-bit integers."""

SEED_BITS = 53
"""Bits of the seeds of games, so that JSON numbers hold them."""

MAX_NODES_PER_GAME = 2 * MAX_NODES
"""Nodes per move of all computer players of a game together."""

QUICK_NODES = 1000
"""With up to this many nodes per move, an agent answers within some milliseconds."""

ONLINE_OPTIONS = ("seed", "nodes")

OFFLINE = frozenset(
    {"random", "greedy", "feasible", *(f"level{number}" for number in range(1, LEVELS + 1))}
)
"""Agents that also play in the browser."""


def check_agent(spec: str, game: str, size: str) -> str:
    """Return the agent's spec in canonical form, if it may play online on that board.

    Only the options `seed` and `nodes` (up to 100,000) are allowed; the server sets time, threads
    and memory. Raises UnknownAgent or NotationError for an invalid spec, NotAllowed for an agent
    that does not play there. No agent computes a move for this, so it is fast.

    >>> check_agent("MCTS: nodes=20000", "sos", "8x8")
    'mcts:nodes=20000'
    """
    name, options = read_agent(spec)
    start = find_game(game).start(size)
    if AGENTS[name].needs_profile and name not in find_game(game).profile.agents:
        plays = " and ".join(sorted(game.key for game in GAMES if name in game.profile.agents))
        raise NotAllowed(f"{name} doesn't play {start.game}, only {plays}: choose a level instead")
    if name == "perfect":
        if start.players > 2:
            raise NotAllowed("perfect only plays two-player games: choose a level instead")
        if len(start.cells()) > find_game(start.game).profile.proven_cells:
            raise NotAllowed(
                f"perfect is too slow on {start.game} {start.size}: choose champion, or a "
                "smaller board"
            )
    given = ",".join(f"{key}={value}" for key, value in sorted(options.items()))
    return f"{name}:{given}" if given else name


def check_agents(specs: Sequence[str], game: str) -> None:
    """Raise NotAllowed if the computer players of one game together ask for too much.

    >>> check_agents(["champion", "champion", "champion"], "sos")
    Traceback (most recent call last):
        ...
    quire.errors.NotAllowed: these computer players are too strong together: choose lower levels
    """
    if sum(_nodes(spec, game) for spec in specs) > MAX_NODES_PER_GAME:
        raise NotAllowed("these computer players are too strong together: choose lower levels")


def check_offline_agent(name: str, game: str, size: str) -> str:
    """Return the agent, if its moves follow from a seed alone: the levels, the paper's players.

    >>> check_offline_agent("champion", "sos", "8x8")
    Traceback (most recent call last):
        ...
    quire.errors.NotAllowed: champion doesn't play offline
    """
    if name not in OFFLINE:
        raise NotAllowed(f"{name} doesn't play offline")
    return check_agent(name, game, size)


def new_seed(seats: Sequence[Seat | None]) -> int | None:
    """Return a seed for the computer players' moves, if the player's device may compute them.

    That is so in a game of one person against agents whose moves follow from a seed alone.

    >>> new_seed([Seat("Ann", "1"), Seat("champion", None, "champion")])
    """
    agents = [seat.agent for seat in seats if seat is not None and seat.agent]
    is_alone = len(agents) == len(seats) - 1 and None not in seats
    return RANDOM.getrandbits(SEED_BITS) if is_alone and agents and set(agents) <= OFFLINE else None


def is_quick(spec: str, game: str) -> bool:
    """Return whether an agent answers within some milliseconds.

    >>> is_quick("level3", "sos"), is_quick("mcts:nodes=500", "sos"), is_quick("champion", "sos")
    (True, True, False)
    """
    return _nodes(spec, game) <= QUICK_NODES


def _nodes(spec: str, game: str) -> int:
    """Return the nodes per move that an agent may search."""
    name, options = read_agent(spec)
    if "nodes" in options:
        return options["nodes"]
    level = AGENTS[name].fixed.get("level")
    if isinstance(level, int):
        return find_game(game).profile.levels[level - 1].nodes
    return MAX_NODES if "nodes" in AGENTS[name].options else 0


def read_agent(spec: str) -> tuple[str, dict[str, int]]:
    """Return an agent's name and its options. Raises NotAllowed for options not allowed online.

    >>> read_agent("mcts:nodes=20000,seed=7")
    ('mcts', {'nodes': 20000, 'seed': 7})
    """
    if len(spec) > MAX_SPEC_LENGTH:
        raise NotationError(f"agent specs can have up to {MAX_SPEC_LENGTH} characters")
    name, _, rest = spec.strip().partition(":")
    name = name.lower()
    if name not in AGENTS:
        make_agent(name)  # raises UnknownAgent with the known names
    options: dict[str, int] = {}
    for part in filter(None, map(str.strip, rest.split(","))):
        key, _, text = map(str.strip, part.partition("="))
        if key in AGENTS[name].options and key not in ONLINE_OPTIONS:
            raise NotAllowed(
                f"{spec!r}: {key} is set by the server; online, {name} takes {_options_of(name)}"
            )
        if key not in AGENTS[name].options:
            raise NotationError(
                f"{spec!r}: {name} has no option {part!r}; online it takes {_options_of(name)}"
            )
        options[key] = _read(spec, key, text)
    return name, options


def _options_of(name: str) -> str:
    known = [f"{option}=..." for option in ONLINE_OPTIONS if option in AGENTS[name].options]
    return " and ".join(known) or "no options"


def _read(spec: str, key: str, text: str) -> int:
    try:
        value = read_nodes(text) if key == "nodes" else int(text)
    except ValueError:
        raise NotationError(f"{spec!r}: {key} must be a whole number, not {text!r}") from None
    if key == "nodes" and value > MAX_NODES:
        raise NotAllowed(f"{spec!r}: online, nodes can be at most {MAX_NODES:,}")
    if key == "seed" and not -SEED_LIMIT <= value < SEED_LIMIT:
        raise NotationError(f"{spec!r}: seed can have at most 18 digits")
    return value
