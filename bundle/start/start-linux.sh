#!/bin/sh
# Starts Plyground; arguments are those of the command plyground.
here=$(cd "$(dirname "$0")" && pwd)
for python in $(sed 's/[0-9.]\{1,\}/python&/g' "$here/PYTHONS") python3; do
    if "$python" -c "" > /dev/null 2>&1; then
        exec "$python" "$here/start.py" "$@"
    fi
done
echo "plyground: there is no Python here: install python3 and python3-venv" >&2
exit 1
