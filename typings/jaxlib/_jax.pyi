"""The runtime module of the bindings, as far as this project uses it."""

class mlir:
    @staticmethod
    def hlo_to_stablehlo(computation: bytes) -> bytes: ...
