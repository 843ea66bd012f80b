"""Every switch of a conversion and its default, once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hlo2penguin.profile import OBSERVED, Profile

Target = Literal["trn1", "trn2", "trn3"]


@dataclass(frozen=True, slots=True)
class Options:
    """How to convert a program.

    `fuse` is a shorthand: `all` turns every fusion on, `none` all off, `default` leaves each switch as it is.
    `fuse_dot_logistic` of None takes the profile's default. `unroll_limit` counts operations after unrolling.
    `fusion_form` chooses how clusters appear in the IR; `auto` follows the dialect (MHLO: `mhlo.fusion`, StableHLO:
    `stablehlo.composite`).
    """

    dialect: Literal["auto", "stablehlo", "mhlo"] = "auto"
    profile: Profile = OBSERVED
    strict: bool = False
    fuse: Literal["all", "default", "none"] = "default"
    neuron_op_fusion: bool = True
    fuse_dot_logistic: bool | None = None
    general_elementwise_fusion: bool = False
    schedule_fusion: bool = False
    fusion_form: Literal["auto", "fusion", "composite"] = "auto"
    unroll_limit: int = 100_000
    target: Target = "trn1"
    remarks: bool = True
    verify_ir: bool = False
    print_ir_after: tuple[str, ...] = ()
    offload_memcpy: bool = True

    @property
    def fusion_on(self) -> bool:
        """Whether NeuronOpFusion runs at all."""
        return self.neuron_op_fusion and self.fuse != "none"

    @property
    def dot_logistic_on(self) -> bool:
        """Gate of fuseDotLogisticOp and fuseMulRedSqrt."""
        default = self.profile.fuse_dot_logistic_default
        return self.fuse == "all" or (default if self.fuse_dot_logistic is None else self.fuse_dot_logistic)

    @property
    def general_elementwise_on(self) -> bool:
        """Gate of fuseExpm1Op, fuseLog1pOp and fuseElementwiseOps."""
        return self.fuse == "all" or self.general_elementwise_fusion

    @property
    def schedule_on(self) -> bool:
        """Gate of schedule fusion, which `fuse="none"` switches off too."""
        return self.fuse == "all" or (self.schedule_fusion and self.fuse != "none")
