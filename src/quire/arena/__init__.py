"""Where players meet: the match, and the record it leaves."""

from __future__ import annotations

from quire.match.match import Match
from quire.match.record import Record, read_records, record_schema

__all__ = ["Match", "Record", "read_records", "record_schema"]
