#!/bin/sh
# A run-script phase, the last one of the target: "$SRCROOT/ci/check-bundle.sh". Findings appear beside the build's own errors.
# Set ENABLE_USER_SCRIPT_SANDBOXING to NO, or name the bundle and the policy as input files of the phase; switch off "Based on
# dependency analysis". BUNDLEPOLICY_POLICY is a build setting of your own (default: $SRCROOT/policy.lua).
set -u
# Xcode's PATH has neither of Homebrew's folders.
PATH=$PATH:/opt/homebrew/bin:/usr/local/bin
bundle=${CODESIGNING_FOLDER_PATH:-}
[ -n "$bundle" ] || bundle=${TARGET_BUILD_DIR:?run by Xcode}/${WRAPPER_NAME:?run by Xcode}
if ! command -v bundlepolicy > /dev/null; then
  echo "error: bundlepolicy is not installed: brew install bundlepolicy"
  exit 2
fi
report=$(mktemp "${TMPDIR:-/tmp}/bundlepolicy.XXXXXX") || exit 2
trap 'rm -f "$report"' EXIT
bundlepolicy check --policy "${BUNDLEPOLICY_POLICY:-$SRCROOT/policy.lua}" "$bundle" > "$report" 2>&1
status=$?
# Xcode shows lines of the form FILE:LINE:COLUMN: error: TEXT. A built Info.plist is binary and has no lines; it is shown at the top.
sed -E -e 's/^([^ :][^:]*):byte [0-9]+: (error|warning|note): /\1:1:1: \2: /' \
  -e 's/^([^ :][^:]*): (error|warning|note): /\1:1:1: \2: /' "$report"
# A check that could not be completed fails the build, and so does any error without a line of its own.
[ $status -eq 0 ] || echo "error: bundlepolicy ended with $status, see the log of this phase"
exit $status
