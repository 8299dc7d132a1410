#!/bin/sh
# Tests the pack. usage: ci/policy.sh
# Exit status: 0 if everything passed, 1 for failures, anything else if something could not be checked.
set -eu
here=$(dirname "$0")/..
mkdir -p "$here/reports"

bundlepolicy lint --fail-on note "$here"
bundlepolicy test --coverage --threshold 100 --junit "$here/reports/policy-tests.xml" "$here"
