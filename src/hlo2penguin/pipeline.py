"""The order of stages, known only here: load, prepare, fuse, print. Timing and IR dumps between them."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from hlo2penguin import fusion
from hlo2penguin.collector import no_collection
from hlo2penguin.diagnostics import Diagnostic, Refused, Remark
from hlo2penguin.load import Loaded, load
from hlo2penguin.metrics import Metrics, count_macs, count_traffic
from hlo2penguin.mlir.context import ir, run_passes
from hlo2penguin.mlir.decode import Decoder
from hlo2penguin.mlir.edit import entry_block, main_function
from hlo2penguin.options import Options
from hlo2penguin.prepare import PASSES, PrepareState, prepare
from hlo2penguin.printer import InputAlias, Printed, print_program
from hlo2penguin.save import save

__all__ = ["STAGES", "Program", "Session", "convert"]

STAGES = ("load", "prepare", "fuse", "print")
"""Stage names, in order; every stage but the last leaves a module."""

Dump = Callable[[str, str], None]


@dataclass(slots=True)
class Program:
    """A converted program.

    `text` is the Penguin text, `constants` the arrays of its `.npy` files by file name, `remarks` what the passes had
    to say, `timing` seconds per stage, `operations` the number of ops printed.
    """

    text: str
    constants: dict[str, np.ndarray]
    metrics: Metrics
    remarks: list[Remark]
    timing: dict[str, float]
    operations: int
    source: str = ""

    def save(self, directory: str, name: str = "penguin.py") -> str:
        """Writes the text and its constants into `directory`, all or nothing; gives the text's path."""
        return save(self.text, self.constants, directory, name)


@dataclass(slots=True)
class Session:
    """One conversion: options, memo tables, remarks, and the module as it goes from stage to stage."""

    options: Options
    dump: Dump | None = None
    on_stage: Callable[[str], None] | None = None
    decoder: Decoder = field(default_factory=Decoder)
    remarks: list[Remark] = field(default_factory=list[Remark])
    timing: dict[str, float] = field(default_factory=dict[str, float])
    loaded: Loaded | None = None
    metrics: Metrics = Metrics(0, 0)
    dialect: Literal["stablehlo", "mhlo"] = "stablehlo"

    @contextmanager
    def _stage(self, name: str) -> Generator[None, None, None]:
        if self.on_stage is not None:
            self.on_stage(name)
        start = time.perf_counter()
        with no_collection():
            yield
        self.timing[name] = self.timing.get(name, 0.0) + time.perf_counter() - start
        if self.dump is not None and name != "print" and {name, "all"} & set(self.options.print_ir_after):
            self.dump(name, module_text(self.module))

    @property
    def module(self) -> ir.Module:
        """The module of the conversion, edited in place by each stage."""
        assert self.loaded is not None, "load comes first"
        return self.loaded.module

    def load(self, source: Any, name: str | None = None) -> None:
        """Brings the source in and into the wanted dialect."""
        with self._stage("load"):
            self.loaded = load(source, name)
            self.decoder.source = self.loaded.source
            native = "mhlo" if self.loaded.format == "mhlo" else "stablehlo"
            self.dialect = native if self.options.dialect == "auto" else self.options.dialect
            if self.dialect != native:
                _change_dialect(self.module, self.dialect)

    def prepare(self) -> None:
        """One flat `@main`; the metrics' traffic is that of the module as loaded, mac-count of the whole program."""
        with self._stage("prepare"):
            must = frozenset(alias.output for alias in input_aliases(self.module, self.decoder) if alias.kind == "must")
            traffic = count_traffic(self.module, self.decoder, must)
            prepare(self.module, self._prepare_state())
            self.metrics = Metrics(count_macs(self.module, self.decoder), traffic)

    def _prepare_state(self) -> PrepareState:
        assert self.loaded is not None, "load comes first"
        return PrepareState(self.options, self.decoder, self.remarks, [], self.loaded.names, self.dialect)

    def fuse(self) -> None:
        """NeuronOpFusion and, where asked for, schedule fusion."""
        with self._stage("fuse"):
            self.remarks += fusion.fuse(self.module, self.options, self.decoder)
            if self.options.schedule_on:
                self.remarks += fusion.schedule_fusion(self.module, self.options)

    @staticmethod
    def pass_names() -> list[str]:
        """Names that `run_pass` takes."""
        return [*fusion.PASSES, "prepare", *(own.name for own in PASSES), "none"]

    def run_pass(self, name: str) -> bool:
        """Runs one pass on the module as it is, as mlir-opt would; False where there is no such pass."""
        if name == "none":
            return True
        if name == "prepare":
            self.prepare()
            return True
        if name in fusion.PASSES:
            self.remarks += fusion.PASSES[name](self.module, self.options) or ()
            return True
        for own in PASSES:
            if own.name == name:
                state = self._prepare_state()
                own.run(self.module, state)
                if state.problems:
                    raise Refused(state.problems)
                return True
        return False

    def print(self) -> Printed:
        """The text."""
        with self._stage("print"):
            assert self.loaded is not None
            marked = self.loaded.frontend_attributes.get("transposable_weight_idx", "")
            printed = print_program(
                self.module,
                self.decoder,
                self.options,
                self.dialect,
                self.metrics,
                input_aliases(self.module, self.decoder),
                frozenset(int(part) for part in marked.split(",") if part.strip().isdigit()),
            )
            self.remarks += printed.remarks
            return printed


def convert(
    source: Any,
    options: Options | None = None,
    *,
    name: str | None = None,
    dump: Dump | None = None,
    on_stage: Callable[[str], None] | None = None,
) -> Program:
    """Converts a program to Penguin text.

    `source` is a path (`-`: standard input), bytes, text, an `ir.Module`, or a jax lowered or exported object. `dump`
    gets stage name and IR text after each stage of `options.print_ir_after`, `on_stage` each stage's name as it begins.
    Raises Refused with every problem.
    """
    session = Session(options or Options(), dump, on_stage)
    session.load(source, name)
    session.prepare()
    session.fuse()
    printed = session.print()
    assert session.loaded is not None
    return Program(
        printed.text,
        printed.constants,
        session.metrics,
        session.remarks,
        session.timing,
        printed.operations,
        session.loaded.source,
    )


def module_text(module: ir.Module) -> str:
    """The module as MLIR text, without locations."""
    return module.operation.get_asm(assume_verified=True)


_CONVERSIONS = {"mhlo": "stablehlo-legalize-to-hlo", "stablehlo": "hlo-legalize-to-stablehlo"}


def _change_dialect(module: ir.Module, dialect: str) -> None:
    try:
        run_passes(module, _CONVERSIONS[dialect])
    except ir.MLIRError as error:
        cause = f"the program cannot be written in {dialect}: {error}"
        raise Refused(Diagnostic("H2P012", cause, "convert with --dialect auto")) from error


def input_aliases(module: ir.Module, decoder: Decoder) -> Sequence[InputAlias]:
    """Outputs that share an input's storage: the importer's attribute, else JAX's donation marks (may-alias)."""
    main = main_function(module)
    if main is None:
        return ()
    entries = decoder.get(module.operation, "mhlo.input_output_alias") or decoder.get(main, "mhlo.input_output_alias")
    if entries:
        return [
            InputAlias(
                entry["output_index"][0] if entry["output_index"] else 0,
                entry["alias"]["parameter_number"],
                entry["alias"]["kind"].removesuffix("_alias"),
            )
            for entry in entries
        ]
    marks = decoder.get(main, "arg_attrs") or ()
    found = [(mark["tf.aliasing_output"], index) for index, mark in enumerate(marks) if "tf.aliasing_output" in mark]
    arguments = len(entry_block(main).arguments)
    return [InputAlias(output, index, "may") for output, index in sorted(found) if index < arguments]
