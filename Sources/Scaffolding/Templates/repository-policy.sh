#!/bin/sh
# Tests the policy, then checks builds with it. usage: ci/policy.sh [BUNDLE…]
# Exit status: 0 if everything passed, 1 for violations, anything else if something could not be checked.
set -eu
here=$(dirname "$0")/..
mkdir -p "$here/reports"

bundlepolicy lint --fail-on note "$here/{{policies}}"
bundlepolicy test --coverage --threshold 100 --junit "$here/reports/policy-tests.xml" "$here/{{policies}}"
# Editors and luacheck must know the same language as this version of bundlepolicy.
bundlepolicy init --check "$here"
if command -v luacheck > /dev/null; then (cd "$here" && luacheck --quiet {{luacheck}}); fi

if [ $# -gt 0 ]; then bundlepolicy check --project "$here/bundlepolicy.yml" "$@"; fi
