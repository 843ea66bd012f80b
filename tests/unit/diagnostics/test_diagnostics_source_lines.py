"""Source lines beside diagnostics."""

from pathlib import Path

from hlo2penguin.diagnostics import Diagnostic, Place, render
from hlo2penguin.diagnostics.source_lines import with_source_lines


def _shown(place: Place) -> list[str]:
    return render(with_source_lines([Diagnostic("NCC_X", "cause", place=place)])).splitlines()


def test_the_line_is_shown_with_a_caret_under_the_column(tmp_path: Path) -> None:
    file = tmp_path / "model.mlir"
    file.write_text("first\n\tsecond line\n")
    assert _shown(Place(str(file), 2, 9))[1:] == ["   second line", "          ^"]


def test_a_long_line_is_cut_around_the_column(tmp_path: Path) -> None:
    file = tmp_path / "model.mlir"
    file.write_text("a" * 300 + "X" + "b" * 300)
    line, caret = _shown(Place(str(file), 1, 301))[1:]
    assert len(line) < 130
    assert line[caret.index("^")] == "X"


def test_what_cannot_be_read_shows_nothing(tmp_path: Path) -> None:
    binary = tmp_path / "model.pb"
    binary.write_bytes(b"\xff\xfe\n\xff")
    for place in (Place("nowhere.mlir", 1), Place(str(tmp_path), 1), Place(str(binary), 1), Place("", 0)):
        assert len(_shown(place)) == 1


def test_a_line_beyond_the_file_shows_nothing(tmp_path: Path) -> None:
    file = tmp_path / "model.mlir"
    file.write_text("one\n")
    assert len(_shown(Place(str(file), 9))) == 1


def test_a_line_that_is_known_is_kept() -> None:
    assert _shown(Place("gone.mlir", 3, 2, text="known"))[1:] == ["  known", "   ^"]


HLO = "HloModule m\n\nENTRY %main {\n  %x = f32[4] parameter(0)\n  ROOT %call.2 = f32[4] custom-call(%x)\n}\n"


def test_an_instruction_of_hlo_text_gets_its_line(tmp_path: Path) -> None:
    file = tmp_path / "model.hlo"
    file.write_text(HLO)
    for name in ("call.2", "aten__foo_call.2"):
        (shown,) = with_source_lines([Diagnostic("NCC_X", "cause", place=Place(name=name))], str(file))
        assert (shown.place.line, shown.place.column) == (5, 9)
        assert shown.place.text == "  ROOT %call.2 = f32[4] custom-call(%x)"
    (unknown,) = with_source_lines([Diagnostic("NCC_X", "cause", place=Place(name="input0"))], str(file))
    assert unknown.place == Place(name="input0")
