"""Speed as ratios in one run: `python -m benchmarks` prints a table and compares it with the stored baseline."""
