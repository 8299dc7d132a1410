"""Checks one partition of a fleet: what Dask, Spark or any other engine calls on a worker.

`check` runs `bundlepolicy check -` once for many bundles, reads its JSON Lines, and gives a row for each bundle. It raises `Failure`
unless there is a complete answer about every bundle, so that an engine that tries again never keeps half a partition.
"""

import json
import os
import subprocess
import tempfile

COLUMNS = (
    "location", "identifier", "kind", "platform", "short_version", "version", "version_order", "verdict", "problems", "findings", "policies",
    "program", "as_of",
)
FINDING = ("rule", "severity", "message", "bundle", "file", "keyPath", "line", "value", "fingerprint")


class Failure(Exception):
    """The partition has no complete result."""


def check(locations, policies, as_of, program="bundlepolicy", options=()):
    """The rows of these bundles, in the order of their paths. `as_of` is the day of the check: a run that passes midnight has only one.

    A location is a path that the worker can open, or the URL of an archive in an object store that fsspec knows (s3://, gs://, …),
    which is downloaded for the time of the check.
    """
    with tempfile.TemporaryDirectory(prefix="bundlepolicy-") as folder:
        paths = {}
        for number, location in enumerate(locations):
            paths[_local(location, folder, number)] = location
        if not paths:
            return []
        command = [program, "check", "-", "--format", "jsonl", "--jobs", "1", "--as-of", as_of, *options]
        for policy in policies:
            command += ["--policy", policy]
        lines = _run(command, "\0".join(paths).encode() + b"\0")
    report = lines.pop() if lines else None
    if report is None or report["type"] != "report":
        raise Failure("bundlepolicy ended before its report")
    common = {
        "policies": [f"{policy['id']} {policy['digest']}" for policy in report["policies"]],
        "program": " ".join([report["tool"]["name"], report["tool"]["version"], *options]),
        "as_of": as_of,
    }
    rows = [_row(line, _location(line["path"], paths)) | common for line in lines]
    missing = set(paths.values()) - {row["location"] for row in rows}
    if missing:
        reasons = "; ".join(error["message"] for error in report["errors"])
        raise Failure(f"{len(missing)} of {len(paths)} bundles were not checked, such as {min(missing)}: {reasons}")
    return rows


def _location(path, paths):
    """Of the path that bundlepolicy reports: the bundle of an archive is called by its path in it."""
    while path not in paths:
        path, separator, _ = path.rpartition("/")
        if not separator:
            raise Failure("bundlepolicy reports a bundle that it was not given")
    return paths[path]


def _local(location, folder, number):
    if "://" not in location:
        return location
    import fsspec

    path = os.path.join(folder, str(number), os.path.basename(location.rstrip("/")))
    os.mkdir(os.path.dirname(path))
    try:
        filesystem, remote = fsspec.core.url_to_fs(location)
        filesystem.get_file(remote, path)
    except Exception as error:
        raise Failure(f"{location} cannot be downloaded: {error}") from error
    return path


def _run(command, paths):
    try:
        result = subprocess.run(command, input=paths, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    except OSError as error:
        raise Failure(f"{command[0]} cannot be started: {error.strerror}") from error
    # 0, 1 and 2 are verdicts. Anything else is wrong usage, or a signal.
    if result.returncode not in (0, 1, 2):
        raise Failure(f"bundlepolicy ended with {result.returncode}: {result.stderr.decode(errors='replace').strip()}")
    return [json.loads(line) for line in result.stdout.splitlines()]


def _row(bundle, location):
    build = next((build for build in bundle.get("builds", []) if build["bundle"] == ""), {"info": {}})
    info = build["info"]
    return {
        "location": location,
        "identifier": bundle["identifier"],
        "kind": bundle["kind"],
        "platform": bundle["platform"],
        "short_version": info.get("CFBundleShortVersionString"),
        "version": info.get("CFBundleVersion"),
        "version_order": order(info.get("CFBundleVersion")),
        "verdict": bundle["verdict"],
        "problems": [error["message"] for error in bundle["errors"]],
        "findings": [_finding(finding) for finding in bundle["findings"]],
    }


def _finding(finding):
    row = {name: finding[name] for name in FINDING}
    row["value"] = None if row["value"] is None else str(row["value"])
    waiver = finding["waiver"]
    # A finding counts if it is neither waived nor in a baseline.
    row["counts"] = not (waiver and not waiver["expired"]) and not finding.get("baselined", False)
    return row


def order(version):
    """A list of numbers that sorts as the system sorts versions: 1.10 after 1.9, 1.0 like 1. None for what is no such version."""
    parts = (version or "").split(".")
    if not all(part.isascii() and part.isdigit() and len(part) <= 18 for part in parts):
        return None
    numbers = [int(part) for part in parts]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    return numbers
