"""Many programs: folders, cache, crashes, a real Dask scheduler."""

import json
import os
from pathlib import Path

import pytest

from hlo2penguin.batch import Task, find_inputs, perform, plan, run_batch
from hlo2penguin.diagnostics import Refused
from hlo2penguin.options import Options

IDENTITY = "func.func @main(%x: tensor<{n}xf32>) -> tensor<{n}xf32> {{ return %x : tensor<{n}xf32> }}"


@pytest.fixture
def inputs(tmp_path):
    folder = tmp_path / "in"
    (folder / "sub").mkdir(parents=True)
    for n in range(1, 4):
        (folder / f"m{n}.mlir").write_text(IDENTITY.format(n=n))
    (folder / "sub" / "bad.mlir").write_text("not a program")
    return find_inputs([str(folder)])


def tasks_of(inputs, tmp_path, **options):
    return plan(inputs, str(tmp_path / "out"), Options(**options))


def crash_once(task: Task):
    marker = Path(f"{task.out}.crashed")
    if "m2" in task.input and not marker.exists():
        marker.touch()
        os._exit(9)
    return perform(task)


def crash_always(task: Task):
    if "m2" in task.input:
        os._exit(9)
    return perform(task)


def test_each_input_gets_its_own_folder(inputs, tmp_path):
    results = run_batch(tasks_of(inputs, tmp_path), jobs=2)
    assert [result.status for result in results] == ["converted", "converted", "converted", "refused"]
    texts = sorted(str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("penguin.py"))
    assert texts == [f"m{n}.mlir/penguin.py" for n in (1, 2, 3)]
    lines = [json.loads(line) for line in (tmp_path / "out" / "results.jsonl").read_text().splitlines()]
    assert [line["input"] for line in lines] == inputs
    assert lines[3]["code"] == results[3].code != ""


def test_a_second_run_does_only_what_is_new(inputs, tmp_path):
    run_batch(tasks_of(inputs, tmp_path), jobs=2)
    Path(inputs[0]).write_text(IDENTITY.format(n=9))
    results = run_batch(tasks_of(inputs, tmp_path), jobs=2)
    assert [result.cached for result in results] == [False, True, True, True]


def test_other_options_are_another_key(inputs, tmp_path):
    run_batch(tasks_of(inputs[:1], tmp_path), jobs=1)
    assert not run_batch(tasks_of(inputs[:1], tmp_path, dialect="mhlo"), jobs=1)[0].cached


def test_lost_output_is_made_again(inputs, tmp_path):
    run_batch(tasks_of(inputs[:1], tmp_path), jobs=1)
    next((tmp_path / "out").rglob("penguin.py")).unlink()
    assert not run_batch(tasks_of(inputs[:1], tmp_path), jobs=1)[0].cached


def test_a_crash_is_retried_once(inputs, tmp_path):
    results = run_batch(tasks_of(inputs[:3], tmp_path), jobs=2, work=crash_once)
    assert [result.status for result in results] == ["converted"] * 3


def test_a_task_that_crashes_twice_is_reported_and_costs_no_other(inputs, tmp_path):
    results = run_batch(tasks_of(inputs[:3], tmp_path), jobs=2, work=crash_always)
    assert [result.status for result in results] == ["converted", "error", "converted"]
    assert results[1].code == "H2P098"


def test_patterns_that_name_nothing_are_refused_together(tmp_path):
    with pytest.raises(Refused) as error:
        find_inputs([str(tmp_path / "a*"), str(tmp_path / "b")])
    assert len(error.value.diagnostics) == 2


def test_dask_scheduler_with_two_workers(inputs, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        results = run_batch(tasks_of(inputs, tmp_path), jobs=1, dask=cluster.scheduler_address)
    assert [result.status for result in results] == ["converted", "converted", "converted", "refused"]
