"""JAX functions in, Penguin text out, with tensors named after the arguments' paths (extra `run`).

`import hlo2penguin` does not import JAX; this module does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

try:
    import jax
    from jax import export, stages
except ImportError as error:
    raise ImportError("hlo2penguin.jax needs JAX: pip install 'hlo2penguin[run]'") from error

from hlo2penguin.load import load
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder
from hlo2penguin.mlir.edit import entry_block, main_function
from hlo2penguin.options import Options
from hlo2penguin.pipeline import Program
from hlo2penguin.pipeline import convert as convert_program

__all__ = ["argument_path", "convert", "unique_names"]

Namer = Callable[[str], str]


def convert(fn: Any, *args: Any, options: Options | None = None, **kwargs: Any) -> Program:
    """Converts `fn` called with `args` and `kwargs` to Penguin text.

    `fn` is a function (`shard_map` ones too), a jitted function, or what `jit(f).trace(…)`, `jit(f).lower(…)` and
    `jax.export` return, which take no arguments here. Arrays and `jax.ShapeDtypeStruct` serve alike as arguments.

    Inputs are named after the arguments (`params['layers'][0]['w']` is `params.layers_0.w`), outputs after the keys
    of what the function returns, `output<i>` where it has none. Arguments that the function does not use are dropped,
    as JAX drops them.

    Raises Refused for a program that cannot be printed. What JAX raises while it traces `fn` goes through.
    """
    return convert_lowered(_lower(fn, args, kwargs), options, getattr(fn, "__name__", None))


def convert_lowered(
    lowered: object,
    options: Options | None,
    name: str | None,
    namer: Namer | None = None,
    results: Sequence[str] | None = None,
) -> Program:
    """Converts a lowered or exported program.

    `namer` turns an argument's path into its name; `results` are the results' paths where JAX's own do not serve.
    """
    program = f"<{name}>" if name and name.isidentifier() else None
    module = load(lowered, program).module
    _name_tensors(module, namer or argument_path, results)
    return convert_program(module, options, name=program)


def _lower(fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> object:
    if isinstance(fn, stages.Lowered | stages.Traced | export.Exported):
        if args or kwargs:
            raise TypeError(f"a {type(fn).__name__} object has its arguments already")
        return fn.lower() if isinstance(fn, stages.Traced) else fn
    jit = cast("Any", jax.jit)  # pyright: ignore[reportUnknownMemberType]
    jitted: Any = fn if isinstance(fn, stages.Wrapped) else jit(fn)
    return jitted.lower(*args, **kwargs)


def _name_tensors(module: ir.Module, namer: Namer, results: Sequence[str] | None) -> None:
    """Sets `input_names` and `output_names` of `@main` from argument locations and the results' paths."""
    main = main_function(module)
    if main is None:
        return
    locations = [argument.location for argument in entry_block(main).arguments]
    paths = [location.name_str if isinstance(location, ir.NameLoc) else "" for location in locations]
    if results is None:
        marks: tuple[dict[str, str], ...] = Decoder().get(main, "res_attrs") or ()
        results = [mark.get("jax.result_info", "") for mark in marks]
    names = unique_names(
        [
            *(namer(path) or f"input{index}" for index, path in enumerate(paths)),
            *(_result_name(path) or f"output{index}" for index, path in enumerate(results)),
        ]
    )
    attributes = main.operation.attributes
    attributes["input_names"] = _strings(names[: len(paths)], module.context)
    attributes["output_names"] = _strings(names[len(paths) :], module.context)


def _strings(values: Iterable[str], context: ir.Context) -> ir.Attribute:
    return ir.ArrayAttr.get([ir.StringAttr.get(value, context) for value in values], context)


_KEY = re.compile(r"""\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]|\[([^\]]*)\]|\.?([^.\[]+)""")


def argument_path(path: str) -> str:
    """A name from JAX's path of a leaf: keys and fields joined by dots, indices by underscores.

    `params['layers'][0]['w']` is `params.layers_0.w`.
    """
    name = ""
    for single, double, index, field in _KEY.findall(path):
        if index:
            name += f"_{index}"
        else:
            name += ("." if name else "") + (single or double or field)
    return name


def _result_name(path: str) -> str:
    """`output.loss` from `result['loss']`; empty for results that are only numbered."""
    if not re.search(r"['\".]", path):
        return ""
    return argument_path("output" + path.removeprefix("result"))


_FORBIDDEN = re.compile(r"[^A-Za-z0-9_.]+")
_LIKE_A_RESULT = re.compile(r"\w+\.\d+")


def unique_names(names: Iterable[str]) -> list[str]:
    """Names of letters, digits, dots and underscores, each different.

    None looks like `<op>.<k>`, which the printer gives to results. A name that is taken gets the next free `_<n>`.
    """
    found: dict[str, None] = {}
    for name in names:
        plain = _FORBIDDEN.sub("_", name).strip("_") or "input"
        if _LIKE_A_RESULT.fullmatch(plain):
            plain = plain.replace(".", "_")
        candidate, count = plain, 1
        while candidate in found:
            count += 1
            candidate = f"{plain}_{count}"
        found[candidate] = None
    return list(found)
