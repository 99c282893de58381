#!/usr/bin/env bash
# Installs NVIDIA's reference tools for CUDA Tile IR, which the conformance suite compares with:
# tileirdisasm, tileiras and the cuda-tile Python front end, all from PyPI.
#
# Usage: scripts/install-oracles.sh [DIR]
#   DIR: a virtual environment, made when it is not there; default $BYTESPEC_ORACLES, else
#        ~/.cache/bytespec-oracles. Running it again costs nothing.
set -euo pipefail

dir=${1:-${BYTESPEC_ORACLES:-${HOME}/.cache/bytespec-oracles}}
packages=('cuda-tile==1.7.0' 'nvidia-cuda-tileiras==13.5.37')
stamp=${dir}/.bytespec-oracles

tools() { echo "${dir}"/lib/python*/site-packages/nvidia/cu13/bin; }

if [ "$(cat "${stamp}" 2>/dev/null)" != "${packages[*]}" ] || [ ! -x "$(tools)/tileirdisasm" ]; then
  [ -x "${dir}/bin/python" ] || python3 -m venv "${dir}"
  "${dir}/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}"
  echo "${packages[*]}" >"${stamp}"
fi

echo "tileirdisasm: $(tools)/tileirdisasm"
echo "tileiras:     $(tools)/tileiras"
echo "cuda-tile:    ${dir}/bin/python -c 'import cuda.tile'"
