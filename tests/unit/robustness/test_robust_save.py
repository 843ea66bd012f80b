"""Saving: whatever happens, the old program or the new one stands there, and its constants are its own."""

import errno
import itertools
import json
import os
import random
import resource
import signal
import time

import numpy as np
import pytest

from hlo2penguin import save as save_module
from hlo2penguin.diagnostics import Refused
from hlo2penguin.penguin.source import load
from hlo2penguin.save import finish, save, save_files


def program(value, names):
    """A text that names its constants, which hold `value`."""
    text = "".join(f'v = Tensor(init=weight_load("{name}"))  # {value}\n' for name in names) + f"# end {value}\n"
    return text, {name: np.full(2_000, value, np.float32) for name in names}


# The children touch files only and leave by `_exit`, so other threads' locks do not matter.
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:os.fork:RuntimeWarning"),
]

OLD = program(1, ["constant.1.npy", "constant.2.npy", "constant.3.npy"])
SAME_NAMES = program(2, ["constant.1.npy", "constant.2.npy"])
OTHER_NAMES = program(3, ["constant.7.npy", "constant.8.npy"])
SOME_SHARED = ("# shared\n" + program(1, ["constant.1.npy"])[0], program(1, ["constant.1.npy"])[1])
PAIRS = [(OLD, SAME_NAMES), (OLD, OTHER_NAMES), (OTHER_NAMES, OLD), (OLD, SOME_SHARED), (None, OLD), (OLD, OLD)]


def standing(folder, program):
    """Whether the folder holds the text and, unchanged, every constant of the program."""
    text, constants = program
    path = folder / "penguin.py"
    return (
        path.exists()
        and path.read_text() == text
        and all((folder / name).exists() for name in constants)
        and all(np.array_equal(np.load(folder / name), array) for name, array in constants.items())
    )


def leftovers(folder, program):
    return {path.name for path in folder.iterdir()} - {"penguin.py", *program[1]}


def in_child(work):
    """Runs `work` in a forked child; its wait status."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1]


def dying_at(count):
    """Makes the process kill itself at its `count`-th change of the file system."""
    calls = itertools.count(1)

    def dying(function):
        def call(*args, **kwargs):
            if next(calls) == count:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*args, **kwargs)

        return call

    for name in ("replace", "rename", "unlink", "rmdir", "mkdir"):
        setattr(os, name, dying(getattr(os, name)))
    save_module._write = dying(save_module._write)


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_killed_at_every_step_in_turn(tmp_path, old, new):
    for step in itertools.count(1):
        folder = tmp_path / str(step)
        folder.mkdir()
        if old is not None:
            save(*old, str(folder))

        def work(step=step, folder=folder):
            dying_at(step)
            save(*new, str(folder))

        killed = in_child(work) != 0
        path = folder / "penguin.py"
        if path.exists():
            assert standing(folder, new) or (old is not None and standing(folder, old)), step
        else:
            # The text is away only while constants of its names change; a read completes what was committed.
            assert old is None or new is SAME_NAMES, step
            finish(str(path))
            assert standing(folder, new) or (old is None and not path.exists()), step
        save(*new, str(folder))
        assert standing(folder, new)
        assert leftovers(folder, new) == set(), step
        if not killed:
            break
    assert step > 5


def test_killed_at_random_moments_200_times(tmp_path):
    big = [(text, {name: np.tile(array, 50) for name, array in constants.items()}) for text, constants in PAIRS[0]]
    dice = random.Random(7)
    seen = [0, 0]
    save(*big[0], str(tmp_path))
    for _ in range(200):
        child = os.fork()
        if child == 0:
            for number in itertools.count(1):
                save(*big[number % 2], str(tmp_path))
        time.sleep(dice.uniform(0.0, 0.02))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if not (tmp_path / "penguin.py").exists():
            load(tmp_path / "penguin.py", "penguin.py")
        found = [standing(tmp_path, program) for program in big]
        assert any(found)
        seen[found.index(True)] += 1
    assert min(seen) > 0  # both stood at times; how often depends on how busy the machine is
    save(*big[0], str(tmp_path))
    assert leftovers(tmp_path, big[0]) == set()


def test_a_running_process_keeps_its_staging_directory(tmp_path):
    with save_module._staging(str(tmp_path)) as staged:
        save(*OLD, str(tmp_path))
        assert os.path.isdir(staged)
    assert leftovers(tmp_path, OLD) == set()


def test_staging_of_a_dead_process_is_removed(tmp_path):
    def work():
        save_module._write = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
        save(*OLD, str(tmp_path))

    assert in_child(work) != 0
    assert len(list(tmp_path.iterdir())) == 1
    save_files({"x.json": b"{}"}, str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["x.json"]


def test_no_space_leaves_the_old_program(tmp_path):
    save(*OLD, str(tmp_path))
    huge = ("new\n", {"constant.1.npy": np.zeros(1_000_000, np.float32)})

    def work():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            save(*huge, str(tmp_path))
        except Refused as refused:
            os._exit(3 if refused.code == "H2P020" else 4)

    assert os.waitstatus_to_exitcode(in_child(work)) == 3
    assert standing(tmp_path, OLD)
    assert leftovers(tmp_path, OLD) == set()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
@pytest.mark.parametrize("call", ["mkdtemp", "_write"])
def test_a_refusing_file_system_is_a_diagnostic(tmp_path, monkeypatch, number, call):
    save(*OLD, str(tmp_path))

    def refuse(*args, **kwargs):
        raise OSError(number, os.strerror(number), "the/file")

    monkeypatch.setattr(save_module.tempfile if call == "mkdtemp" else save_module, call, refuse)
    with pytest.raises(Refused, match=os.strerror(number)) as caught:
        save(*SAME_NAMES, str(tmp_path))
    assert "the/file" in str(caught.value)
    assert standing(tmp_path, OLD)
    assert leftovers(tmp_path, OLD) == set()


def test_a_constant_that_is_a_directory_is_refused_before_anything_moves(tmp_path):
    save(*OTHER_NAMES, str(tmp_path))
    (tmp_path / "constant.2.npy").mkdir()
    with pytest.raises(Refused, match=r"constant\.2\.npy: Is a directory"):
        save(*OLD, str(tmp_path))
    assert standing(tmp_path, OTHER_NAMES)
    assert leftovers(tmp_path, OTHER_NAMES) == {"constant.2.npy"}


def test_a_file_in_place_of_the_directory_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="file"):
        save(*OLD, str(tmp_path / "file"))
    with pytest.raises(Refused, match="file"):
        save(*OLD, str(tmp_path / "file" / "deeper"))


def test_constants_of_another_program_are_not_overwritten(tmp_path):
    save(*OLD, str(tmp_path), "a.py")
    with pytest.raises(Refused, match=r"a\.py reads constant\.1\.npy, which would change \(2 ") as caught:
        save(*SAME_NAMES, str(tmp_path), "b.py")
    assert caught.value.code == "H2P023"
    assert not (tmp_path / "b.py").exists()
    assert np.load(tmp_path / "constant.1.npy")[0] == 1


def test_programs_that_share_constants_of_equal_values_stand_side_by_side(tmp_path):
    save(*OLD, str(tmp_path), "a.py")
    save(*SOME_SHARED, str(tmp_path), "b.py")
    save("none\n", {}, str(tmp_path), "b.py")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.py", "b.py", *sorted(OLD[1])]


def test_constants_that_nothing_names_any_more_go_and_other_files_stay(tmp_path):
    save(*OLD, str(tmp_path))
    (tmp_path / "mine.npy").write_bytes(b"mine")
    save(*OTHER_NAMES, str(tmp_path))
    assert leftovers(tmp_path, OTHER_NAMES) == {"mine.npy"}


def test_devices_are_written_to_and_never_replaced(tmp_path):
    assert save("text\n", OLD[1], "/dev", "null") == "/dev/null"
    assert not os.path.isfile("/dev/null")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Refused, match="3 constants have no place"):
        save(*OLD, str(tmp_path), "pipe")


def planted(folder, **changed):
    """A directory that claims to hold a committed program."""
    plan = {"name": "penguin.py", "constants": [], "obsolete": [], "conflicts": True, **changed}
    (folder / ".hlo2penguin-next-penguin.py").mkdir()
    (folder / ".hlo2penguin-next-penguin.py" / ".plan.json").write_text(json.dumps(plan))


@pytest.mark.parametrize(
    "changed",
    [
        {"obsolete": ["../victim.npy"]},
        {"obsolete": ["/etc/passwd"]},
        {"obsolete": ["victim.txt"]},
        {"constants": ["../victim.npy"]},
        {"constants": ["a\0.npy"]},
        {"constants": [7]},
        {"constants": None},
        {"name": "../penguin.py"},
        {"name": "other.py"},
        {"more": 1},
    ],
)
def test_a_planted_plan_does_nothing(tmp_path, changed):
    inner = tmp_path / "inner"
    inner.mkdir()
    for path in (tmp_path / "victim.npy", inner / "victim.txt"):
        path.write_text("mine")
    planted(inner, **changed)
    before = {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")}
    with pytest.raises(Refused, match="holds no plan of this tool"):
        finish(str(inner / "penguin.py"))
    assert {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")} == before


def test_a_plan_behind_a_link_is_not_followed(tmp_path):
    planted(tmp_path)
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / ".hlo2penguin-next-penguin.py").symlink_to(tmp_path / ".hlo2penguin-next-penguin.py")
    with pytest.raises(Refused, match="holds no plan"):
        finish(str(tmp_path / "inner" / "penguin.py"))
