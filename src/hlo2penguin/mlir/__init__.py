# pyright: basic
"""The only room that imports jaxlib: contexts, parsing, op kinds, decoding, editing. Version differences end here."""

import os

# XLA reads this once, when its library is loaded. Its notes are not for our users; its errors reach us as exceptions.
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
