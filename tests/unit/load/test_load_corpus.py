"""Programs that nobody of this project wrote: all load or are refused well."""

from pathlib import Path

import pytest

from hlo2penguin.diagnostics import Refused
from hlo2penguin.load import load
from hlo2penguin.mlir.decode import Decoder
from hlo2penguin.mlir.edit import entry_block, main_function

pytestmark = pytest.mark.corpus


def test_everything_loads_but_the_malformed_one(corpus: Path) -> None:
    files = [p for p in corpus.rglob("*") if p.suffix in (".mlir", ".hlo", ".pb")]
    assert len(files) > 800
    refused: dict[str, Refused] = {}
    for path in files:
        try:
            load(path)
        except Refused as error:
            refused[path.name] = error
    assert set(refused) == {"nxd_nki_kernel.hlo"}
    (problem,) = refused["nxd_nki_kernel.hlo"].diagnostics
    assert "operand type mismatch" in problem.cause
    assert problem.place.name == "call.0"


def test_real_protos_have_the_ids_that_were_printed(evidence: Path) -> None:
    loaded = load(evidence / "real_output" / "dot_a.reconstructed.hlo.pb")
    main = main_function(loaded.module)
    assert main is not None
    dot = Decoder().location(entry_block(main).operations[0].location)
    assert (dot.instruction, dot.hlo_id) == ("dot.3", 3)
    names = load(evidence / "real_output" / "layout_4io.hlo.pb").names
    assert names is not None
    assert [names.fresh(n) for n in ("reshape", "transpose", "reshape.1")] == [
        ("reshape.6", 21),
        ("transpose.3", 22),
        ("reshape.7", 23),
    ]
