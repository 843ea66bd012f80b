# ruff: noqa: F821 (lit hands `config` and `lit_config` in)
"""lit configuration: the tool and `filecheck` come from the environment of the interpreter that runs lit."""

import os
import sys

import lit.formats

config.name = "hlo2penguin"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".hlo", ".py", ".test"]
config.excludes = ["lit.cfg.py", "Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params.get("exec_root", os.path.join(config.test_source_root, ".lit"))

config.environment["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
for name in ("HLO2PENGUIN_CORPUS", "HLO2PENGUIN_EVIDENCE", "PYTHONPATH"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
