"""Model Explorer extension: `model-explorer --extensions=hlo2penguin_explorer model.mlir`.

Opens MLIR, HLO protos and texts, and Penguin text, dumps of the vendor's compiler included.
"""
