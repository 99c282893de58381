#!/usr/bin/env bash
# Measures how long the library takes to build, and how long its tests take, each from nothing.
#
# Usage: tests/bench/measure-builds.sh [RUNS]
#   RUNS: how often each is measured, 1 unless it is given. A clone of the last commit in a folder of the system's for what is
#   passing is built; it needs 15 GB.
set -euo pipefail
root="$(cd "$(dirname "$0")/../.." && pwd)"
runs=${1:-1}
work=$(mktemp -d)
trap 'rm -rf "${work}"' EXIT
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0
unset CARGO_TARGET_DIR

# What a command takes: seconds of the clock, and of both cores together.
measure() {
  local title=$1
  shift
  local before after
  for _ in $(seq "${runs}"); do
    before=$(date +%s)
    local times
    times=$( { TIMEFORMAT='%U %S'; time "$@" >"${work}/log" 2>&1 || { tail -n 20 "${work}/log" >&2; exit 1; }; } 2>&1)
    after=$(date +%s)
    printf '| %s | %d | %.0f |\n' "${title}" $((after - before)) "$(awk '{print $1 + $2}' <<<"${times##*$'\n'}")"
  done
}

# Builds the library with some features from nothing, but with what its build scripts need.
library() {
  local features=$1 profile=$2
  for crate in bytespec bytespec-core bytespec-mlir bytespec-tile-ir; do
    cargo clean --quiet --package "${crate}" ${profile:+"${profile}"} 2>/dev/null || true
  done
  cargo build --quiet --package bytespec --no-default-features --features "${features}" ${profile:+"${profile}"}
}

git clone --quiet "${root}" "${work}/clone"
cd "${work}/clone"
echo '| what | seconds | of both cores |'
echo '| --- | --- | --- |'
cargo fetch --quiet
measure 'cargo run --release -- build' sh -c 'rm -rf target && cargo run --release --quiet -- build'
measure 'cargo test --workspace, compiling' sh -c 'rm -rf target/debug && cargo test --workspace --no-run --quiet'
measure 'cargo test --workspace, running' cargo test --workspace --quiet
# Once before: with fewer packages, cargo takes other features of what they stand on.
cargo test --package bytespec-tests --test corpus --quiet >/dev/null
change() { touch runtime/mlir/src/module.rs && cargo test --package bytespec-tests --test corpus --quiet; }
measure 'a change in runtime/mlir, and the tests of corpus' change
for features in "" mlir mlir,text tile_ir mlir,text,tile_ir; do
  cargo build --quiet --package bytespec --no-default-features --features "${features}"
  measure "bytespec with \`${features}\`, dev" library "${features}" ""
  cargo build --quiet --package bytespec --no-default-features --features "${features}" --release
  measure "bytespec with \`${features}\`, release" library "${features}" --release
done
