"""Constants: the `.npy` files beside a program, read as data from inside the program's directory only."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from math import prod
from pathlib import Path, PurePosixPath
from typing import IO, Any, Final, NoReturn

import ml_dtypes
import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from hlo2penguin.diagnostics import Diagnostic, Place, Refused
from hlo2penguin.penguin.model import Tensor

__all__ = ["load_constant"]

_MAPPED_FROM: Final = 1 << 20
"""Files of at least so many bytes are mapped instead of read."""

_NATIVE = ("float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
_RAW = {
    "bfloat16": ml_dtypes.bfloat16,
    "float8_e3m4": ml_dtypes.float8_e3m4,
    "float8_e4m3": ml_dtypes.float8_e4m3,
    "float8_e4m3fn": ml_dtypes.float8_e4m3fn,
    "float8_e4m3fnuz": ml_dtypes.float8_e4m3fnuz,
    "float8_e4m3b11fnuz": ml_dtypes.float8_e4m3b11fnuz,
    "float8_e5m2": ml_dtypes.float8_e5m2,
    "float8_e5m2fnuz": ml_dtypes.float8_e5m2fnuz,
    "float8_e8m0fnu": ml_dtypes.float8_e8m0fnu,
}
"""Stored as `|V2` or `|V1`: numpy has no code for them."""

_STORED: dict[str, tuple[np.dtype[Any], ...]] = {
    **{name: (np.dtype(name).newbyteorder("<"),) for name in _NATIVE},
    **{name: (np.dtype(f"V{np.dtype(kind).itemsize}"),) for name, kind in _RAW.items()},
    "bool": (np.dtype(np.bool_),),
    "uint8": (np.dtype(np.uint8), np.dtype(np.bool_)),
}
"""Dtype of a tensor to the dtypes that its file may have; i1 under profile field `i1_dtype` is uint8 or bool."""


def load_constant(tensor: Tensor, directory: str | os.PathLike[str], source: str = "") -> NDArray[Any]:
    """The value of a constant tensor whose file is `tensor.init`, as a read-only array of its shape and dtype.

    bfloat16 and the float8 types come as `ml_dtypes` arrays. Large files are memory-mapped. The file must lie in
    `directory` (links are followed only inside it) and agree with the tensor in shape, dtype and size. Nothing is
    unpickled. `source` names the program in messages. Raises Refused with codes H2P130 to H2P136.
    """
    return _Load(tensor, Path(directory), source).array()


@dataclass(frozen=True, slots=True)
class _Header:
    shape: tuple[int, ...]
    fortran_order: bool
    dtype: np.dtype[Any]
    start: int


class _Load:
    """One constant on its way in."""

    def __init__(self, tensor: Tensor, directory: Path, source: str) -> None:
        self.tensor = tensor
        self.source = source
        self.directory = directory
        self.file = tensor.init or ""

    def refuse(self, code: str, cause: str, help: str = "") -> NoReturn:
        place = Place(self.source, self.tensor.line, name=self.tensor.name)
        raise Refused(Diagnostic(code, f"constant {self.tensor.name}: {cause}", help, place)) from None

    def path(self) -> Path:
        """The file's real path, which lies in the program's directory."""
        plain = PurePosixPath(self.file)
        if (
            not self.file.endswith(".npy")
            or plain.is_absolute()
            or any(part in ("", ".", "..") for part in self.file.split("/"))
            or any(character in self.file for character in "\\:\0")
        ):
            self.refuse("H2P131", f"{self.file!r} is not a plain relative name that ends in .npy")
        try:
            root = self.directory.resolve(strict=True)
            path = (root / plain).resolve(strict=True)
        except (OSError, RuntimeError, ValueError) as error:
            self.refuse("H2P130", f"cannot open {self.file}: {getattr(error, 'strerror', None) or error}")
        if not path.is_relative_to(root):
            self.refuse("H2P131", f"{self.file} links to a place outside of the program's directory")
        return path

    def array(self) -> NDArray[Any]:
        path = self.path()
        try:
            # Not blocking: a pipe under the name of a constant would wait for a writer.
            descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        except OSError as error:
            self.refuse("H2P130", f"cannot open {self.file}: {error.strerror}")
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            os.close(descriptor)
            self.refuse("H2P130", f"{self.file} is not a regular file")
        with os.fdopen(descriptor, "rb") as stream:
            header = self.header(stream)
            self.check(header, status.st_size)
            raw = self.data(stream, header, status.st_size)
        return self.typed(raw)

    def header(self, stream: IO[bytes]) -> _Header:
        start = stream.read(6)
        if start[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
            self.refuse("H2P132", f"{self.file} is a zip archive (.npz)", "store one array per .npy file")
        if start[:1] == b"\x80":
            self.refuse("H2P133", f"{self.file} is a pickle", "store plain arrays; nothing is unpickled")
        if start != b"\x93NUMPY":
            self.refuse("H2P132", f"{self.file} does not start as a .npy file")
        version = stream.read(2)
        readers = {b"\1\0": npy.read_array_header_1_0, b"\2\0": npy.read_array_header_2_0}
        if version not in readers:
            shown = ".".join(map(str, version)) or "missing"
            self.refuse("H2P132", f"{self.file} has format version {shown}; 1.0 and 2.0 are read")
        try:
            shape, fortran_order, dtype = readers[version](stream)
        except Exception as error:  # a header that is no literal fails in numpy in a dozen ways
            reason = str(error).split("\n", 1)[0][:200]
            self.refuse("H2P132", f"{self.file} has a header that cannot be read: {reason}")
        return _Header(shape, fortran_order, dtype, stream.tell())

    def check(self, header: _Header, size: int) -> None:
        """Agreement of header, tensor and file size; nothing has been allocated yet."""
        if header.dtype.hasobject:
            self.refuse("H2P133", f"{self.file} holds Python objects", "store plain arrays; nothing is unpickled")
        tensor = self.tensor
        if tensor.dtype not in _STORED:
            self.refuse("H2P134", f"constants of dtype {tensor.dtype} are not read")
        if header.dtype not in _STORED[tensor.dtype]:
            wanted = " or ".join(dtype.str for dtype in _STORED[tensor.dtype])
            cause = f"{self.file} has dtype {header.dtype.str}; the tensor is {tensor.dtype}, stored as {wanted}"
            self.refuse("H2P134", cause)
        if header.shape != tensor.shape:
            self.refuse("H2P134", f"{self.file} has shape {header.shape}; the tensor has {tensor.shape}")
        expected = header.start + prod(header.shape) * header.dtype.itemsize
        if size != expected:
            self.refuse("H2P135", f"{self.file} has {size} bytes; its header needs {expected}")

    def data(self, stream: IO[bytes], header: _Header, size: int) -> NDArray[Any]:
        order = "F" if header.fortran_order else "C"
        if size >= _MAPPED_FROM:
            return np.memmap(stream, header.dtype, "r", header.start, header.shape, order)
        array = np.frombuffer(stream.read(), header.dtype)
        return array.reshape(header.shape, order=order)

    def typed(self, raw: NDArray[Any]) -> NDArray[Any]:
        """The array under the tensor's dtype."""
        if raw.dtype == np.bool_:
            raw = raw.view(np.uint8)
            if raw.size and int(raw.max()) > 1:
                self.refuse("H2P136", f"{self.file} holds booleans that are neither 0 nor 1")
        dtype = np.dtype(_RAW.get(self.tensor.dtype, self.tensor.dtype))
        return raw.view(dtype) if raw.dtype != dtype else raw
