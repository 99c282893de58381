#!/usr/bin/env bash
# Builds the program that measures LLVM's own reader and writer of MLIR bytecode, for
# `cargo bench -p bytespec-bench --bench mlir`, from tests/bench/reference/reference.cpp.
#
# Usage: tests/bench/build-mlir-reference.sh [DIR]
#   DIR: where the program goes, as `mlir-reference`; default $BYTESPEC_ORACLES, else
#        ~/.cache/bytespec-oracles. What is missing of LLVM 22's libraries and headers is installed from the
#        packages of the system, which takes root. Running it again builds only what changed.
set -euo pipefail
bench="$(cd "$(dirname "$0")" && pwd)"
dir=${1:-${BYTESPEC_ORACLES:-${HOME}/.cache/bytespec-oracles}}
source=${bench}/reference/reference.cpp
program=${dir}/mlir-reference
llvm=/usr/lib/llvm-22

if [ ! -e "${llvm}/include/mlir/Bytecode/BytecodeReader.h" ] || [ ! -e "${llvm}/lib/libMLIR.so" ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends libmlir-22-dev llvm-22-dev mlir-22-tools >/dev/null
fi

mkdir -p "${dir}"
if [ "${source}" -nt "${program}" ]; then
  # The libraries are in no folder that the loader searches: the program remembers theirs.
  "${CXX:-c++}" -std=c++17 -O2 -fno-rtti -I"${llvm}/include" "${source}" -o "${program}" \
    -L"${llvm}/lib" -Wl,-rpath,"${llvm}/lib" -lMLIR -lLLVM-22
fi
echo "reference: ${program}"
