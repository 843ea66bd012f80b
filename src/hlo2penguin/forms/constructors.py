"""Classes and modules that the text imports."""

from hlo2penguin.forms.form import Constructor

IR = "neuronxcc.starfish.penguin.ir.ir"
DEPENDENCY = "neuronxcc.starfish.penguin.ir.Dependency"
SUPPORT = "neuronxcc.starfish.support"
XLA_FRONTEND = "neuronxcc.starfish.penguin.frontends.XlaFE"

HEADER_MODULES = (
    IR,
    "neuronxcc.starfish.penguin.ir.DebugInfo",
    "neuronxcc.starfish.penguin.targets.tonga.APIndex",
    "neuronxcc.starfish.penguin.targets.tonga.TongaInst",
    "neuronxcc.starfish.penguin.targets.tonga.TongaISAInst",
    "neuronxcc.starfish.penguin.targets.tonga.TongaTensor",
)
"""Imported as m0 to m5 by every program; numpy follows as `np` and takes number 6 of the counter."""

NEURON_TENSOR_OP = Constructor(XLA_FRONTEND, "NeuronTensorOp")
OFFLOADED_MEMCPY = Constructor(IR, "OffloadedMemCpy", tensor_first=True)
NATIVE_KERNEL = Constructor(IR, "NativeKernel")
LNC_SHARDING_CONSTRAINT = Constructor(IR, "LNCShardingConstraintOp")
