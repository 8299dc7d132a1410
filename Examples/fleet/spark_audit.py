#!/usr/bin/env python3
"""The audit of dask_audit.py as a PySpark job: the same partitions, columns and files, by DataFrame.mapInPandas.

  spark-submit --py-files partition.py spark_audit.py --policy policy.lua --locations bundles.txt --output results
"""

import argparse
import sys

import partition

SCHEMA = """
location string, identifier string, kind string, platform string, short_version string, version string, version_order array<bigint>,
verdict string, policies array<string>, problems array<string>,
findings array<struct<rule: string, severity: string, message: string, bundle: string, file: string, keyPath: string, line: bigint,
  value: string, fingerprint: string, counts: boolean>>
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--policy", action="append", required=True)
    parser.add_argument("--locations", required=True, help="a file with a path or URL in each line")
    parser.add_argument("--output", required=True)
    parser.add_argument("--partition", type=int, default=500)
    parser.add_argument("--program", default="bundlepolicy")
    parser.add_argument("--option", action="append", default=[])
    arguments = parser.parse_args()
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName("bundlepolicy").getOrCreate()
    # A batch of Arrow is a partition of bundles: it is checked by one process.
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", arguments.partition)

    def check(batches):
        import pandas

        for batch in batches:
            locations = [location for location in batch["value"] if location.strip()]
            yield pandas.DataFrame(partition.check(locations, arguments.policy, arguments.program, arguments.option), columns=COLUMNS)

    locations = spark.read.text(arguments.locations)
    count = max(1, -(-locations.count() // arguments.partition))
    locations.repartition(count).mapInPandas(check, SCHEMA).write.parquet(arguments.output)
    verdicts = {row["verdict"]: row["count"] for row in spark.read.parquet(arguments.output).groupBy("verdict").count().collect()}
    print(f"{sum(verdicts.values())} bundles: {verdicts}", file=sys.stderr)
    spark.stop()
    return 2 if verdicts.get("error") or not verdicts else 1 if verdicts.get("fail") else 0


COLUMNS = [
    "location", "identifier", "kind", "platform", "short_version", "version", "version_order", "verdict", "policies", "problems", "findings",
]

if __name__ == "__main__":
    sys.exit(main())
