#!/bin/bash
# Xcode Cloud runs this script after each xcodebuild. It checks the archive of the action Archive. BUNDLEPOLICY_RELEASES is an
# environment variable of the workflow: the address of bundlepolicy's releases, with {version} for the version.
set -euo pipefail
releases=${BUNDLEPOLICY_RELEASES:?is an environment variable of the workflow}
if [ "${CI_XCODEBUILD_ACTION:?is set by Xcode Cloud}" != archive ]; then
  echo "bundlepolicy checks archives; the action '$CI_XCODEBUILD_ACTION' makes none"
  exit 0
fi
# This script also runs after an xcodebuild that failed.
if [ "${CI_XCODEBUILD_EXIT_CODE:-0}" != 0 ]; then
  echo "xcodebuild failed, so there is no archive to check"
  exit "$CI_XCODEBUILD_EXIT_CODE"
fi
cd "${CI_PRIMARY_REPOSITORY_PATH:?is set by Xcode Cloud}"
bin=$(ci/install-bundlepolicy ci/bundlepolicy.SHA256SUMS "$releases" "${TMPDIR:-/tmp}/bundlepolicy")
"$bin/bundlepolicy" check --project bundlepolicy.yml "${CI_ARCHIVE_PATH:?is set by Xcode Cloud for an archive}"
