#!/usr/bin/env bash
# Installs the reference tools that the conformance suite compares with:
#   NVIDIA's tools for CUDA Tile IR: tileirdisasm, tileiras and the cuda-tile Python front end, from PyPI
#   mlir-opt of LLVM 16, 19 and 22, from the packages of the system, which takes root
#   the headers of LLVM 22 and a compiler of C++, for the dialect that mlir-opt 22 loads, likewise
#   mlir-opt of LLVM 17 and 23, unpacked by tests/conformance/install-mlir-releases.sh, which has more of them
#   Kaitai Struct: the compiler, from npm, and its Python runtime, from PyPI
#   jaxlib of seven releases, from PyPI, each in a folder of its own with what it imports (3 GB in all);
#   the oldest one exists for Python 3.8 to 3.11 only
#
# Usage: tests/conformance/install-oracles.sh [DIR]
#   DIR: a virtual environment, made when it is not there; default $BYTESPEC_ORACLES, else
#        ~/.cache/bytespec-oracles. Running it again costs nothing.
set -euo pipefail

dir=${1:-${BYTESPEC_ORACLES:-${HOME}/.cache/bytespec-oracles}}
packages=('cuda-tile==1.7.0' 'nvidia-cuda-tileiras==13.5.37')
stamp=${dir}/.bytespec-oracles
releases=(16 19 22)
unpacked=(17 23)
# The release that loads a dialect in C++.
plugins=22
# Releases of jaxlib, with the numpy that they are built for.
jaxlibs=('0.4.13 1.26.4' '0.4.20 1.26.4' '0.4.28 1.26.4' '0.4.38 2.2.6' '0.6.2 2.2.6' '0.8.2 2.2.6' '0.10.2 2.2.6')
ml_dtypes='ml_dtypes==0.5.4'

tools() { echo "${dir}"/lib/python*/site-packages/nvidia/cu13/bin; }
mlir_opt() { echo "/usr/lib/llvm-$1/bin/mlir-opt"; }

if [ "$(cat "${stamp}" 2>/dev/null)" != "${packages[*]}" ] || [ ! -x "$(tools)/tileirdisasm" ]; then
  [ -x "${dir}/bin/python" ] || python3 -m venv "${dir}"
  "${dir}/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}"
  echo "${packages[*]}" >"${stamp}"
fi

for entry in "${jaxlibs[@]}"; do
  read -r release numpy <<<"${entry}"
  folder=${dir}/jaxlib-${release}
  wanted="jaxlib==${release} numpy==${numpy} ${ml_dtypes}"
  if [ "$(cat "${folder}/.bytespec-oracles" 2>/dev/null)" != "${wanted}" ]; then
    rm -rf "${folder}"
    # SciPy, which jaxlib asks for as well, is for other parts of it.
    # shellcheck disable=SC2086
    "${dir}/bin/pip" install --quiet --disable-pip-version-check --no-deps --no-compile \
      --target "${folder}" ${wanted}
    echo "${wanted}" >"${folder}/.bytespec-oracles"
  fi
done

kaitai=${dir}/kaitai
wanted='kaitaistruct==0.11 kaitai-struct-compiler@0.11.0 js-yaml@4.1.0'
if [ "$(cat "${kaitai}/.bytespec-oracles" 2>/dev/null)" != "${wanted}" ]; then
  read -r runtime compiler yaml <<<"${wanted}"
  rm -rf "${kaitai}"
  python3 -m venv "${kaitai}"
  "${kaitai}/bin/pip" install --quiet --disable-pip-version-check "${runtime}"
  npm install --silent --no-audit --no-fund --prefix "${kaitai}" "${compiler}" "${yaml}" >/dev/null
  echo "${wanted}" >"${kaitai}/.bytespec-oracles"
fi

missing=()
for release in "${releases[@]}"; do
  [ -x "$(mlir_opt "${release}")" ] || missing+=("mlir-${release}-tools")
done
[ -f "/usr/lib/llvm-${plugins}/include/mlir/Tools/Plugins/DialectPlugin.h" ] || missing+=("libmlir-${plugins}-dev")
[ -f "/usr/lib/llvm-${plugins}/include/llvm/ADT/StringRef.h" ] || missing+=("llvm-${plugins}-dev")
command -v c++ >/dev/null || missing+=(g++)
if [ "${#missing[@]}" -gt 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

bash "$(dirname "$0")/install-mlir-releases.sh" "${dir}/mlir-releases" "${unpacked[@]}" >/dev/null

echo "tileirdisasm: $(tools)/tileirdisasm"
echo "tileiras:     $(tools)/tileiras"
echo "kaitai:       ${kaitai}"
echo "cuda-tile:    ${dir}/bin/python -c 'import cuda.tile'"
for release in "${releases[@]}"; do
  echo "mlir-opt ${release}:  $(mlir_opt "${release}")"
done
for release in "${unpacked[@]}"; do
  echo "mlir-opt ${release}:  ${dir}/mlir-releases/${release}/bin/mlir-opt"
done
for entry in "${jaxlibs[@]}"; do
  echo "jaxlib ${entry% *}:"$'\t'"${dir}/jaxlib-${entry% *}"
done
