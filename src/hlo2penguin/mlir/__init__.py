"""The only room that imports jaxlib: contexts, parsing, op kinds, decoding, editing. Version differences end here."""
