#!/usr/bin/env python3
"""Writes the export of a ledger with many builds of one application, for 'bundlepolicy ledger import'.

usage: ledger.py FILE COUNT

The chain of hashes is computed here as specified in Sources/ReleaseLedger/Rows/RowHash.swift, but independently: the import succeeds only
if both agree."""

import base64
import hashlib
import json
import plistlib
import sys


def row_hash(row, info, previous):
    digest = hashlib.sha256()

    def add(value):
        if value is None:
            return digest.update(b"\xff" * 8)
        if isinstance(value, int):
            value = value.to_bytes(8, "big", signed=True)
        elif isinstance(value, str):
            value = value.encode()
        digest.update(len(value).to_bytes(8, "big"))
        digest.update(value)

    add("bundlepolicy ledger row 1")
    for name in ["sequence", "time", "product", "identifier", "platform", "kind", "name", "path", "shortVersion", "build"]:
        add(row[name])
    add(bytes.fromhex(row["digest"][7:]))
    for name in ["verdict", "policies", "waivers", "tool", "labels"]:
        add(row[name])
    add(hashlib.sha256(info).digest())
    add(None)
    add(previous)
    return digest.digest()


def main():
    path, count = sys.argv[1], int(sys.argv[2])
    ledger = hashlib.sha256(b"a ledger for benchmarks").digest()[:16]
    previous = hashlib.sha256(b"bundlepolicy ledger " + ledger).digest()

    def line(value):
        file.write(json.dumps(value, separators=(",", ":")).encode() + b"\n")

    with open(path, "wb") as file:
        line({"format": "bundlepolicy-ledger", "version": 1, "ledger": ledger.hex()})
        for number in range(1, count + 1):
            # Lower than the checked build, with a thousand releases.
            build, release = f"0.{number}", f"1.{number // 1000}"
            info = plistlib.dumps(
                {"CFBundleIdentifier": "com.example.Hello", "CFBundleShortVersionString": release, "CFBundleVersion": build},
                fmt=plistlib.FMT_BINARY)
            row = {
                "sequence": number, "time": 1_700_000_000_000 + number * 60_000, "product": "com.example.Hello",
                "identifier": "com.example.Hello", "platform": "macos", "kind": "application", "name": "Hello", "path": "",
                "shortVersion": release, "build": build, "digest": "sha256:" + hashlib.sha256(str(number).encode()).hexdigest(),
                "verdict": "pass", "policies": "[]", "waivers": "[]", "tool": "ledger.py", "labels": "{}",
                "info": base64.b64encode(info).decode(), "entitlements": None, "previousHash": previous.hex(),
            }
            previous = row_hash(row, info, previous)
            line({**row, "hash": previous.hex()})
        line({"rows": count, "head": previous.hex()})


main()
