import numpy as np
import pytest
from lift_programs import Program, engine

from hlo2penguin.diagnostics import Refused
from hlo2penguin.lift import Lifted, lift

DEVICES = 4
X = [np.arange(8, dtype=np.float32) + 100 * device for device in range(DEVICES)]
COMMON = {"kind": "x", "dtype": "float32", "has_token": False}


def lifted(form: str, shape: tuple[int, ...], **values: object) -> Lifted:
    program = Program()
    program.op(form, [program.input(X[0])], [out := program.tensor(shape)], **COMMON, **values)
    program.function.outputs.append(out)
    return lift(program.function)


def run(form: str, shape: tuple[int, ...], **values: object) -> list[np.ndarray]:
    return [out[0] for out in engine(DEVICES).compile(lifted(form, shape, **values).module)([[x] for x in X])]


@pytest.mark.parametrize("groups", [((0, 1), (2, 3)), ((0, 3), (1, 2))])
def test_all_reduce_in_groups(groups: tuple) -> None:
    found = run("all_reduce", (8,), replica_groups=groups, cc_type_hint="add")
    for group in groups:
        for device in group:
            np.testing.assert_array_equal(found[device], sum(X[member] for member in group))


def test_empty_groups_mean_all() -> None:
    for array in run("all_reduce", (8,), replica_groups=(), cc_type_hint="maximum"):
        np.testing.assert_array_equal(array, X[-1])
    for array in run("all_gather", (32,), replica_groups=(), all_gather_dim=0):
        np.testing.assert_array_equal(array, np.concatenate(X))
    found = run("reduce_scatter", (2,), replica_groups=(), cc_type_hint="add", reduce_scatter_dim=0)
    np.testing.assert_array_equal(np.concatenate(found), sum(X))
    found = run("all_to_all", (8,), replica_groups=(), split_dimension=0, concat_dimension=0, split_count=4)
    np.testing.assert_array_equal(found[1], np.concatenate([x[2:4] for x in X]))


def test_all_gather() -> None:
    found = run("all_gather", (16,), replica_groups=((0, 2), (1, 3)), all_gather_dim=0)
    np.testing.assert_array_equal(found[2], np.concatenate([X[0], X[2]]))


def test_reduce_scatter() -> None:
    values = {"replica_groups": ((0, 1), (2, 3)), "cc_type_hint": "add", "reduce_scatter_dim": 0}
    np.testing.assert_array_equal(run("reduce_scatter", (4,), **values)[3], (X[2] + X[3])[4:])


def test_all_to_all() -> None:
    values = {"split_dimension": 0, "concat_dimension": 0, "split_count": 2}
    found = run("all_to_all", (8,), replica_groups=((0, 1), (2, 3)), **values)
    np.testing.assert_array_equal(found[0], np.concatenate([X[0][:4], X[1][:4]]))


def test_collective_permute() -> None:
    found = run("collective_permute", (8,), replica_groups=((0, 1), (1, 2)))
    np.testing.assert_array_equal(found, [np.zeros(8), X[0], X[1], np.zeros(8)])


def test_two_destinations_and_a_token() -> None:
    program = Program()
    x, y = program.input(X[0]), program.input(X[0] * 2)
    outs = [program.tensor((8,)), program.tensor((8,))]
    program.op("all_reduce", [x, y], outs, **COMMON, replica_groups=((0, 1, 2, 3),), cc_type_hint="add")
    token = program.input(np.uint8(7))
    more = [program.tensor((8,)), program.tensor((), "uint8")]
    values = {**COMMON, "has_token": True, "replica_groups": ((0, 1, 2, 3),), "cc_type_hint": "add"}
    program.op("all_reduce", [x, token], more, **values)
    program.function.outputs[:] = [*outs, *more]
    found = engine(DEVICES).compile(lift(program.function).module)([[x, 2 * x, np.uint8(7)] for x in X])[2]
    np.testing.assert_array_equal(found[0], sum(X))
    np.testing.assert_array_equal(found[1], 2 * sum(X))
    np.testing.assert_array_equal(found[2], sum(X))
    assert found[3] == 7


def test_the_module_says_how_many_partitions() -> None:
    program = lifted("all_gather", (16,), replica_groups=((0, 2), (1, 3)), all_gather_dim=0)
    assert program.partitions == 4
    assert "mhlo.num_partitions = 4" in program.text
    assert "channel_handle" in program.text
    assert "use_global_device_ids" in program.text
    assert lifted("all_gather", (32,), replica_groups=(), all_gather_dim=0).partitions == 4


def test_a_reduction_without_a_name_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        lifted("all_reduce", (8,), replica_groups=())
    assert caught.value.code == "H2P224"
