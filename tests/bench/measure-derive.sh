#!/usr/bin/env bash
# Measures what the derive macros cost at compile time: `cargo check` and `cargo build` of a crate with an
# enum of 0, 100 and 200 variants, dependencies built before, and the seconds that 100 and 10 variants add.
#
#   tests/bench/measure-derive.sh [ROUNDS]
#
# Each figure is the median of the rounds. CARGO_TARGET_DIR is not used: everything is built in a temporary folder.
set -euo pipefail
root="$(cd "$(dirname "$0")/../.." && pwd)"
rounds="${1:-5}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
export CARGO_TARGET_DIR="$work/target"
cp "$root/Cargo.lock" "$work/"

variants() {
  local variant
  for ((variant = 0; variant < $1; variant++)); do
    echo "    /// One of many."
    echo "    #[bytecode(code = $((variant + 1)))]"
    echo "    V$variant {"
    echo "        /// A number."
    echo "        #[bytecode(wire = \"varint\")]"
    echo "        count: u64,"
    echo "        /// A difference."
    echo "        #[bytecode(wire = \"zigzag\")]"
    echo "        offset: i64,"
    echo "        /// An entry."
    echo "        other: Option<AttributeId>,"
    echo "        /// New in the second version."
    echo "        #[bytecode(wire = \"varint<u32>\", since = \"2\", default = 0)]"
    echo "        newer: u32,"
    echo "    },"
  done
}

crate() {
  local name="variants-$1"
  mkdir -p "$work/$name/src"
  cat > "$work/$name/Cargo.toml" <<TOML
[package]
name = "$name"
version = "0.0.0"
edition = "2024"

[dependencies]
bytespec = { path = "$root/runtime", features = ["derive"] }
TOML
  {
    echo "//! A dialect of $1 variants."
    echo "use bytespec::mlir::AttributeId;"
    echo "/// A dialect."
    echo "#[derive(bytespec::Dialect)]"
    echo "#[bytecode(name = \"many\", versions(\"1\", \"2\"), attributes(Many))]"
    echo "pub struct Dialect;"
    echo "/// Attributes."
    echo "#[derive(bytespec::BytecodeAttribute, Debug)]"
    echo "#[bytecode(dialect = Dialect)]"
    echo "pub enum Many {"
    echo "    /// Always there."
    echo "    #[bytecode(code = 0)]"
    echo "    Entry(AttributeId),"
    variants "$1"
    echo "}"
  } > "$work/$name/src/lib.rs"
}

sizes=(0 100 200)
for size in "${sizes[@]}"; do crate "$size"; done
cat > "$work/Cargo.toml" <<TOML
[workspace]
resolver = "3"
members = [$(printf '"variants-%s", ' "${sizes[@]}")]
TOML

median() { sort -n | awk '{ time[NR] = $1 } END { print time[int((NR + 1) / 2)] }'; }

measure() {
  local start end
  touch "$work/variants-$2/src/lib.rs"
  start=$(date +%s.%N)
  (cd "$work" && cargo "$1" --quiet --package "variants-$2" "${@:3}")
  end=$(date +%s.%N)
  echo "$end - $start" | bc
}

for command in "check" "build" "build --release"; do
  read -ra words <<< "$command"
  for size in "${sizes[@]}"; do measure "${words[0]}" "$size" "${words[@]:1}" > /dev/null; : > "$work/times-$size"; done
  for ((round = 0; round < rounds; round++)); do
    for size in "${sizes[@]}"; do
      CARGO_INCREMENTAL=0 measure "${words[0]}" "$size" "${words[@]:1}" >> "$work/times-$size"
    done
  done
  figures=()
  for size in "${sizes[@]}"; do figures+=("$(median < "$work/times-$size")"); done
  awk -v command="$command" -v none="${figures[0]}" -v some="${figures[1]}" -v many="${figures[2]}" 'BEGIN {
    printf "cargo %-15s  0 variants %5.2f s, 100 %5.2f s, 200 %5.2f s; 100 variants add %5.2f s, 10 add %5.3f s\n", command, none, some, many, (many - none) / 2, (many - none) / 20
  }'
done
