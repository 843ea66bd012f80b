#!/usr/bin/env bash
# Builds sdist and wheel, installs and uses the wheel in a clean environment (check.py); then does what the README and the
# tutorial tell a newcomer, word for word (newcomer.py).
set -euo pipefail
here=$(dirname "$0")
"${PYTHON:-python3}" "$here/check.py"
"${PYTHON:-python3}" "$here/newcomer.py"
