"""What the text means: model, reader, verifier, writer. Nothing of the text is ever executed."""
