"""Every uncertain reading of the evidence, as one field of one table.

Two presets: `OBSERVED` (default: real output and public facts win) and `DOCUMENTED` (the source documents to the
letter). The statement grammar (skeleton, keywords, ids, locations) is that of the real files in both.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal


@dataclass(frozen=True, slots=True)
class Profile:
    """One reading per open question (`OQ-n`); each comment gives the evidence for either side."""

    name: str = "observed"
    # OQ-2: the documents infer "has one use" from a flag bit that public MLIR layouts show to be hasOperandStorage.
    single_use_guard: bool = False
    # OQ-1: public users pass `--fuse-dot-logistic=false`, so it is on by default; one document calls it opt-in.
    fuse_dot_logistic_default: bool = True
    # OQ-8: single-member clusters skip the sort, which read literally wraps a lone seed.
    minimum_cluster_size: int = 2
    # OQ-40: real dot lines carry no `op=`; the documents show `op="NeuronTensorOp"`.
    heavy_op_keyword: bool = False
    # OQ-34: one document page per printer; the MHLO page says DotFusion, the StableHLO page implies the kind.
    dot_logistic_hilo_name: Literal["by-printer", "DotFusion"] = "by-printer"
    # OQ-28: no source names an overwriting scatter, real programs are full of it.
    assign_scatter: Literal["np.copyto", "error"] = "np.copyto"
    # OQ-70: the documents name a compound body by its first known op, which is silently wrong.
    compound_reduction: Literal["error", "first-op"] = "error"
    # OQ-71: `LT(b, a)` sorts descending; the documents print the direction as it stands.
    sort_direction: Literal["semantic", "as-written"] = "semantic"
    # OQ-69: real inputs carry no stream id and a later stage shows the default; the documents stop.
    missing_stream_id: Literal["omit", "error"] = "omit"
    # OQ-15: no real file has booleans; "uint8" can be set by hand, float to i1 converts are then refused.
    i1_dtype: Literal["bool", "uint8"] = "bool"
    # OQ-13: real lists have at most one element; tuples use a bare comma.
    list_separator: Literal[",", ", "] = ","
    # OQ-27: the formatter named is the tuple printer, the sample shows lists.
    window_literals: Literal["tuple", "list"] = "tuple"
    # OQ-19: a splat stores one element; one remark says the 1/3 of a cube root becomes a file.
    splat_constants: Literal["single-value", "one-element"] = "single-value"
    # OQ-33: every real statement has a debug location, one page omits it here.
    lnc_debug_location: bool = True
    # OQ-22: the reduction mapper splits logical from bitwise by i1, the elementwise table does not.
    unknown_elementwise_logical: Literal["logical", "bitwise"] = "logical"
    # OQ-56: labels gelu, silu, erf exist without a documented source op.
    activation_calls: bool = True
    # OQ-52: quote style of ret_type.
    topk_ret_type_quotes: Literal["single", "double"] = "single"
    # OQ-53: "emitted as a kernel call".
    resize_statement: Literal["tensor-op", "kernel-call"] = "tensor-op"
    # OQ-32: the reduction name feeds cc_type_hint and, in one footnote, collective_type.
    all_reduce_kind: Literal["hint", "hint-and-collective-type"] = "hint"


OBSERVED = Profile()
DOCUMENTED = replace(
    OBSERVED,
    name="documented",
    single_use_guard=True,
    fuse_dot_logistic_default=False,
    minimum_cluster_size=1,
    heavy_op_keyword=True,
    dot_logistic_hilo_name="DotFusion",
    assign_scatter="error",
    compound_reduction="first-op",
    sort_direction="as-written",
    missing_stream_id="error",
    list_separator=", ",
    window_literals="list",
    splat_constants="one-element",
    lnc_debug_location=False,
    unknown_elementwise_logical="bitwise",
    activation_calls=False,
    topk_ret_type_quotes="double",
    resize_statement="kernel-call",
    all_reduce_kind="hint-and-collective-type",
)
PROFILES = {profile.name: profile for profile in (OBSERVED, DOCUMENTED)}
