#!/usr/bin/env python3
"""Checks any number of bundles on a Dask cluster, and writes a Parquet file for each partition.

  dask_audit.py --policy policy.lua --locations bundles.txt --output results
  dask_audit.py --policy policy.lua --locations 's3://builds/**/*.ipa' --output results --scheduler tcp://scheduler:8786
  dask_audit.py --policy policy.lua --locations bundles.txt --output results --resume      after a run that was killed

The exit status is that of 'bundlepolicy check': 0 if all bundles passed, 1 if some failed, 2 if some could not be checked.
"""

import argparse
import collections
import datetime
import glob
import itertools
import json
import os
import sys
import time
import uuid

import partition

def schema():
    import pyarrow

    text, texts = pyarrow.string(), pyarrow.list_(pyarrow.string())
    types = {name: text for name in partition.FINDING} | {"line": pyarrow.int64(), "counts": pyarrow.bool_()}
    finding = pyarrow.struct(types.items())
    lists = {
        "version_order": pyarrow.list_(pyarrow.int64()), "problems": texts, "policies": texts, "findings": pyarrow.list_(finding),
    }
    return pyarrow.schema([(name, lists.get(name, text)) for name in partition.COLUMNS])


def run_partition(number, locations, policies, as_of, program, options, output):
    """On a worker: checks and writes the partition's file, unless an earlier run did and could read all bundles.

    Returns the verdicts, counted, and what decided them.

    The file appears whole or not at all, and is the same whoever writes it: a second attempt, and a worker that was thought dead, do no harm.
    """
    import pyarrow
    import pyarrow.parquet

    path = os.path.join(output, f"part-{number:07}.parquet")
    rows = read_rows(path) if os.path.exists(path) else []
    if {row["location"] for row in rows} != set(locations) or any(row["verdict"] == "error" for row in rows):
        rows = partition.check(locations, policies, as_of, program, options)
        unfinished = f"{path}.{uuid.uuid4().hex}.unfinished"
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema()), unfinished)
        os.replace(unfinished, path)
    return collections.Counter(row["verdict"] for row in rows), {(row["program"], row["as_of"], *row["policies"]) for row in rows}


def read_rows(path):
    import pyarrow.parquet

    return pyarrow.parquet.read_table(path, columns=["location", "verdict", "program", "as_of", "policies"]).to_pylist()


def files(output, pattern):
    return sorted(glob.glob(os.path.join(glob.escape(output), pattern)))


def prepare(output, resume, as_of):
    """Creates the directory, or continues in it: then the day is that of the earlier run. Returns the day."""
    os.makedirs(output, exist_ok=resume)
    for path in files(output, "*.unfinished") + files(output, "run.json"):
        os.remove(path)
    parts = files(output, "part-*.parquet")
    if parts and as_of is None:
        return read_rows(parts[0])[0]["as_of"]
    return as_of or datetime.date.today().isoformat()


def read_locations(source):
    """The lines of a file, or what an object store lists for a pattern, one by one."""
    if "://" not in source:
        with open(source, encoding="utf-8") as lines:
            yield from (line.rstrip("\n") for line in lines if line.strip())
        return
    import fsspec

    filesystem, pattern = fsspec.core.url_to_fs(source)
    protocol = source.split("://")[0]
    for path in sorted(filesystem.glob(pattern)):
        yield f"{protocol}://{path.removeprefix('/') if protocol != 'file' else path}"


def partitions(locations, size):
    while part := list(itertools.islice(locations, size)):
        yield part


class Progress:
    """One line on a terminal, nothing elsewhere."""

    def __init__(self):
        self.began = time.monotonic()
        self.parts = 0
        self.verdicts = collections.Counter()
        self.deciders = set()
        self.is_shown = sys.stderr.isatty()

    def add(self, verdicts, deciders):
        self.parts += 1
        self.verdicts.update(verdicts)
        self.deciders |= deciders
        if self.is_shown:
            print(f"\r{self}\033[K", end="", file=sys.stderr, flush=True)

    def __str__(self):
        count = self.verdicts.total()
        rate = count / max(time.monotonic() - self.began, 0.001)
        return (
            f"{self.parts:,} partitions, {count:,} bundles, {rate:,.0f}/s: {self.verdicts['pass']:,} passed, "
            f"{self.verdicts['fail']:,} failed, {self.verdicts['error']:,} incomplete"
        )


def audit(client, arguments):
    """Keeps a few partitions for each worker under way, so that neither this process nor the scheduler ever holds the whole fleet."""
    from distributed import as_completed

    policies = [os.path.abspath(policy) if os.path.exists(policy) else policy for policy in arguments.policy]
    output = os.path.abspath(arguments.output)
    as_of = prepare(output, arguments.resume, arguments.as_of)
    progress = Progress()
    failures = []
    parts = enumerate(partitions(read_locations(arguments.locations), arguments.partition))

    def submit(part):
        return client.submit(
            run_partition, *part, policies, as_of, arguments.program, arguments.option, output, retries=arguments.retries, pure=False)

    window = 4 * max(1, sum(client.nthreads().values()))
    running = as_completed([submit(part) for part in itertools.islice(parts, window)])
    for future in running:
        if future.status == "finished":
            progress.add(*future.result())
        else:
            failures.append(str(future.exception()))
        following = next(parts, None)
        if following is not None:
            running.add(submit(following))
    print(("\r" if progress.is_shown else "") + str(progress), file=sys.stderr)
    for failure in failures[:10]:
        print(f"error: a partition was not checked: {failure}", file=sys.stderr)
    is_empty = not progress.verdicts and not failures
    if is_empty:
        print("error: there are no bundles to check", file=sys.stderr)
    is_other = len(files(output, "part-*.parquet")) > progress.parts + len(failures)
    if is_other:
        print(f"error: {output} also contains the results of another list: use a new --output", file=sys.stderr)
    is_mixed = len(progress.deciders) > 1
    if is_mixed:
        print("error: not all partitions were checked with the same policies, options, day and version of bundlepolicy:", file=sys.stderr)
        for decider in sorted(progress.deciders)[:10]:
            print("  " + ", ".join(decider), file=sys.stderr)
    is_whole = not (failures or is_empty or is_other or is_mixed)
    status = 2 if not is_whole or progress.verdicts["error"] else 1 if progress.verdicts["fail"] else 0
    # A directory without this file comes from a run that did not end.
    with open(os.path.join(output, "run.json"), "w", encoding="utf-8") as file:
        json.dump({"status": status, "verdicts": dict(progress.verdicts), "partitions": progress.parts, "failures": failures}, file)
    return status


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--policy", action="append", required=True, help="a policy, as for 'bundlepolicy check' (repeatable)")
    parser.add_argument("--locations", required=True, help="a file with a path or URL in each line, or a pattern such as s3://builds/**/*.ipa")
    parser.add_argument("--output", required=True, help="the directory to create, which all workers can write to")
    parser.add_argument("--resume", action="store_true", help="continue a run that was killed: check only partitions without a file in --output")
    parser.add_argument("--as-of", help="the day of the check, YYYY-MM-DD (default: today, or with --resume the day of the earlier run)")
    parser.add_argument("--partition", type=int, default=500, help="bundles checked by one process (default: 500)")
    parser.add_argument("--scheduler", help="the address of a Dask scheduler (default: a cluster on this machine)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="worker processes of the cluster on this machine")
    parser.add_argument("--retries", type=int, default=3, help="how often a partition is tried again")
    parser.add_argument("--program", default="bundlepolicy", help="bundlepolicy on the workers")
    parser.add_argument("--option", action="append", default=[], help="another option of 'bundlepolicy check', such as --option=--fail-on=warning (repeatable)")
    arguments = parser.parse_args()
    from distributed import Client, LocalCluster

    if arguments.scheduler:
        with Client(arguments.scheduler) as client:
            client.upload_file(partition.__file__)
            client.upload_file(__file__)
            return audit(client, arguments)
    with LocalCluster(
        n_workers=arguments.workers, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster, Client(cluster) as client:
        return audit(client, arguments)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, partition.Failure) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
