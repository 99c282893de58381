#!/usr/bin/env bash
# Brings the property layouts of releases of LLVM into schema/mlir, from the TableGen definitions that
# scripts/install-mlir-releases.sh unpacks. What the definitions do not change stays to the byte.
#
# Usage: scripts/renew-properties.sh [--check] [RELEASE...]
#   --check: write nothing; list what differs between the definitions and the schema, exit 1 if anything does
#   RELEASE: default 17 18 19 21 22 23 24, the oldest first
#   BYTESPEC_MLIR_RELEASES: the folder of the releases, default ~/.cache/bytespec-oracles/mlir-releases
set -euo pipefail
cd "$(dirname "$0")/.."

check=()
if [ "${1:-}" = --check ]; then
  check=(--check)
  shift
fi
releases=("$@")
[ "${#releases[@]}" -gt 0 ] || releases=(17 18 19 21 22 23 24)
dir=${BYTESPEC_MLIR_RELEASES:-${HOME}/.cache/bytespec-oracles/mlir-releases}
bash scripts/install-mlir-releases.sh "${dir}" "${releases[@]}"
cargo build --release --quiet --package bytespec-cli
bytespec=$(pwd)/target/release/bytespec
work=$(mktemp -d)
trap 'rm -rf "${work}"' EXIT

# A dump of each file that defines operations. Files that only others include cannot stand alone; what they
# define is in the dumps of those.
dump() {
  local release=$1 name
  while read -r name; do
    "${dir}/${release}/bin/llvm-tblgen" --dump-json -I . "${name}" -o "${work}/dump" 2>/dev/null || continue
    grep -qE '"Op": *\[ *"' "${work}/dump" && mv "${work}/dump" "${work}/${release}-${name//\//_}.json"
  done < <(cd "${dir}/${release}/include" && find mlir -name '*.td' | sort)
}

failed=0
for release in "${releases[@]}"; do
  (cd "${dir}/${release}/include" && dump "${release}")
  "${bytespec}" import tablegen "${work}/${release}"-*.json --release "${release}" --out schema/mlir "${check[@]}" ||
    failed=1
  rm -f "${work}"/*.json
done
exit "${failed}"
