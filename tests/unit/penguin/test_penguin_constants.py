"""Constants: what is loaded, and everything that is refused."""

import io
import os
import pickle
import struct

import ml_dtypes
import numpy as np
import pytest
from penguin_builder import Builder

from hlo2penguin.diagnostics import Refused
from hlo2penguin.penguin import load_constant
from hlo2penguin.penguin.codes import CODES


def constant(shape, dtype, file="c.npy"):
    return Builder().tensor(shape, dtype, "constant.1", init=file)


def npy(descr: str, shape, data: bytes, *, version=(2, 0), header: str | None = None) -> bytes:
    """A .npy file put together by hand."""
    text = header or f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}}}"
    size = "<I" if version == (2, 0) else "<H"
    start = 8 + struct.calcsize(size)
    text += " " * (-(start + len(text) + 1) % 64) + "\n"
    return b"\x93NUMPY" + bytes(version) + struct.pack(size, len(text)) + text.encode("latin1") + data


def code(tensor, directory) -> str:
    with pytest.raises(Refused) as caught:
        load_constant(tensor, directory)
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.code in CODES
    assert diagnostic.place.name == "constant.1"
    return diagnostic.code


@pytest.mark.parametrize("version", [(1, 0), (2, 0)])
@pytest.mark.parametrize(
    "dtype", ["float32", "float16", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
)
def test_numpy_dtypes(tmp_path, dtype, version):
    array = np.arange(6, dtype=dtype).reshape(2, 3)
    (tmp_path / "c.npy").write_bytes(npy(array.dtype.str, (2, 3), array.tobytes(), version=version))
    loaded = load_constant(constant((2, 3), dtype), tmp_path)
    assert loaded.dtype == array.dtype
    assert np.array_equal(loaded, array)
    assert not loaded.flags.writeable


@pytest.mark.parametrize(
    "dtype",
    ["bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3", "float8_e3m4", "float8_e4m3fnuz", "float8_e8m0fnu"],
)
def test_dtypes_that_numpy_stores_as_raw_bytes(tmp_path, dtype):
    array = np.array([1.0, 2.0, 0.5, 4.0]).astype(getattr(ml_dtypes, dtype))
    width = array.dtype.itemsize
    (tmp_path / "c.npy").write_bytes(npy(f"|V{width}", (4,), array.tobytes()))
    loaded = load_constant(constant((4,), dtype), tmp_path)
    assert loaded.dtype == array.dtype
    assert loaded.tobytes() == array.tobytes()
    assert [float(value) for value in loaded] == [1.0, 2.0, 0.5, 4.0]


def test_what_numpy_itself_saves_is_loaded(tmp_path):
    array = np.arange(4).astype(ml_dtypes.bfloat16)
    np.save(tmp_path / "c.npy", array)
    assert np.array_equal(load_constant(constant((4,), "bfloat16"), tmp_path), array)
    order = np.asfortranarray(np.arange(6, dtype=np.float32).reshape(2, 3))
    np.save(tmp_path / "f.npy", order)
    assert np.array_equal(load_constant(constant((2, 3), "float32", "f.npy"), tmp_path), order)


def test_booleans(tmp_path):
    (tmp_path / "c.npy").write_bytes(npy("|b1", (3,), b"\1\0\1"))
    assert load_constant(constant((3,), "bool"), tmp_path).tolist() == [True, False, True]
    loaded = load_constant(constant((3,), "uint8"), tmp_path)
    assert (loaded.dtype, loaded.tolist()) == (np.uint8, [1, 0, 1])
    (tmp_path / "c.npy").write_bytes(npy("|b1", (3,), b"\1\2\1"))
    assert code(constant((3,), "bool"), tmp_path) == "H2P136"


@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2)])
def test_scalars_and_empty_constants(tmp_path, shape):
    array = np.zeros(shape, np.int32)
    (tmp_path / "c.npy").write_bytes(npy("<i4", shape, array.tobytes()))
    assert load_constant(constant(shape, "int32"), tmp_path).shape == shape


def test_large_constants_are_mapped(tmp_path):
    array = np.arange(1 << 19, dtype=np.float32).reshape(1 << 9, -1)
    (tmp_path / "c.npy").write_bytes(npy("<f4", array.shape, array.tobytes()))
    loaded = load_constant(constant(array.shape, "float32"), tmp_path)
    assert isinstance(loaded, np.memmap)
    assert np.array_equal(loaded, array)
    assert not loaded.flags.writeable
    raw = np.arange(1 << 20).astype(ml_dtypes.bfloat16)
    (tmp_path / "c.npy").write_bytes(npy("|V2", raw.shape, raw.tobytes()))
    assert load_constant(constant(raw.shape, "bfloat16"), tmp_path).dtype == ml_dtypes.bfloat16


@pytest.mark.parametrize(
    "file",
    [
        "/etc/c.npy",
        "../c.npy",
        "a/../../c.npy",
        "./c.npy",
        "a//c.npy",
        "",
        ".npy/",
        "c.txt",
        "..\\c.npy",
        "C:c.npy",
        "c\0.npy",
        "\\\\host\\c.npy",
    ],
)
def test_names_that_leave_the_directory(tmp_path, file):
    inside = tmp_path / "program"
    inside.mkdir()
    np.save(tmp_path / "c.npy", np.zeros(1, np.float32))
    assert code(constant((1,), "float32", file), inside) == "H2P131"


def test_links(tmp_path):
    inside = tmp_path / "program"
    inside.mkdir()
    np.save(tmp_path / "secret.npy", np.zeros(1, np.float32))
    np.save(inside / "real.npy", np.zeros(1, np.float32))
    (inside / "out.npy").symlink_to("../secret.npy")
    (inside / "absolute.npy").symlink_to(tmp_path / "secret.npy")
    (inside / "folder").symlink_to(tmp_path)
    (inside / "in.npy").symlink_to("real.npy")
    (inside / "loop.npy").symlink_to("loop.npy")
    for file in ("out.npy", "absolute.npy", "folder/secret.npy"):
        assert code(constant((1,), "float32", file), inside) == "H2P131"
    assert code(constant((1,), "float32", "loop.npy"), inside) == "H2P130"
    assert load_constant(constant((1,), "float32", "in.npy"), inside).tolist() == [0.0]


def test_plain_folders_inside_are_fine(tmp_path):
    (tmp_path / "weights").mkdir()
    np.save(tmp_path / "weights" / "c.npy", np.ones(1, np.float32))
    assert load_constant(constant((1,), "float32", "weights/c.npy"), tmp_path).tolist() == [1.0]


def test_files_that_cannot_be_read(tmp_path):
    assert code(constant((1,), "float32", "absent.npy"), tmp_path) == "H2P130"
    assert code(constant((1,), "float32"), tmp_path / "absent") == "H2P130"
    (tmp_path / "folder.npy").mkdir()
    assert code(constant((1,), "float32", "folder.npy"), tmp_path) == "H2P130"
    os.mkfifo(tmp_path / "pipe.npy")
    assert code(constant((1,), "float32", "pipe.npy"), tmp_path) == "H2P130"


class Payload:
    def __reduce__(self):
        return exec, ("raise AssertionError('unpickled')",)


def test_nothing_is_unpickled(tmp_path):
    (tmp_path / "c.npy").write_bytes(pickle.dumps(Payload()))
    assert code(constant((1,), "float32"), tmp_path) == "H2P133"
    np.save(tmp_path / "c.npy", np.array([Payload()], dtype=object), allow_pickle=True)
    assert code(constant((1,), "float32"), tmp_path) == "H2P133"
    np.save(tmp_path / "c.npy", np.zeros(1, [("a", object)]), allow_pickle=True)
    assert code(constant((1,), "float32"), tmp_path) == "H2P133"


def test_other_formats(tmp_path):
    stream = io.BytesIO()
    np.savez(stream, a=np.zeros(1, np.float32))
    array = np.zeros(2, np.float32)
    good = npy("<f4", (2,), array.tobytes())
    for data in (
        stream.getvalue(),
        b"",
        b"PK\x05\x06" + bytes(18),
        b"not an array",
        good[:6],
        good[:9],
        good[:40],
        good.replace(b"\x02\x00", b"\x03\x00", 1),
        good.replace(b"\x02\x00", b"\x09\x00", 1),
        npy("", (), b"", header="{'descr': '<f4'}"),
        npy("", (), b"", header="{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'extra': 1}"),
        npy("", (), b"", header="{'descr': __import__('os').system('true'), 'fortran_order': False, 'shape': (2,)}"),
        npy("", (), b"", header="{'descr': 'nonsense', 'fortran_order': False, 'shape': (2,)}"),
        npy("", (), b"", header="{'descr': '<f4', 'fortran_order': False, 'shape': (2.5,)}"),
        npy("", (), b"", header="(" * 5000),
        npy("", (), b"", header="[" + "1," * 20_000 + "]"),
    ):
        (tmp_path / "c.npy").write_bytes(data)
        assert code(constant((2,), "float32"), tmp_path) == "H2P132", data[:80]


def test_headers_that_disagree_with_the_tensor(tmp_path):
    array = np.zeros(4, np.float32)
    for descr, shape, dtype in (
        ("<f4", (2, 2), "float32"),
        ("<f4", (5,), "float32"),
        ("<f4", (-4,), "float32"),
        ("<f4", (10**18,), "float32"),
        (">f4", (4,), "float32"),
        ("<f4", (4,), "int32"),
        ("<i4", (4,), "float32"),
        ("|V4", (4,), "float32"),
        ("<f4", (4,), "bfloat16"),
        ("|b1", (4,), "int8"),
        ("<U1", (4,), "float32"),
        ("<f4", (4,), "float8_e5m2_x4"),
    ):
        (tmp_path / "c.npy").write_bytes(npy(descr, shape, array.tobytes()))
        assert code(constant((4,), dtype), tmp_path) in ("H2P134", "H2P132"), (descr, shape, dtype)


def test_files_of_another_size_than_the_header_says(tmp_path):
    good = npy("<f4", (4,), bytes(16))
    for data in (good[:-1], good + b"\0", good[:-16]):
        (tmp_path / "c.npy").write_bytes(data)
        assert code(constant((4,), "float32"), tmp_path) == "H2P135"
    huge = 10**15
    (tmp_path / "c.npy").write_bytes(npy("<f4", (huge,), bytes(16)))
    assert code(constant((huge,), "float32"), tmp_path) == "H2P135"
