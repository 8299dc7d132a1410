#!/usr/bin/env python3
"""The audit of dask_audit.py as a PySpark job: the same partitions, columns and files, by DataFrame.mapInPandas.

  spark-submit --py-files partition.py spark_audit.py --policy policy.lua --locations bundles.txt --output results

A task's file appears in --output when the task ends, so --resume continues after a run that was killed.
"""

import argparse
import datetime
import os
import sys

import partition

SCHEMA = """
location string, identifier string, kind string, platform string, short_version string, version string, version_order array<bigint>,
verdict string, problems array<string>,
findings array<struct<rule: string, severity: string, message: string, bundle: string, file: string, keyPath: string, line: bigint,
  value: string, fingerprint: string, counts: boolean>>,
policies array<string>, program string, as_of string
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--policy", action="append", required=True)
    parser.add_argument("--locations", required=True, help="a file with a path or URL in each line")
    parser.add_argument("--output", required=True)
    parser.add_argument("--resume", action="store_true", help="check only the bundles that --output has no row for")
    parser.add_argument("--as-of", help="the day of the check (default: today, or with --resume the day of the earlier run)")
    parser.add_argument("--partition", type=int, default=500)
    parser.add_argument("--program", default="bundlepolicy")
    parser.add_argument("--option", action="append", default=[])
    arguments = parser.parse_args()
    from pyspark.sql import SparkSession

    # With version 2, the file of a task appears in the output when the task ends, and not when the job does.
    committer = "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version"
    spark = SparkSession.builder.appName("bundlepolicy").config(committer, "2").getOrCreate()
    # A batch of Arrow is checked by one process. Partitions are not all of the same size, and a batch is to hold the whole of one.
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 2 * arguments.partition)
    locations = spark.read.text(arguments.locations).where("trim(value) <> ''").distinct()
    all_locations = locations.count()
    remaining, as_of = locations, arguments.as_of
    # Spark cannot read a directory without a single Parquet file, because it has no schema.
    earlier = spark.read.schema(SCHEMA).parquet(arguments.output) if arguments.resume and os.path.isdir(arguments.output) else None
    if earlier is not None:
        remaining = locations.join(earlier, locations.value == earlier.location, "left_anti")
        as_of = as_of or next((row["as_of"] for row in earlier.select("as_of").take(1)), None)
    as_of = as_of or datetime.date.today().isoformat()

    def check(batches):
        import pandas

        for batch in batches:
            rows = partition.check(batch["value"], arguments.policy, as_of, arguments.program, arguments.option)
            yield pandas.DataFrame(rows, columns=partition.COLUMNS)

    remaining = remaining.persist()
    count = -(-remaining.count() // arguments.partition)
    mode = "append" if arguments.resume else "errorifexists"
    remaining.repartition(max(1, count)).mapInPandas(check, SCHEMA).write.mode(mode).parquet(arguments.output)

    results = spark.read.parquet(arguments.output)
    verdicts = {row["verdict"]: row["count"] for row in results.groupBy("verdict").count().collect()}
    deciders = results.select("program", "as_of", "policies").distinct().take(10)
    spark.stop()
    total = sum(verdicts.values())
    print(f"{total} bundles: {verdicts}", file=sys.stderr)
    if len(deciders) > 1:
        print("error: not all bundles were checked with the same policies, options, day and version of bundlepolicy", file=sys.stderr)
    if total != all_locations:
        print(f"error: {total} results for {all_locations} bundles", file=sys.stderr)
    is_whole = total == all_locations and len(deciders) == 1
    return 2 if verdicts.get("error") or not is_whole else 1 if verdicts.get("fail") else 0


if __name__ == "__main__":
    sys.exit(main())
