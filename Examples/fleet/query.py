#!/usr/bin/env python3
"""Asks the results of an audit, with DuckDB.

  query.py results                                     the rules by how many bundles violate them
  query.py results --rule apple.recommended/icon-catalog --since 2.10   which builds violate a rule, from this CFBundleVersion on
"""

import argparse
import os
import sys

import duckdb

import partition

RULES = """
SELECT finding.rule, count(DISTINCT location) AS bundles, count(*) AS findings
FROM (SELECT location, unnest(findings) AS finding FROM read_parquet($files))
WHERE finding.counts GROUP BY ALL ORDER BY bundles DESC, finding.rule
"""

BUILDS = """
SELECT DISTINCT identifier, short_version, version, version_order, location
FROM (SELECT *, unnest(findings) AS finding FROM read_parquet($files))
WHERE finding.counts AND finding.rule = $rule AND ($since IS NULL OR version_order IS NULL OR version_order >= $since)
ORDER BY identifier, version_order, location
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results")
    parser.add_argument("--rule", help="the builds that violate this rule")
    parser.add_argument("--since", help="only builds from this CFBundleVersion on, and those without a numeric one")
    arguments = parser.parse_args()
    if not os.path.exists(os.path.join(arguments.results, "run.json")):
        sys.exit(f"error: {arguments.results} is not the result of an audit that ended")
    since = partition.order(arguments.since) if arguments.since else None
    if arguments.since and since is None:
        sys.exit(f"error: {arguments.since} is not a version of numbers")
    files = os.path.join(arguments.results, "part-*.parquet")
    if arguments.rule:
        rows = duckdb.execute(BUILDS, {"files": files, "rule": arguments.rule, "since": since}).fetchall()
        rows = [(identifier, short, version, location) for identifier, short, version, _, location in rows]
    else:
        rows = duckdb.execute(RULES, {"files": files}).fetchall()
    for row in rows:
        print("\t".join("" if value is None else str(value) for value in row))


if __name__ == "__main__":
    main()
