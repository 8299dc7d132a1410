#!/bin/sh
# A run-script phase, the last one of the target: "$SRCROOT/ci/check-bundle.sh". Findings appear among the build errors.
#
# - Input Files of the phase: $(TARGET_BUILD_DIR)/$(INFOPLIST_PATH). Without it, Xcode may write Info.plist after this phase.
# - Build setting ENABLE_USER_SCRIPT_SANDBOXING: NO. In the sandbox, a script can read only the input files, not a bundle.
# - "Based on dependency analysis": off, so that each build is checked.
#
# BUNDLEPOLICY_PROJECT is a build setting of your own (default: $SRCROOT/bundlepolicy.yml).
set -u
# Xcode's PATH does not contain Homebrew's folders.
PATH=$PATH:/opt/homebrew/bin:/usr/local/bin
fail() { echo "error: $1" && exit 2; }
[ "${ENABLE_USER_SCRIPT_SANDBOXING:-NO}" = NO ] || fail "set ENABLE_USER_SCRIPT_SANDBOXING to NO: in the sandbox, bundlepolicy cannot read the bundle"
declared=no number=0
while [ "$number" -lt "${SCRIPT_INPUT_FILE_COUNT:-0}" ]; do
  eval "file=\${SCRIPT_INPUT_FILE_$number:-}"
  case $file in */"${INFOPLIST_PATH:-Info.plist}") declared=yes ;; esac
  number=$((number + 1))
done
[ $declared = yes ] || fail 'add $(TARGET_BUILD_DIR)/$(INFOPLIST_PATH) to the Input Files of this phase: without it, Xcode may write Info.plist later'
bundle=${CODESIGNING_FOLDER_PATH:-}
[ -n "$bundle" ] || bundle=${TARGET_BUILD_DIR:?run by Xcode}/${WRAPPER_NAME:?run by Xcode}
command -v bundlepolicy > /dev/null || fail "bundlepolicy is not installed, or not on this PATH: $PATH"
report=$(mktemp "${TMPDIR:-/tmp}/bundlepolicy.XXXXXX") || exit 2
trap 'rm -f "$report"' EXIT
bundlepolicy check --format text --project "${BUNDLEPOLICY_PROJECT:-$SRCROOT/bundlepolicy.yml}" "$bundle" > "$report" 2>&1
status=$?
# Xcode shows lines of the form FILE:LINE:COLUMN: error: TEXT. A built Info.plist is often binary and has no lines, so its findings
# appear at the first line.
sed -E -e 's/^([^ :][^:]*):byte [0-9]+: (error|warning|note): /\1:1:1: \2: /' \
  -e 's/^([^ :][^:]*): (error|warning|note): /\1:1:1: \2: /' "$report"
# A check that could not be completed also fails the build.
[ $status -eq 0 ] || echo "error: bundlepolicy ended with exit status $status; see the log of this phase"
exit $status
