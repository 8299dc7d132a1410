/// The script that installs bundlepolicy in a pipeline. Examples/pipelines has a copy, which Scripts/generate/documents writes.
package enum InstallerTemplate {
  package static let script = #"""
    #!/usr/bin/env bash
    # Installs a released bundlepolicy for Linux or macOS, and prints the folder that contains the program.
    # usage: install-bundlepolicy SHA256SUMS RELEASES [FOLDER]
    #   SHA256SUMS  the release's file of digests. Save it in your repository when you choose a version: it decides which
    #               version is installed, and only a tarball with the noted digest is unpacked
    #   RELEASES    the address of the release's files: https://… or file:///…; the version replaces {version} in it
    #   FOLDER      where to install (default: bundlepolicy in the working directory)
    set -euo pipefail
    fail() {
      echo "install-bundlepolicy: error: $1" >&2
      echo "    fix       $2" >&2
      exit 1
    }
    digest() { if command -v sha256sum > /dev/null; then sha256sum; else shasum -a 256; fi < "$1" | cut -d' ' -f1; }
    if [ $# -lt 2 ] || [ $# -gt 3 ]; then
      sed -n 's/^# //; /^usage/,/FOLDER/p' "$0" >&2
      exit 64
    fi
    sums=$1 releases=$2 folder=${3:-bundlepolicy}
    [ -f "$sums" ] || fail "$sums: no such file" "save the SHA256SUMS of the release that you want under this name"
    [ -n "$releases" ] || fail "the address of the release's files is empty" "pass the folder of the release, such as https://…/v{version}"
    case $(uname -s) in Darwin) system=macos ;; *) system=$(uname -s | tr '[:upper:]' '[:lower:]') ;; esac
    platform=$system-$(uname -m)
    entry=$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]\(bundlepolicy-[0-9][^/ ]*-$platform\)\.tar\.gz\$/\1 \2/p" "$sums")
    case $entry in
      "") fail "$sums has no digest of a tarball for $platform" "save the SHA256SUMS of a release for this system" ;;
      *$'\n'*) fail "$sums has more than one tarball for $platform" "save the SHA256SUMS of one release" ;;
    esac
    expected=${entry%% *} name=${entry#* }
    version=${name#bundlepolicy-} && version=${version%-"$platform"}
    placeholder="{version}"
    address=${releases//"$placeholder"/$version}/$name.tar.gz
    mkdir -p "$folder" && folder=$(cd "$folder" && pwd)
    tarball=$(mktemp "$folder/download.XXXXXX")
    trap 'rm -f "$tarball"' EXIT
    curl --fail --silent --show-error --location --retry 3 --output "$tarball" "$address" ||
      fail "$address cannot be downloaded" "check the address of the releases, and that the release has this file"
    # Nothing is unpacked or run before this.
    found=$(digest "$tarball")
    [ "$found" = "$expected" ] || fail "$address has the digest $found, but $sums expects $expected" \
      "find out who changed the file; do not install it"
    tar -xzf "$tarball" -C "$folder" --no-same-owner
    echo "$folder/$name/bin"

    """#
}
