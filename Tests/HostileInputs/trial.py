"""Runs the program with one input and checks the result: exit status 0, 1 or 2, a valid report, bounded memory, no hang."""

import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import time

STATUSES = {"pass": 0, "fail": 1, "error": 2}


class Outcome:
    """The result of running the program."""

    def __init__(self, status, output, errors, processor_seconds, seconds, memory, hung):
        self.status, self.output, self.errors = status, output, errors
        self.processor_seconds, self.seconds, self.memory, self.hung = processor_seconds, seconds, memory, hung


class Limits:
    """The limits of a run. `processor_seconds` is None if the time depends on the machine or the build (CI, debug builds)."""

    def __init__(self, memory, processor_seconds=None, hang=600):
        self.memory, self.processor_seconds, self.hang = memory, processor_seconds, hang


def run(program, arguments, folder, limits):
    """Runs the program in a folder, with output to files, so that nothing needs to read it concurrently."""
    output, errors = pathlib.Path(folder, "output"), pathlib.Path(folder, "errors")
    # A clean environment: no ledger, no plug-ins, no locale.
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "HOME": str(folder), "SWIFT_BACKTRACE": "enable=no"}
    # The peak memory of a process starts at its parent's, so a small process must start it: this file, run as a program.
    with open(output, "wb") as out, open(errors, "wb") as err:
        launched = subprocess.run([sys.executable, "-E", "-S", __file__, str(limits.hang), str(limits.memory), program, *arguments], cwd=folder,
                                  stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment, check=False)
    measured = json.loads(pathlib.Path(folder, "measured").read_text()) if launched.returncode == 0 else None
    if measured is None:
        raise RuntimeError(f"the program cannot be started: {errors.read_text(errors='replace')}")
    return Outcome(measured["status"], output.read_bytes(), errors.read_bytes(), measured["processor_seconds"], measured["seconds"],
                   measured["memory"], measured["hung"])


def launch(hang, memory, command):
    """Runs a command and writes its result to the file `measured`."""
    start = time.monotonic()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0)])
    # Protects the machine from unbounded runs. The address space includes memory that is only reserved, so its limit is far above the
    # bound.
    if hasattr(resource, "prlimit"):
        try:
            resource.prlimit(child, resource.RLIMIT_AS, (max(16 << 30, 8 * memory),) * 2)
        except ProcessLookupError:
            pass
    hung, pause = False, 0.002
    while True:
        pid, status, usage = os.wait4(child, os.WNOHANG)
        if pid:
            break
        if not hung and time.monotonic() - start > hang:
            hung = True
            os.kill(child, signal.SIGKILL)
        time.sleep(pause)
        pause = min(pause * 1.5, 0.1)
    pathlib.Path("measured").write_text(json.dumps({
        "status": os.waitstatus_to_exitcode(status), "processor_seconds": usage.ru_utime + usage.ru_stime, "seconds": time.monotonic() - start,
        "memory": usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024), "hung": hung}))


def unique(pairs):
    names = [name for name, _ in pairs]
    if len(names) != len(set(names)):
        raise ValueError("a name occurs twice in an object")
    return dict(pairs)


def no_constant(text):
    raise ValueError(f"{text} is not JSON")


def parse(output):
    """Parses the report strictly."""
    text = output.decode("utf-8")
    report = json.loads(text, object_pairs_hook=unique, parse_constant=no_constant)
    json.dumps(report, ensure_ascii=False).encode("utf-8")
    return report


def faults(outcome, limits):
    """Returns problems with the result, independent of the report's contents; and the report, if there is one."""
    found, report = [], None
    if outcome.hung:
        return [f"did not end within {limits.hang:g} s"], None
    if outcome.status < 0:
        found.append(f"ended by signal {-outcome.status} ({signal.Signals(-outcome.status).name})")
    elif outcome.status not in (0, 1, 2):
        found.append(f"exit status {outcome.status}")
    if limits.processor_seconds is not None and outcome.processor_seconds > limits.processor_seconds:
        found.append(f"took {outcome.processor_seconds:.1f} s of processor time")
    if outcome.memory > limits.memory:
        found.append(f"took {outcome.memory >> 20} MiB of memory")
    try:
        outcome.errors.decode("utf-8")
    except UnicodeDecodeError:
        found.append("standard error is not UTF-8")
    if any(byte < 0x20 and byte not in (0x0A,) or byte == 0x7F for byte in outcome.errors):
        found.append("standard error has control characters")
    if outcome.output:
        try:
            report = parse(outcome.output)
        except (ValueError, RecursionError) as error:
            return found + [f"the report is not valid: {error}"], None
        found += faults_of_report(report, outcome.status)
    elif outcome.status >= 0 and (outcome.status != 2 or b"error: " not in outcome.errors):
        found.append("there is neither a report nor an error")
    return found, report


def faults_of_report(report, status):
    found = []
    if report.get("format") != "bundlepolicy-report" or report.get("version") != 1:
        found.append("the report has another format")
    verdict = report.get("verdict")
    if verdict not in STATUSES:
        found.append(f"the verdict is {verdict!r}")
    elif status >= 0 and STATUSES[verdict] != status:
        found.append(f"the verdict is {verdict}, and the exit status {status}")
    errors = list(report.get("errors", []))
    for bundle in report.get("bundles", []):
        errors += bundle.get("errors", [])
        counts = {}
        for finding in bundle["findings"]:
            counts[finding["rule"]] = counts.get(finding["rule"], 0) + 1
        for rule in bundle["rules"]:
            if rule["findings"] != counts.get(rule["id"], 0):
                found.append(f"{rule['id']} has {rule['findings']} findings, and {counts.get(rule['id'], 0)} are listed")
            if rule["status"] == "error" and bundle["verdict"] != "error":
                found.append(f"{rule['id']} ended with an error, and the bundle's verdict is {bundle['verdict']}")
    if any(not error.get("message") or not error.get("code") for error in errors):
        found.append("an error has no message or no code")
    if verdict == "error" and not errors and not any(bundle["verdict"] == "error" for bundle in report["bundles"]):
        found.append("the verdict is error, and there is none")
    if errors and verdict != "error":
        found.append(f"there are errors, and the verdict is {verdict}")
    return found


if __name__ == "__main__":
    launch(float(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
