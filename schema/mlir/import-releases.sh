#!/usr/bin/env bash
# Renews the layouts of properties, the signatures, default values and codes in schema/mlir from installed releases of LLVM with MLIR, oldest first.
# Usage: schema/mlir/import-releases.sh [--check] RELEASE=PREFIX...
# PREFIX has bin/llvm-tblgen and include/mlir, as in 22=/usr/lib/llvm-22, or a folder that tests/conformance/install-mlir-releases.sh
# made. --check writes nothing and says what differs.
set -euo pipefail
cd "$(dirname "$0")/../.."

check=()
if [ "${1-}" = --check ]; then
    check=(--check)
    shift
fi
[ $# -gt 0 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 2; }

# BYTESPEC names the command, where it is built already.
bytespec=${BYTESPEC-target/release/bytespec}
[ -n "${BYTESPEC-}" ] || cargo build --quiet --release -p bytespec-cli
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

for argument in "$@"; do
    release=${argument%%=*} prefix=${argument#*=}
    include=$prefix/include
    dumps=$work/$release
    mkdir -p "$dumps"
    : > "$work/read" && : > "$work/alone"
    # A file that fails alone is one that another includes: what was read is written down, to be sure.
    while IFS= read -r file; do
        name=${file//\//_}
        dump=$dumps/${name%.td}.json
        if "$prefix/bin/llvm-tblgen" --dump-json -I "$include" -I "$include/$(dirname "$file")" \
            -d "$work/depends" -o "$dump" "$include/$file" 2> /dev/null; then
            tr ' \\' '\n\n' < "$work/depends" >> "$work/read"
            grep -qE '"(Op|DialectAttributes|DialectTypes)":' "$dump" || rm -f "$dump"
        else
            rm -f "$dump"
            echo "$file" >> "$work/alone"
        fi
    done < <(cd "$include" && find mlir -name '*.td' | sort)
    while IFS= read -r file; do
        if ! grep -q "/$file\$" "$work/read" && grep -qE '^(def|defm) ' "$include/$file"; then
            echo "error: $include/$file cannot be read, alone or in another" >&2
            exit 1
        fi
    done < "$work/alone"
    "$bytespec" import tablegen "$dumps"/*.json --release "$release" --whole "${check[@]}" || failed=1
    rm -rf "$dumps"
done
exit $failed
