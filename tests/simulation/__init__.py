"""A deterministic simulation of live play: servers, store, bus, connections and players.

Everything runs in one process, on one event loop whose time is virtual and whose order of tasks is
drawn from a seed. The servers are the real ones; the database is a real SQLite in memory behind an
unreliable link, the bus and the network are simulated (`environment/`). Players follow a script
(`player.py`), and faults come at random (`faults.py`). When everything has healed and the games are
over, `checker/` holds what players and the store have seen against the rules. The same seed gives
the same run.

    python -m tests.simulation --seeds 1000     # looks for a seed that fails
    python -m tests.simulation --seed 17        # replays one, with its whole trace
"""
