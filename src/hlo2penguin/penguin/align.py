"""Alignment of two token sequences in nearly linear time, for programs of many thousand similar statements."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

__all__ = ["align"]

Pair = tuple[int | None, int | None]
"""Indices of tokens that stand for each other; None where one side has none."""

_Gap = tuple[int, int, int, int]

_MOST_EDITS = 400
"""Insertions and deletions up to which a gap is aligned with the fewest of them."""


def align(a: Sequence[str], b: Sequence[str]) -> Iterator[Pair]:
    """All positions of `a` and `b` in order: equal tokens in pairs, others paired by place.

    With few differences the shortest edit is found (Myers). A gap with more of them is split at tokens that occur once
    on both sides (patience diff); one without such tokens is paired by place.
    """
    gaps: list[_Gap] = [(0, len(a), 0, len(b))]
    found: list[tuple[int, int]] = []
    while gaps:
        low, high, start, end = gaps.pop()
        while low < high and start < end and a[low] == b[start]:
            found.append((low, start))
            low, start = low + 1, start + 1
        while low < high and start < end and a[high - 1] == b[end - 1]:
            high, end = high - 1, end - 1
            found.append((high, end))
        if low == high or start == end:
            continue
        gap = (low, high, start, end)
        matched = _shortest_edit(a, b, gap)
        if matched is not None:
            found.extend(matched)
            continue
        anchors = _anchors(a, b, gap)
        if not anchors:
            size = min(high - low, end - start)
            found.extend((low + at, start + at) for at in range(size) if a[low + at] == b[start + at])
            continue
        found.extend(anchors)
        for i, j in anchors:
            gaps.append((low, i, start, j))
            low, start = i + 1, j + 1
        gaps.append((low, high, start, end))
    found.sort()
    return _filled(found, len(a), len(b))


def _shortest_edit(a: Sequence[str], b: Sequence[str], gap: _Gap) -> list[tuple[int, int]] | None:
    """The matches of the shortest edit (Myers 1986); None where it takes more than `_MOST_EDITS`."""
    low, high, start, end = gap
    n, m = high - low, end - start
    if abs(n - m) > _MOST_EDITS:
        return None
    reach = {1: 0}
    history: list[dict[int, int]] = []
    for edits in range(min(n + m, _MOST_EDITS) + 1):
        history.append(dict(reach))
        for k in range(-edits, edits + 1, 2):
            down = k == -edits or (k != edits and reach[k - 1] < reach[k + 1])
            x = reach[k + 1] if down else reach[k - 1] + 1
            y = x - k
            while x < n and y < m and a[low + x] == b[start + y]:
                x, y = x + 1, y + 1
            reach[k] = x
            if x >= n and y >= m:
                return _traced(history, n, m, low, start)
    return None


def _traced(history: list[dict[int, int]], x: int, y: int, low: int, start: int) -> list[tuple[int, int]]:
    """The diagonal steps on the way back from the end."""
    matches: list[tuple[int, int]] = []
    for edits in range(len(history) - 1, -1, -1):
        reach, k = history[edits], x - y
        down = k == -edits or (k != edits and reach[k - 1] < reach[k + 1])
        before = k + 1 if down else k - 1
        to_x = reach[before] if edits else 0
        to_y = to_x - before if edits else 0
        while x > to_x and y > to_y:
            x, y = x - 1, y - 1
            matches.append((low + x, start + y))
        x, y = to_x, to_y
    return matches


def _anchors(a: Sequence[str], b: Sequence[str], gap: _Gap) -> list[tuple[int, int]]:
    """Tokens that occur once on both sides, as the longest sequence that rises on both."""
    low, high, start, end = gap
    once = {token for token, count in Counter(a[low:high]).items() if count == 1}
    counts = Counter(b[start:end])
    places = {b[j]: j for j in range(start, end) if counts[b[j]] == 1}
    pairs = [(i, places[a[i]]) for i in range(low, high) if a[i] in once and a[i] in places]
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for index, (_, j) in enumerate(pairs):
        at = bisect_left(tails, j)
        before.append(ends[at - 1] if at else -1)
        tails[at : at + 1] = [j]
        ends[at : at + 1] = [index]
    chain: list[tuple[int, int]] = []
    index = ends[-1] if ends else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]


def _filled(matched: list[tuple[int, int]], a: int, b: int) -> Iterator[Pair]:
    """The matches with what lies between them, paired by place."""
    i = j = 0
    for to_i, to_j in [*matched, (a, b)]:
        while i < to_i or j < to_j:
            yield (i if i < to_i else None, j if j < to_j else None)
            i, j = min(i + 1, to_i), min(j + 1, to_j)
        if to_i < a and to_j < b:
            yield to_i, to_j
        i, j = to_i + 1, to_j + 1
