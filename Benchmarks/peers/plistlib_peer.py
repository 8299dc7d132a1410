"""Python's plistlib. usage: plistlib_peer.py WORK MILLISECONDS PATH"""

import pathlib
import plistlib
import sys
import time



def values(value):
    """The number of values, so that the whole list is visited."""
    if isinstance(value, dict):
        return 1 + sum(map(values, value.values()))
    if isinstance(value, list):
        return 1 + sum(map(values, value))
    return 1


path = pathlib.Path(sys.argv[3])
files = [file.read_bytes() for file in (sorted(path.iterdir()) if path.is_dir() else [path])]
budget = int(sys.argv[2]) * 1_000_000
check = sum(values(plistlib.loads(content)) for content in files)
rounds = 0
start = now = time.process_time_ns()
while now - start < budget:
    check = sum(values(plistlib.loads(content)) for content in files)
    rounds += 1
    now = time.process_time_ns()
print((now - start) / rounds / len(files), check)
