// What `fullReport()` and the fixtures of `InspectionTests` come to, written out.

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

extension TextReportTests {
  static let expected = #"""
    App.app  com.x.app, application, macos
    App.app: error: about the bundle
        rule      test/broken (policy.lua:6)

    App.app/Contents/Info.plist:4:1: error: CFBundleName is missing
        key       /CFBundleName
        expected  a value
        fix       add CFBundleName
        help      https://example.com/
        rule      test/named (policy.lua:2)

    App.app/Contents/Info.plist:6:1: waived: custom key Host lacks the prefix of our keys
        rule      test/own (policy.lua:3)
        waiver    until 2026-12-31, jo: later (policy.lua:11)

    App.app/Contents/Info.plist:7:1: note: Old is not allowed
        key       /Old
        value     o
        expected  no Old
        fix       remove Old
        edit      remove /Old (--fix)
        rule      test/old (policy.lua:4)
        waiver    expired on 2026-01-31, al: never (policy.lua:12)

    App.app/Contents/Info.plist:7:1: waived: custom key Old lacks the prefix of our keys
        rule      test/own (policy.lua:3)
        waiver    until 2026-12-31, jo: later (policy.lua:11)

    App.app/Contents/none: error: about a file
        rule      test/broken (policy.lua:6)

    policy.lua:9: error: no luck
        rule      test/broken

    error: no policy has a rule 'gone'; known names: named, own, old, grows, broken

    policy.lua:13: warning: the waiver of 'test/named' matched no finding
        rule      test/named
        fix       remove it, unless a bundle that needs it was not checked

    not applicable: 1 rule; --explain says why
    INCOMPLETE: 3 errors, 1 note, 2 waived, the check could not be completed; 4 rules evaluated on 1 bundle by test (policy.lua)

    """#
}

extension InspectionTests {
  static let expectedTree = #"""
    x.plist  xml property list  dictionary, 1 key
      v  dictionary, 7 keys
        s = "a\u{7f}b"
        i = 7
        r = 1.0
        d = 2020-01-01T00:00:00Z
        b  data, 1 byte
        l  array, 1 element
          0 = true
        u  UID 3

    """#

  static let expectedBundleTree = #"""
    App.app  application, macos, contents layout
      identifier com.x
      executable Contents/MacOS/App
      localizations en
      info Contents/Info.plist (xml, 2 keys)
        CFBundleIdentifier = "com.x"
        CFBundleExecutable = "App"
      Contents/PlugIns/S.appex  extension, macos, contents layout
        identifier com.x.s
        info Contents/Info.plist (xml, 1 key)
          CFBundleIdentifier = "com.x.s"

    """#
}

extension GitHubReportTests {
  static let expected = #"""
    ::error file=policy.lua,line=9,title=check incomplete::no luck%0Arule: test/broken%0Abundle: App.app
    ::error file=App.app,title=test/broken::about the bundle%0Arule: test/broken (policy.lua:6)
    ::error file=App.app/Contents/Info.plist,line=4,col=1,title=test/named::CFBundleName is missing%0Akey: /CFBundleName%0Aexpected: a value%0Afix: add CFBundleName%0Ahelp: https://example.com/%0Arule: test/named (policy.lua:2)
    ::error file=App.app/Contents/none,title=test/broken::about a file%0Arule: test/broken (policy.lua:6)
    ::notice file=App.app/Contents/Info.plist,line=7,col=1,title=test/old::Old is not allowed%0Akey: /Old%0Avalue: o%0Aexpected: no Old%0Afix: remove Old%0Aedit: remove /Old (--fix)%0Arule: test/old (policy.lua:4)%0Awaiver: expired on 2026-01-31, al: never (policy.lua:12)
    ::error title=check incomplete::no policy has a rule 'gone'; known names: named, own, old, grows, broken
    ::warning file=policy.lua,line=13,title=test/named::the waiver of 'test/named' matched no finding%0Afix: remove it, unless a bundle that needs it was not checked%0Arule: test/named
    bundlepolicy: INCOMPLETE: 3 errors, 1 note, 2 waived, the check could not be completed; 4 rules evaluated on 1 bundle by test (policy.lua)

    """#
}

extension MarkdownReportTests {
  static let expected = #"""
    ## bundlepolicy: INCOMPLETE

    3 errors, 1 note, 2 waived, the check could not be completed; 4 rules evaluated on 1 bundle.

    | Bundle | Verdict | Errors | Warnings | Notes | Waived | Baselined |
    | --- | --- | ---: | ---: | ---: | ---: | ---: |
    | `App.app` | **incomplete** | 3 | 0 | 1 | 2 | 0 |

    ### `App.app`

    `com.x.app`, application, macos

    - **check incomplete:** no luck
      - place: `policy.lua:9`
      - rule: `test/broken`

    - **error:** about the bundle
      - place: `App.app`
      - rule: `test/broken`, `policy.lua:6`
    - **error:** CFBundleName is missing
      - place: `App.app/Contents/Info.plist:4:1`, key `/CFBundleName`
      - expected: a value
      - fix: add CFBundleName
      - help: <https://example.com/>
      - rule: `test/named`, `policy.lua:2`
    - **error:** about a file
      - place: `App.app/Contents/none`
      - rule: `test/broken`, `policy.lua:6`
    - **note:** Old is not allowed
      - place: `App.app/Contents/Info.plist:7:1`, key `/Old`
      - value: `o`
      - expected: no Old
      - fix: remove Old
      - edit: remove `/Old` (`--fix`)
      - rule: `test/old`, `policy.lua:4`
      - waiver: expired on `2026-01-31`, al: never (`policy.lua:12`)

    <details><summary>2 waived</summary>

    - **waived:** custom key Host lacks the prefix of our keys
      - place: `App.app/Contents/Info.plist:6:1`, key `/Host`
      - value: `h`
      - expected: a key the platform defines, or the prefix '`com.x.`'
      - fix: rename it to '`com.x.Host`' here and in the code that reads it, or add it to the rule's prefixes if a library does
      - rule: `test/own`, `policy.lua:3`
      - waiver: until `2026-12-31`, jo: later (`policy.lua:11`)
    - **waived:** custom key Old lacks the prefix of our keys
      - place: `App.app/Contents/Info.plist:7:1`, key `/Old`
      - value: `o`
      - expected: a key the platform defines, or the prefix '`com.x.`'
      - fix: rename it to '`com.x.Old`' here and in the code that reads it, or add it to the rule's prefixes if a library does
      - rule: `test/own`, `policy.lua:3`
      - waiver: until `2026-12-31`, jo: later (`policy.lua:11`)

    </details>

    ### Errors

    - **check incomplete:** no policy has a rule 'gone'; known names: named, own, old, grows, broken

    ### Warnings

    - **warning:** the waiver of '`test/named`' matched no finding
      - place: `policy.lua:13`
      - rule: `test/named`
      - fix: remove it, unless a bundle that needs it was not checked

    ### Policies

    - policy `test`, `policy.lua`

    """#
}
