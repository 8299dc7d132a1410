extension TestFormatsTests {
  static let expectedJUnit = #"""
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="bundlepolicy" tests="6" failures="1" errors="2">
      <testsuite name="App.app" tests="5" failures="1" errors="1" skipped="1">
        <testcase classname="App.app" name="test/named">
          <failure type="error" message="CFBundleName is missing">App.app/Contents/Info.plist:4:1: error: CFBundleName is missing
      key: /CFBundleName
      expected: a value
      fix: add CFBundleName
      help: https://example.com/
      rule: policy.lua:2</failure>
        </testcase>
        <testcase classname="App.app" name="test/own">
          <system-out>App.app/Contents/Info.plist:6:1: waived: custom key Host lacks the prefix of our keys
      key: /Host
      value: h
      expected: a key the platform defines, or the prefix 'com.x.'
      fix: rename it to 'com.x.Host' here and in the code that reads it, or add it to the rule's prefixes if a library does
      rule: policy.lua:3
      waiver: until 2026-12-31, jo: later (policy.lua:11)
    App.app/Contents/Info.plist:7:1: waived: custom key Old lacks the prefix of our keys
      key: /Old
      value: o
      expected: a key the platform defines, or the prefix 'com.x.'
      fix: rename it to 'com.x.Old' here and in the code that reads it, or add it to the rule's prefixes if a library does
      rule: policy.lua:3
      waiver: until 2026-12-31, jo: later (policy.lua:11)</system-out>
        </testcase>
        <testcase classname="App.app" name="test/old">
          <system-out>App.app/Contents/Info.plist:7:1: note: Old is not allowed
      key: /Old
      value: o
      expected: no Old
      fix: remove Old
      edit: remove /Old (--fix)
      rule: policy.lua:4
      waiver: expired on 2026-01-31, al: never (policy.lua:12)</system-out>
        </testcase>
        <testcase classname="App.app" name="test/grows">
          <skipped message="no earlier build to compare with; name one with --previous OLD or --ledger URL"/>
        </testcase>
        <testcase classname="App.app" name="test/broken">
          <error type="policy.error" message="no luck">policy.lua:9: check incomplete: no luck
      rule: test/broken
    App.app: error: about the bundle
      rule: policy.lua:6
    App.app/Contents/none: error: about a file
      rule: policy.lua:6</error>
        </testcase>
      </testsuite>
      <testsuite name="bundlepolicy" tests="1" failures="0" errors="1" skipped="0">
        <testcase classname="bundlepolicy" name="check.unknown-rule">
          <error type="check.unknown-rule" message="no policy has a rule 'gone'; known names: named, own, old, grows, broken">check incomplete: no policy has a rule 'gone'; known names: named, own, old, grows, broken</error>
        </testcase>
        <system-out>policy.lua:13: warning: the waiver of 'test/named' matched no finding
      fix: remove it, unless a bundle that needs it was not checked</system-out>
      </testsuite>
    </testsuites>

    """#

  static let expectedTAP = #"""
    TAP version 13
    not ok 1 - App.app: test/named
      ---
      message: "CFBundleName is missing"
      findings:
        - at: "App.app/Contents/Info.plist:4:1"
          state: "error"
          message: "CFBundleName is missing"
          key: "/CFBundleName"
          expected: "a value"
          fix: "add CFBundleName"
          help: "https://example.com/"
          rule: "policy.lua:2"
      ...
    not ok 2 - App.app: test/own # TODO waived until 2026-12-31, jo: later (policy.lua:11) (and 1 more)
      ---
      message: "custom key Host lacks the prefix of our keys"
      findings:
        - at: "App.app/Contents/Info.plist:6:1"
          state: "waived"
          message: "custom key Host lacks the prefix of our keys"
          key: "/Host"
          value: "h"
          expected: "a key the platform defines, or the prefix 'com.x.'"
          fix: "rename it to 'com.x.Host' here and in the code that reads it, or add it to the rule's prefixes if a library does"
          rule: "policy.lua:3"
          waiver: "until 2026-12-31, jo: later (policy.lua:11)"
        - at: "App.app/Contents/Info.plist:7:1"
          state: "waived"
          message: "custom key Old lacks the prefix of our keys"
          key: "/Old"
          value: "o"
          expected: "a key the platform defines, or the prefix 'com.x.'"
          fix: "rename it to 'com.x.Old' here and in the code that reads it, or add it to the rule's prefixes if a library does"
          rule: "policy.lua:3"
          waiver: "until 2026-12-31, jo: later (policy.lua:11)"
      ...
    ok 3 - App.app: test/old
      ---
      message: "Old is not allowed"
      findings:
        - at: "App.app/Contents/Info.plist:7:1"
          state: "note"
          message: "Old is not allowed"
          key: "/Old"
          value: "o"
          expected: "no Old"
          fix: "remove Old"
          edit: "remove /Old (--fix)"
          rule: "policy.lua:4"
          waiver: "expired on 2026-01-31, al: never (policy.lua:12)"
      ...
    ok 4 - App.app: test/grows # SKIP no earlier build to compare with; name one with --previous OLD or --ledger URL
    not ok 5 - App.app: test/broken
      ---
      message: "no luck"
      errors:
        - code: "policy.error"
          text: "policy.lua:9: check incomplete: no luck\n  rule: test/broken"
      findings:
        - at: "App.app"
          state: "error"
          message: "about the bundle"
          rule: "policy.lua:6"
        - at: "App.app/Contents/none"
          state: "error"
          message: "about a file"
          rule: "policy.lua:6"
      ...
    not ok 6 - bundlepolicy: check.unknown-rule
      ---
      message: "no policy has a rule 'gone'; known names: named, own, old, grows, broken"
      errors:
        - code: "check.unknown-rule"
          text: "check incomplete: no policy has a rule 'gone'; known names: named, own, old, grows, broken"
      ...
    # policy.lua:13: warning: the waiver of 'test/named' matched no finding
    1..6

    """#
}
