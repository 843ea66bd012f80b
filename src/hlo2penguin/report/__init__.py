"""What people look at: remarks as rows, the op table, warnings by target."""
