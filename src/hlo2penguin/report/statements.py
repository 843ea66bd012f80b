"""Penguin text and the ops that its lines stand for, by what the text itself says: ids, in program order."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hlo2penguin.report.structure import Structure

__all__ = ["Line", "lines_of_ops"]

Line = tuple[int, int]
"""A line, counted from 0, and the number of the node that it stands for; `-1 - cluster` for a cluster."""

_VARIABLE = re.compile(r"v(\d+) = ")
_ID = re.compile(r", hlo_id=(\d+)\)\)$")
_DESTINATIONS = re.compile(r", dsts=\[([^\]]*)\]")
_CONSTANT = re.compile(r'\bname="constant\.\d+"')
_HEADER = 'tensor_op_name="_fusion"'


def lines_of_ops(lines: Sequence[str], structure: Structure) -> list[Line]:
    """Each statement's line and op, and the lines that declare what the statement writes; one pass over the text."""
    ids: dict[int, list[int]] = {}
    for number, node in enumerate(structure.nodes):
        if node.where.hlo_id:
            ids.setdefault(node.where.hlo_id, []).append(number)
    headers = (number for number, cluster in enumerate(structure.clusters) if cluster.kind != "ScheduleFusion")
    constants = [number for number, node in enumerate(structure.nodes) if node.kind == "constant"]
    found: list[Line] = []
    declared: dict[int, int] = {}
    next_constant = 0
    for index, line in enumerate(lines):
        variable = _VARIABLE.match(line)
        if variable is None:
            continue
        mark = _ID.search(line)
        if mark is None:
            if _CONSTANT.search(line) and next_constant < len(constants):
                found.append((index, constants[next_constant]))
                next_constant += 1
            else:
                declared[int(variable[1])] = index
            continue
        if int(mark[1]) == 0 and _HEADER in line:
            owners = [-1 - number for number in [next(headers, None)] if number is not None]
        else:
            owners = ids.get(int(mark[1]), [])
            while owners and next_constant < len(constants) and constants[next_constant] < owners[0]:
                next_constant += 1
        destinations = _DESTINATIONS.search(line)
        for owner in owners:
            found.append((index, owner))
            for name in destinations[1].split(", ") if destinations else ():
                if (line_of := declared.get(int(name.removeprefix("v") or 0))) is not None:
                    found.append((line_of, owner))
    return sorted(set(found))
