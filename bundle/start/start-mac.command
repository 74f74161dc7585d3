#!/bin/sh
# Starts Plyground; a double click in the Finder does too.
here=$(cd "$(dirname "$0")" && pwd)
PATH="$PATH:/usr/local/bin:/opt/homebrew/bin"
for python in $(sed 's/[0-9.]\{1,\}/python&/g' "$here/PYTHONS") python3; do
    if "$python" -c "" > /dev/null 2>&1; then
        exec "$python" "$here/start.py" "$@"
    fi
done
echo "plyground: there is no Python here: install it from python.org" >&2
exit 1
