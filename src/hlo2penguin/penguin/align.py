"""Alignment of two token sequences in nearly linear time, for programs of many thousand similar statements."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

__all__ = ["align"]

Pair = tuple[int | None, int | None]
"""Indices of tokens that stand for each other; None where one side has none."""

_AFFORDABLE = 4_000_000
"""Most pairs of equal tokens in a gap that is compared in full."""


def align(a: Sequence[str], b: Sequence[str]) -> Iterator[Pair]:
    """All positions of `a` and `b` in order: equal tokens in pairs, others paired by place.

    Common ends are matched first, then tokens that occur once on both sides (patience diff), and so on inside each gap.
    A gap without such tokens is compared in full where that is cheap and else paired by place.
    """
    gaps = [(0, len(a), 0, len(b))]
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
        anchors = _anchors(a, b, (low, high, start, end))
        if not anchors:
            found.extend(_compared(a, b, (low, high, start, end)))
            continue
        found.extend(anchors)
        for i, j in anchors:
            gaps.append((low, i, start, j))
            low, start = i + 1, j + 1
        gaps.append((low, high, start, end))
    found.sort()
    return _filled(found, len(a), len(b))


def _anchors(a: Sequence[str], b: Sequence[str], gap: tuple[int, int, int, int]) -> list[tuple[int, int]]:
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


def _compared(a: Sequence[str], b: Sequence[str], gap: tuple[int, int, int, int]) -> list[tuple[int, int]]:
    low, high, start, end = gap
    counts = Counter(b[start:end])
    if sum(counts[token] for token in a[low:high]) > _AFFORDABLE:
        return [(low + at, start + at) for at in range(min(high - low, end - start)) if a[low + at] == b[start + at]]
    blocks = SequenceMatcher(None, a[low:high], b[start:end], autojunk=False).get_matching_blocks()
    return [(low + block.a + at, start + block.b + at) for block in blocks for at in range(block.size)]


def _filled(matched: list[tuple[int, int]], a: int, b: int) -> Iterator[Pair]:
    """The matches with what lies between them, paired by place."""
    i = j = 0
    for to_i, to_j in [*matched, (a, b)]:
        while i < to_i or j < to_j:
            yield (i if i < to_i else None, j if j < to_j else None)
            i, j = min(i + 1, to_i), min(j + 1, to_j)
        if to_i < a or to_j < b:
            yield to_i, to_j
        i, j = to_i + 1, to_j + 1
