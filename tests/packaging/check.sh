#!/usr/bin/env bash
# Builds sdist and wheel, looks into both, installs the wheel into a clean environment and uses it: check.py says how.
set -euo pipefail
exec "${PYTHON:-python3}" "$(dirname "$0")/check.py"
