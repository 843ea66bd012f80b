"""mac-count, traffic and intensity of real modules against what the vendor's tool logged for them."""

import json

import numpy as np
import pytest

from hlo2penguin.options import Options
from hlo2penguin.pipeline import Session


@pytest.mark.corpus
def test_metrics_of_real_modules(evidence, corpus):
    logged = json.loads((evidence / "metrics" / "yolox_2.14.json").read_text())
    assert len(logged) == 26
    for name, figures in logged.items():
        session = Session(Options())
        session.load(corpus / "neuron_hlo" / name)
        session.prepare()
        assert session.metrics.mac_count == figures["HloMacCount"], name
        missing = figures["Traffic"] - session.metrics.traffic
        # A vendor pass adds scalar constants that the module handed in does not have.
        assert missing >= 0, name
        assert missing % 4 == 0, name
        intensity = np.float32(2 * figures["HloMacCount"] / figures["Traffic"])
        assert float(intensity) == figures["ArithmeticIntensity"], name
