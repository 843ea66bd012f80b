"""Programs that nobody here wrote: prepared, verified, and unchanged by a second run."""

from pathlib import Path

import pytest

from hlo2penguin.diagnostics import Refused
from hlo2penguin.load import load
from hlo2penguin.mlir.decode import Decoder
from hlo2penguin.options import Options
from hlo2penguin.prepare import PrepareState, prepare

GONE = (
    "stablehlo.while",
    "stablehlo.case",
    "check.expect",
    "sdy.",
    "batch_norm",
    "TransferWithStaticRing",
    "mhlo.while",
)


def _programs(corpus: Path) -> list[Path]:
    testdata = sorted((corpus / "stablehlo_testdata").glob("*.mlir"))[::25]
    small = [path for path in sorted((corpus / "neuron_hlo").glob("*.pb")) if path.stat().st_size < 20_000]
    rest = [*(corpus / "torch_neuronx_hlo").glob("*.hlo"), *(corpus / "issues").glob("B*"), *corpus.glob("*.mlir")]
    loops = (corpus / "stablehlo_testdata").glob("random_*.mlir")
    return [*testdata, *small, *sorted(rest), *sorted(loops)]


def test_every_program_is_prepared_once(corpus):
    refused = {}
    for path in _programs(corpus):
        try:
            loaded = load(str(path))
            dialect = "mhlo" if loaded.format == "mhlo" else "stablehlo"
            state = PrepareState(Options(), Decoder(), [], [], loaded.names, dialect)
            prepare(loaded.module, state)
        except Refused as refusal:
            refused[path.name] = refusal.code
            continue
        loaded.module.operation.verify()
        text = str(loaded.module)
        for word in GONE:
            assert word not in text, path.name
        prepare(loaded.module, state)
        assert str(loaded.module) == text, path.name
    assert refused == {
        "nxd_nki_kernel.hlo": "H2P003",
        "B01_set_dimension_size.hlo": "NCC_EMOD025",
        "yolox_0005442.hlo.pb": "H2P202",
        "igammac_float32_20_20_float32_20_20_chlo.mlir": "NCC_PYP055",
        "random_gamma_float32_3_chlo.mlir": "NCC_PYP055",
        "random_gamma_float64_chlo.mlir": "NCC_PYP055",
    }


F64_CONSTANTS = ["random_categorical_float16_5_4", "random_categorical_float32_8", "bessel_i0e_bfloat16_20_20"]


@pytest.mark.parametrize("name", F64_CONSTANTS)
def test_f64_that_is_only_a_constant_is_gone(corpus, name):
    loaded = load(str(corpus / "stablehlo_testdata" / f"{name}.mlir"))
    prepare(loaded.module, PrepareState(Options(), Decoder(), [], [], loaded.names))
    assert "f64" not in str(loaded.module)


def test_the_long_loop_names_its_counts(corpus):
    loaded = load(str(corpus / "neuron_hlo" / "yolox_0005442.hlo.pb"))
    with pytest.raises(Refused, match=r"102,400 iterations of \d+ operations"):
        prepare(loaded.module, PrepareState(Options(), Decoder(), [], [], loaded.names))
