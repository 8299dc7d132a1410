// The JSON of `fullReport()`, written out.

extension JSONReportTests {
  static let expected = #"""
    {
      "format": "bundlepolicy-report",
      "version": 1,
      "tool": {
        "name": "bundlepolicy",
        "version": "9.9.9"
      },
      "verdict": "error",
      "failOn": "error",
      "policies": [
        {
          "id": "test",
          "version": null,
          "source": "policy.lua",
          "digest": …
        }
      ],
      "bundles": [
        {
          "path": "App.app",
          "identifier": "com.x.app",
          "kind": "application",
          "platform": "macos",
          "verdict": "error",
          "builds": [
            {
              "bundle": "",
              "name": "App.app",
              "kind": "application",
              "platform": "macos",
              "info": {
                "CFBundleIdentifier": "com.x.app"
              }
            }
          ],
          "rules": [
            {
              "id": "test/named",
              "status": "fail",
              "findings": 1,
              "fuel": …
            },
            {
              "id": "test/own",
              "status": "waived",
              "findings": 2,
              "fuel": …
            },
            {
              "id": "test/old",
              "status": "fail",
              "findings": 1,
              "fuel": …
            },
            {
              "id": "test/grows",
              "status": "not-applicable",
              "findings": 0,
              "fuel": …,
              "reason": "no earlier build to compare with; name one with --previous OLD or --ledger URL"
            },
            {
              "id": "test/broken",
              "status": "error",
              "findings": 2,
              "fuel": …
            }
          ],
          "findings": [
            {
              "rule": "test/broken",
              "severity": "error",
              "message": "about the bundle",
              "bundle": "",
              "file": null,
              "keyPath": null,
              "missing": false,
              "line": null,
              "column": null,
              "value": null,
              "expected": null,
              "fix": null,
              "help": null,
              "declared": {
                "file": "policy.lua",
                "line": 6
              },
              "fingerprint": …,
              "messageDigest": …,
              "waiver": null
            },
            {
              "rule": "test/named",
              "severity": "error",
              "message": "CFBundleName is missing",
              "bundle": "",
              "file": "Contents/Info.plist",
              "keyPath": "/CFBundleName",
              "missing": true,
              "line": 4,
              "column": 1,
              "value": null,
              "expected": "a value",
              "fix": "add CFBundleName",
              "help": "https://example.com/",
              "declared": {
                "file": "policy.lua",
                "line": 2
              },
              "fingerprint": …,
              "waiver": null
            },
            {
              "rule": "test/own",
              "severity": "warning",
              "message": "custom key Host lacks the prefix of our keys",
              "bundle": "",
              "file": "Contents/Info.plist",
              "keyPath": "/Host",
              "missing": false,
              "line": 6,
              "column": 1,
              "value": "h",
              "expected": "a key the platform defines, or the prefix 'com.x.'",
              "fix": "rename it to 'com.x.Host' here and in the code that reads it, or add it to the rule's prefixes if a library does",
              "help": null,
              "declared": {
                "file": "policy.lua",
                "line": 3
              },
              "fingerprint": …,
              "valueDigest": …,
              "waiver": {
                "because": "later",
                "owner": "jo",
                "expires": "2026-12-31",
                "expired": false,
                "declared": {
                  "file": "policy.lua",
                  "line": 11
                }
              }
            },
            {
              "rule": "test/old",
              "severity": "note",
              "message": "Old is not allowed",
              "bundle": "",
              "file": "Contents/Info.plist",
              "keyPath": "/Old",
              "missing": false,
              "line": 7,
              "column": 1,
              "value": "o",
              "expected": "no Old",
              "fix": "remove Old",
              "edits": [
                {
                  "operation": "remove",
                  "keyPath": "/Old"
                }
              ],
              "help": null,
              "declared": {
                "file": "policy.lua",
                "line": 4
              },
              "fingerprint": …,
              "valueDigest": …,
              "waiver": {
                "because": "never",
                "owner": "al",
                "expires": "2026-01-31",
                "expired": true,
                "declared": {
                  "file": "policy.lua",
                  "line": 12
                }
              }
            },
            {
              "rule": "test/own",
              "severity": "warning",
              "message": "custom key Old lacks the prefix of our keys",
              "bundle": "",
              "file": "Contents/Info.plist",
              "keyPath": "/Old",
              "missing": false,
              "line": 7,
              "column": 1,
              "value": "o",
              "expected": "a key the platform defines, or the prefix 'com.x.'",
              "fix": "rename it to 'com.x.Old' here and in the code that reads it, or add it to the rule's prefixes if a library does",
              "help": null,
              "declared": {
                "file": "policy.lua",
                "line": 3
              },
              "fingerprint": …,
              "valueDigest": …,
              "waiver": {
                "because": "later",
                "owner": "jo",
                "expires": "2026-12-31",
                "expired": false,
                "declared": {
                  "file": "policy.lua",
                  "line": 11
                }
              }
            },
            {
              "rule": "test/broken",
              "severity": "error",
              "message": "about a file",
              "bundle": "",
              "file": "Contents/none",
              "keyPath": null,
              "missing": true,
              "line": null,
              "column": null,
              "value": null,
              "expected": null,
              "fix": null,
              "help": null,
              "declared": {
                "file": "policy.lua",
                "line": 6
              },
              "fingerprint": …,
              "messageDigest": …,
              "waiver": null
            }
          ],
          "errors": [
            {
              "code": "policy.error",
              "message": "no luck",
              "file": "policy.lua",
              "line": 9,
              "column": null,
              "rule": "test/broken",
              "hint": null
            }
          ]
        }
      ],
      "errors": [
        {
          "code": "check.unknown-rule",
          "message": "no policy has a rule 'gone'; known names: named, own, old, grows, broken",
          "file": null,
          "line": null,
          "column": null,
          "rule": null,
          "hint": null
        }
      ],
      "warnings": [
        {
          "code": "waiver.unused",
          "message": "the waiver of 'test/named' matched no finding",
          "file": "policy.lua",
          "line": 13,
          "column": null,
          "rule": "test/named",
          "hint": "remove it, unless a bundle that needs it was not checked"
        }
      ],
      "summary": {
        "bundles": 1,
        "errors": 3,
        "warnings": 0,
        "notes": 1,
        "waived": 2,
        "baselined": 0,
        "rules": {
          "evaluated": 4,
          "passed": 1,
          "failed": 3,
          "notApplicable": 1
        },
        "failedBundles": 0,
        "incompleteBundles": 1
      }
    }

    """#
}
