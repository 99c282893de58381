#!/usr/bin/env bash
# Packages every crate, and uses the packages as people do who have no copy of the repository: a crate that
# depends on them is built and run, and the command works in an empty folder.
#
# Usage: tests/packages/run.sh
#   Works in target/packages. Run again, it builds only what changed.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "${here}/../.." && pwd)"
work=${root}/target/packages
unpacked=${work}/unpacked
mapfile -t crates <"${here}/published.txt"

cd "${root}"
cargo package "${crates[@]/#/--package=}" --no-verify --allow-dirty --quiet
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
rm -rf "${unpacked}" "${work}/user" "${work}/empty"
mkdir -p "${unpacked}" "${work}/empty"
# One workspace, so that what the crate and the command stand on is compiled once. The packages are what cargo would find in its registry.
{
  printf '[workspace]\nresolver = "3"\nmembers = ["user", "unpacked/bytespec-cli-%s"]\n\n[patch.crates-io]\n' "${version}"
  for crate in "${crates[@]}"; do
    printf '%s = { path = "unpacked/%s-%s" }\n' "${crate}" "${crate}" "${version}"
  done
} >"${work}/Cargo.toml"
cp "${root}/Cargo.lock" "${work}/Cargo.lock"
for crate in "${crates[@]}"; do
  tar -xzf "target/package/${crate}-${version}.crate" -C "${unpacked}"
  # The times in a package are all the same, and cargo goes by them.
  find "${unpacked}/${crate}-${version}" -type f -exec touch {} +
done
cp -r "${here}/user" "${work}/user"
cp -r "${root}/tests/third_party/schema" "${work}/user/schema"

cd "${work}"
export CARGO_TARGET_DIR=${work}/target
cargo build --quiet --workspace
samples=("${unpacked}/bytespec-cli-${version}"/samples/*)
target/debug/user-of-packages "${samples[@]}"

cd "${work}/empty"
bytespec=${work}/target/debug/bytespec
"${bytespec}" roundtrip "${samples[@]}"
"${bytespec}" check "${unpacked}/bytespec-schema-${version}"/{mlir,tile_ir}
"${bytespec}" docs "${unpacked}/bytespec-schema-${version}"/{mlir,tile_ir} --out site
if "${bytespec}" check 2>refused; then
  echo "check found a schema in an empty folder" >&2
  exit 1
fi
grep -q 'name the folder' refused
echo "packages: used by a crate and as a command"
