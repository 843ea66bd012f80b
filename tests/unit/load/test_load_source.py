"""Where programs come from and what they are told to be."""

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from jaxlib.mlir.dialects import stablehlo
from load_programs import HLO, STABLEHLO, kinds, only, proto, refused, where

from hlo2penguin.load import load
from hlo2penguin.load.sniff import sniff
from hlo2penguin.mlir.context import ir, new_context


def _bytecode() -> bytes:
    buffer = io.BytesIO()
    load(STABLEHLO).module.operation.write_bytecode(buffer)
    return buffer.getvalue()


def _wrapped(module: bytes) -> bytes:
    """An HloProto around a serialized HloModuleProto, followed by a field of its own."""
    size, length = len(module), b""
    while size > 127:
        length, size = length + bytes([size & 127 | 128]), size >> 7
    return b"\x0a" + length + bytes([size]) + module + b"\x1a\x02\x08\x01"


FORMS = {
    "stablehlo": lambda: STABLEHLO.encode(),
    "marked": lambda: b"\xef\xbb\xbf// a comment\n\n" + STABLEHLO.encode(),
    "aliases": lambda: b'#loc = loc("x.py":1:1)\nmodule {\n' + STABLEHLO.encode() + b"}\n",
    "generic": lambda: b'"builtin.module"() ({\n' + STABLEHLO.encode() + b"}) : () -> ()\n",
    "bytecode": _bytecode,
    "current artifact": lambda: stablehlo.serialize_portable_artifact(load(STABLEHLO).module, "1.0.0"),
    "old artifact": lambda: stablehlo.serialize_portable_artifact(load(STABLEHLO).module, "0.17.0"),
    "hlo text": lambda: HLO.encode(),
    "commented hlo": lambda: b"\n// one\n/* two\n three */ " + HLO.encode(),
    "headerless hlo": lambda: b"ENTRY e {\n  x = f32[4] parameter(0)\n  ROOT n = f32[4] negate(x)\n}\n",
    "module proto": lambda: proto(HLO),
    "hlo proto": lambda: _wrapped(proto(HLO)),
}


@pytest.mark.parametrize("form", FORMS)
def test_forms_are_told_by_their_bytes(form: str, tmp_path: Path) -> None:
    path = tmp_path / "misleading.onnx"
    path.write_bytes(FORMS[form]())
    loaded = load(path)
    assert loaded.format == ("hlo" if form.endswith((" hlo", "hlo text", "proto")) else "stablehlo")
    assert loaded.source == str(path)
    assert "negate" in kinds(loaded)
    assert (loaded.names is None) == (loaded.format == "stablehlo")


def test_portable_artifacts_keep_locations() -> None:
    loaded = load(FORMS["old artifact"]())
    assert where(only(loaded, "negate")).op_name == "net/neg"
    assert (where(only(loaded, "negate")).file, where(only(loaded, "negate")).line) == ("net.py", 7)


def test_strings_are_programs_or_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("model{1}.mlir").write_text(STABLEHLO)
    assert load("model{1}.mlir").source == "model{1}.mlir"
    assert load(STABLEHLO).source == "<text>"
    assert load("func.func @main() { return }").source == "<text>"
    assert load(STABLEHLO, name="net").source == "net"
    assert refused("absent.mlir")[0].cause == "no such file"


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(STABLEHLO.encode())))
    assert load("-").source == "<stdin>"


def test_a_module_of_another_context_is_copied() -> None:
    theirs = load(STABLEHLO).module
    before = str(theirs)
    loaded = load(theirs)
    assert loaded.module.context is not theirs.context
    assert where(only(loaded, "negate")).op_name == "net/neg"
    only(loaded, "negate").operation.attributes["mine"] = ir.UnitAttr.get(loaded.module.context)
    assert str(theirs) == before


def test_objects_of_jax() -> None:
    lowered = SimpleNamespace(compiler_ir=lambda dialect=None: load(STABLEHLO).module)
    assert load(lowered).source == "<lowered>"
    exported = SimpleNamespace(mlir_module_serialized=FORMS["old artifact"](), fun_name="step")
    assert load(exported).source == "<exported step>"
    (problem,) = refused(3)
    assert "type int is no program" in problem.cause


@pytest.mark.parametrize(
    ("content", "cause", "help"),
    [
        (b"", "the input is empty", ""),
        (b" \n\t", "the input is empty", ""),
        (b"\x1f\x8b\x08\x00rest", "none of", "gzip"),
        (b"PK\x03\x04\x00\x00", "none of", "zip"),
        (b"import neuronxcc.starfish.penguin.ir.ir as m0\n", "none of", "Penguin text"),
        (b'{"graphs": []}\n', "none of", ""),
        (b"hello world\n", "none of", ""),
        (b"\xff\xfeh\x00", "none of", ""),
        (b"HloModule \xff\n", "none of", "UTF-8"),
        (b"\x0a\x03abc", "none of", ""),
        (b"\x08\x01\x10\x02", "none of", ""),
    ],
)
def test_what_is_no_program_is_refused(content: bytes, cause: str, help: str) -> None:
    (problem,) = refused(content)
    assert problem.code == "H2P001"
    assert cause in problem.cause
    assert help in problem.help


def test_unreadable_paths(tmp_path: Path) -> None:
    (problem,) = refused(tmp_path)
    assert problem.cause == "is a directory"
    assert problem.place.file == str(tmp_path)
    assert "cannot be read" in refused("x" * 5000)[0].cause
    assert "cannot be read" in refused("x\0y")[0].cause
    assert "UTF-8" in refused("\ud800\n")[0].cause


def test_sniffing_is_linear() -> None:
    assert sniff(b"\n" * 300_000 + b"@") == "unknown text"
    assert sniff(b"// a\n" * 100_000 + b"@") == "unknown text"


def test_own_context() -> None:
    first, second = load(STABLEHLO), load(STABLEHLO)
    assert first.module.context is not second.module.context
    assert new_context() is not first.module.context
