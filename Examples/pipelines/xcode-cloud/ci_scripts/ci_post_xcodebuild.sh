#!/bin/bash
# Xcode Cloud runs this script, which must be executable, after each xcodebuild. ci_scripts is beside the project or workspace and
# also contains install-bundlepolicy, and bundlepolicy.SHA256SUMS from the release to install. BUNDLEPOLICY_RELEASES is an environment
# variable of the workflow: the address of the releases, with {version} for the version.
set -euo pipefail
releases=${BUNDLEPOLICY_RELEASES:?is an environment variable of the workflow}
# The products of a build, test or analysis action do not ship.
action=${CI_XCODEBUILD_ACTION:?is set by Xcode Cloud}
if [ "$action" != archive ]; then
  echo "bundlepolicy checks archives; the action '$action' makes none"
  exit 0
fi
# This script also runs after an xcodebuild that failed.
if [ "${CI_XCODEBUILD_EXIT_CODE:-0}" != 0 ]; then
  echo "xcodebuild failed, so there is no archive to check"
  exit "$CI_XCODEBUILD_EXIT_CODE"
fi
# Xcode Cloud starts it in ci_scripts.
cd "$(dirname "$0")"
bin=$(./install-bundlepolicy bundlepolicy.SHA256SUMS "$releases" "${TMPDIR:-/tmp}/bundlepolicy")
"$bin/bundlepolicy" check --project "${CI_PRIMARY_REPOSITORY_PATH:?is set by Xcode Cloud}/bundlepolicy.yml" \
  "${CI_ARCHIVE_PATH:?is set by Xcode Cloud for an archive}"
