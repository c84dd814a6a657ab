from __future__ import annotations

import re

from quire.history.identity import GAME, new_id


def test_ids_are_plain_words_at_the_prompt_and_in_links() -> None:
    ids = [new_id(GAME) for _ in range(2000)]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch("[A-Za-z0-9]{16}", id) for id in ids)
