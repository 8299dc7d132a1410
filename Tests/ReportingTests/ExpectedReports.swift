// The reports of `fullReport()`, written out.

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
