#!/usr/bin/env bash
# Unpacks mlir-opt of LLVM releases that the system itself does not package, with llvm-tblgen and the
# TableGen definitions of their dialects, from the other suites of Debian. Nothing is installed, and no
# root is needed: about 150 MB of download and 300 MB of disk for each release.
#
# Usage: tests/conformance/install-mlir-releases.sh [DIR [RELEASE...]]
#   DIR: default ~/.cache/bytespec-oracles/mlir-releases. Running it again costs nothing.
#   RELEASE: default 17 18 21 23 24
#
# For a release N: DIR/N/bin/mlir-opt, DIR/N/bin/llvm-tblgen, DIR/N/include and DIR/N/version.
set -euo pipefail
export LC_ALL=C

dir=${1:-${HOME}/.cache/bytespec-oracles/mlir-releases}
releases=("${@:2}")
[ "${#releases[@]}" -gt 0 ] || releases=(17 18 21 23 24)
mkdir -p "${dir}"
dir=$(cd "${dir}" && pwd)

wanted=()
for release in "${releases[@]}"; do
  [ -f "${dir}/${release}/version" ] || wanted+=("${release}")
done

# The mirror that the system's own suite comes from.
mirror() {
  local suite=$1 format
  for format in '$(CODENAME) $(REPO_URI)' '$(RELEASE) $(SITE)'; do
    apt-get indextargets --format "${format}" 'Created-By: Packages' |
      awk -v suite="${suite}" '$1 == suite { print $2 }'
  done | awk 'NR == 1'
}

# A private apt that knows all suites and believes that nothing is installed: so a program comes with
# all that it needs down to the C library, whatever the system has.
begin() {
  local suite own address signed='' keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  own=$(. /etc/os-release && echo "${VERSION_CODENAME}")
  address=$(mirror "${own}")
  [ -n "${address}" ] || { echo "apt knows no source of the suite ${own}" >&2; exit 1; }
  [ -r "${keyring}" ] && signed="[signed-by=${keyring}] "
  apt=${dir}/.apt
  rm -rf "${apt}"
  mkdir -p "${apt}"/{lists/partial,archives/partial,empty}
  touch "${apt}/status"
  for suite in "${own}" trixie forky sid experimental; do
    echo "deb ${signed}${address} ${suite} main"
  done | awk '!seen[$0]++' >"${apt}/sources.list"
  {
    # What the system says of downloads holds, a proxy for instance; its hooks do not.
    apt-config dump | grep '^Acquire::' || true
    cat <<END
Dir::Etc::main "${apt}/apt.conf";
Dir::Etc::parts "${apt}/empty";
Dir::Etc::sourcelist "${apt}/sources.list";
Dir::Etc::sourceparts "${apt}/empty";
Dir::Etc::preferences "${apt}/empty/preferences";
Dir::Etc::preferencesparts "${apt}/empty";
Dir::State "${apt}";
Dir::State::status "${apt}/status";
Dir::Cache "${apt}";
APT::Sandbox::User "$(id -un)";
APT::Install-Recommends "false";
APT::Keep-Downloaded-Packages "true";
Acquire::Languages "none";
Acquire::Retries "3";
END
  } >"${apt}/apt.conf"
  export APT_CONFIG=${apt}/apt.conf
  apt-get -qq update
}

# The files of a package that match a pattern, below a folder.
unpack() { dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" --wildcards "${@:3}"; }

# A command that runs a program with the loader and the libraries that came with it.
wrap() {
  local name=$1 loader libraries program
  loader=$(find root -name 'ld-linux*.so*' ! -type d -print -quit)
  libraries=$(find root -name '*.so*' -printf '%h\n' | sort -u | sed 's|^|${here}/|' | paste -sd :)
  program=$(find root -path "*/bin/${name}" -type f -print -quit)
  cat >"bin/${name}" <<END
#!/usr/bin/env bash
here=\$(dirname "\$(dirname "\$(readlink -f "\${BASH_SOURCE[0]}")")")
exec "\${here}/${loader}" --library-path "${libraries}" "\${here}/${program}" "\$@"
END
  chmod +x "bin/${name}"
}

fetch() {
  local release=$1 version package
  local place=${dir}/${release} archives=${apt}/archives
  rm -rf "${place}" "${archives}"/*.deb
  mkdir -p "${place}"/{root,bin,include}
  apt-get -qq -y --download-only install "mlir-${release}-tools" >/dev/null || {
    echo "no suite has mlir-${release}-tools" >&2
    exit 1
  }
  for package in "${archives}"/*.deb; do
    case ${package##*/} in
      "mlir-${release}-tools"_*) unpack "${package}" "${place}/root" '*/bin/mlir-opt' ;;
      # Packages of texts alone have none.
      *) unpack "${package}" "${place}/root" '*.so*' 2>/dev/null || true ;;
    esac
  done
  version=$(dpkg-deb -f "${archives}/mlir-${release}-tools"_*.deb Version)
  # Of these two the files alone are wanted, without what the packages need.
  (cd "${archives}" && apt-get -qq download {llvm-${release},libmlir-${release}-dev}"=${version}")
  unpack "${archives}/llvm-${release}"_*.deb "${place}/root" '*/bin/llvm-tblgen'
  unpack "${archives}/libmlir-${release}-dev"_*.deb "${place}/include" --strip-components=5 \
    "./usr/lib/llvm-${release}/include/*.td"
  (
    cd "${place}"
    for tool in mlir-opt llvm-tblgen; do
      wrap "${tool}"
      "bin/${tool}" --version >/dev/null
    done
  )
  # A release counts as unpacked when its programs have run.
  echo "${version}" >"${place}/version"
}

if [ "${#wanted[@]}" -gt 0 ]; then
  begin
  for release in "${wanted[@]}"; do fetch "${release}"; done
  rm -rf "${apt}"
fi
for release in "${releases[@]}"; do
  echo "mlir-opt ${release}:  ${dir}/${release}/bin/mlir-opt ($(cat "${dir}/${release}/version"))"
done
