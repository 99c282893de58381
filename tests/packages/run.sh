#!/usr/bin/env bash
# Packages every crate, and uses the packages as people do who have no copy of the repository: a crate that
# depends on them is built and run, the command is installed, and works in an empty folder.
#
# Usage: tests/packages/run.sh
#   Works in target/packages. Run again, it builds only what changed.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "${here}/../.." && pwd)"
work=${root}/target/packages
unpacked=${work}/unpacked
crates=(bytespec-schema bytespec-plan bytespec-codegen bytespec-derive bytespec-core bytespec-mlir bytespec-tile-ir bytespec bytespec-site bytespec-lsp bytespec-cli)

cd "${root}"
cargo package "${crates[@]/#/--package=}" --no-verify --allow-dirty --quiet
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
rm -rf "${unpacked}" "${work}/user" "${work}/empty"
mkdir -p "${unpacked}" "${work}/empty"
# What cargo would find in its registry.
patches=()
for crate in "${crates[@]}"; do
  tar -xzf "target/package/${crate}-${version}.crate" -C "${unpacked}"
  # The times in a package are all the same, and cargo goes by them.
  find "${unpacked}/${crate}-${version}" -type f -exec touch {} +
  patches+=(--config "patch.crates-io.${crate}.path=\"${unpacked}/${crate}-${version}\"")
done

cp -r "${here}/user" "${work}/user"
cp -r "${root}/tests/third_party/schema" "${work}/user/schema"
cp "${root}/Cargo.lock" "${work}/user/Cargo.lock"
export CARGO_TARGET_DIR=${work}/target
samples=("${unpacked}/bytespec-cli-${version}"/samples/*)
(cd "${work}/user" && cargo run --quiet "${patches[@]}" -- "${samples[@]}")

cargo install --quiet --debug --force --path "${unpacked}/bytespec-cli-${version}" --root "${work}/installed" "${patches[@]}"
cd "${work}/empty"
bytespec=${work}/installed/bin/bytespec
"${bytespec}" roundtrip "${samples[@]}"
"${bytespec}" check "${unpacked}/bytespec-schema-${version}"/{mlir,tile_ir}
"${bytespec}" docs "${unpacked}/bytespec-schema-${version}"/{mlir,tile_ir} --out site
if "${bytespec}" check 2>refused; then
  echo "check found a schema in an empty folder" >&2
  exit 1
fi
grep -q 'name the folder' refused
echo "packages: used by a crate and as a command"
