"""What goes wrong and what is worth knowing: codes, diagnostics, the error that carries them, remarks."""

from hlo2penguin.diagnostics.diagnostic import Diagnostic, Place, Refused, render
from hlo2penguin.diagnostics.remarks import Remark, RemarkKind, to_opt_yaml

__all__ = ["Diagnostic", "Place", "Refused", "Remark", "RemarkKind", "render", "to_opt_yaml"]
