"""Names and ids for copies of inlined instructions."""

import pytest

from hlo2penguin.load.names import InstructionNames, base_and_suffix, ids_of_text


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("reshape.6", ("reshape", 6)),
        ("reshape", ("reshape", None)),
        ("all-gather.14.2", ("all-gather.14", 2)),
        ("p0.x", ("p0.x", None)),
        (".5", (".5", None)),
        ("a.", ("a.", None)),
        ("a.-1", ("a.-1", None)),
    ],
)
def test_base_and_suffix(name: str, expected: tuple[str, int | None]) -> None:
    assert base_and_suffix(name) == expected


def test_copies_take_the_next_free_suffix_and_id() -> None:
    names = InstructionNames.of([("reshape", 1), *((f"reshape.{n}", n + 1) for n in range(1, 6)), ("transpose", 20)])
    assert [names.fresh(n) for n in ("reshape", "transpose", "reshape.1", "reshape.3")] == [
        ("reshape.6", 21),
        ("transpose.1", 22),
        ("reshape.7", 23),
        ("reshape.8", 24),
    ]


def test_gaps_are_filled_from_zero_as_xla_does() -> None:
    names = InstructionNames.of([("add.1", 1), ("add.3", 2)])
    assert [names.fresh("add.1")[0] for _ in range(4)] == ["add.0", "add.2", "add.4", "add.5"]


def test_free_names_are_kept() -> None:
    names = InstructionNames.of([("add.1", 7)])
    assert names.fresh("mul.9") == ("mul.9", 8)
    assert names.fresh("mul") == ("mul", 9)
    assert names.fresh("mul") == ("mul.1", 10)


def test_ids_of_text() -> None:
    assert ids_of_text(["a.7", "b.3", "c.12"]) == [7, 3, 12]
    assert ids_of_text(["a.7", "b.7"]) == [1, 2]
    assert ids_of_text(["a.7", "root"]) == [1, 2]
