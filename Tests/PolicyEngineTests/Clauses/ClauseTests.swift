import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// The declarative clauses, each on a small bundle: what is found, where, and what is said about it.
@Suite struct ClauseTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    /// The clause, as in a rule.
    let clause: String
    /// The content of Info.plist; the first line of it is line 5.
    let info: String
    /// The findings, a line each; empty when the rule passes.
    let findings: [String]
    var testDescription: String { name }

    init(_ name: String, _ clause: String, _ info: String, _ findings: [String] = []) {
      self.name = name
      self.clause = clause
      self.info = info
      self.findings = findings
    }
  }

  private static func check(_ tested: Case) throws {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", \(tested.clause) }\n")
    let report = try run.report(.app(tested.info))
    #expect(run.lines(report) == tested.findings)
    #expect(report.bundles[0].rules.map(\.status) == [tested.findings.isEmpty ? .pass : .fail])
    #expect(report.verdict == (tested.findings.isEmpty ? .pass : .fail))
  }

  private static let nested = """
    <key>A</key><dict>
      <key>x/y~z</key><string>v</string>
      <key>list</key><array><string>one</string><dict><key>in</key><string></string></dict></array>
    </dict>
    """

  @Test(arguments: [
    Case("require: there", #"require = { "K" }"#, "<key>K</key><string>v</string>"),
    Case("require: a false is a value", #"require = { "K" }"#, "<key>K</key><false/>"),
    Case(
      "require: missing", #"require = { "K" }"#, "<key>L</key><string>v</string>",
      [
        "Contents/Info.plist:4:1 /K (missing): K is missing [expected a value] [fix add K]"
      ]),
    Case(
      "require: empty", #"require = { "K" }"#, "<key>L</key><string>v</string>\n<key>K</key><string></string>",
      [
        "Contents/Info.plist:6:1 /K = : K is empty [expected a value] [fix give K a value]"
      ]),
    Case(
      "require: blank by Unicode", #"require = { "K", "L", "M" }"#,
      "<key>K</key><string>\u{A0}</string>\n<key>L</key><string>\u{200B}\u{FEFF}</string>\n<key>M</key><string>\u{200B}a</string>",
      [
        "Contents/Info.plist:5:1 /K = \u{A0}: K is empty [expected a value] [fix give K a value]",
        "Contents/Info.plist:6:1 /L = \u{200B}\u{FEFF}: L is empty [expected a value] [fix give L a value]",
      ]),
    Case(
      "require: near miss by case", #"require = "CFBundleName""#, "<key>CFBundlename</key><string>v</string>",
      [
        "Contents/Info.plist:4:1 /CFBundleName (missing): CFBundleName is missing [expected a value] [fix rename 'CFBundlename' to 'CFBundleName']"
      ]),
    Case(
      "require: near miss by a slip", #"require = "com.x.Host""#, "<key>com.x.Hots</key><string>v</string>",
      [
        "Contents/Info.plist:4:1 /com.x.Host (missing): com.x.Host is missing [expected a value] [fix rename 'com.x.Hots' to 'com.x.Host', here and in the code that reads it]"
      ]),
    Case(
      "require: a key of the platform is no near miss", #"require = "CFBundleIconFiles""#,
      "<key>CFBundleIconFile</key><string>v</string>",
      [
        "Contents/Info.plist:4:1 /CFBundleIconFiles (missing): CFBundleIconFiles is missing [expected a value] [fix add CFBundleIconFiles]"
      ]),
    Case("require: pointer there", #"require = "/A/x~1y~0z""#, nested),
    Case("require: pointer into an array", #"require = "/A/list/0""#, nested),
    Case(
      "require: pointer to an empty string", #"require = "/A/list/1/in""#, nested,
      [
        "Contents/Info.plist:7:51 /A/list/1/in = : in is empty [expected a value] [fix give in a value]"
      ]),
    Case(
      "require: pointer past the array", #"require = "/A/list/2""#, nested,
      [
        "Contents/Info.plist:7:18 /A/list/2 (missing): /A/list/2 is missing [expected a value] [fix add /A/list/2]"
      ]),
    Case(
      "require: array positions have no signs or zeros in front",
      #"require = { "/A/list/00", "/A/list/+1", "/A/list/-1" }"#, nested,
      [
        "Contents/Info.plist:7:18 /A/list/+1 (missing): /A/list/+1 is missing [expected a value] [fix add /A/list/+1]",
        "Contents/Info.plist:7:18 /A/list/-1 (missing): /A/list/-1 is missing [expected a value] [fix add /A/list/-1]",
        "Contents/Info.plist:7:18 /A/list/00 (missing): /A/list/00 is missing [expected a value] [fix add /A/list/00]",
      ]),
    Case(
      "require: pointer on the way", #"require = "/A/none/deep""#, nested,
      [
        "Contents/Info.plist:5:13 /A/none/deep (missing): /A/none/deep is missing [expected a value] [fix add /A/none/deep]"
      ]),
    Case(
      "require: pointer through a string", #"require = "/A/x~1y~0z/w""#, nested,
      [
        "Contents/Info.plist:6:19 /A/x~1y~0z/w (missing): /A/x~1y~0z/w is missing [expected a value] [fix add /A/x~1y~0z/w]"
      ]),
    Case(
      "require: several", #"require = { "C", "B", "A" }"#, "<key>B</key><string></string>",
      [
        "Contents/Info.plist:4:1 /A (missing): A is missing [expected a value] [fix add A]",
        "Contents/Info.plist:5:1 /B = : B is empty [expected a value] [fix give B a value]",
        "Contents/Info.plist:4:1 /C (missing): C is missing [expected a value] [fix add C]",
      ]),
    Case(
      "require: escaped in the key path", #"require = { "a/b~c" }"#, "<key>L</key><string>v</string>",
      [
        "Contents/Info.plist:4:1 /a~1b~0c (missing): a/b~c is missing [expected a value] [fix add a/b~c]"
      ]),
    Case(
      "require: Unicode forms are different keys", "require = { \"caf\u{E9}\" }",
      "<key>cafe\u{301}</key><string>v</string>",
      [
        "Contents/Info.plist:4:1 /café (missing): café is missing [expected a value] [fix add café]"
      ]),
  ])
  func require(_ tested: Case) throws { try Self.check(tested) }

  @Test(arguments: [
    Case("forbid: absent", #"forbid = { "K" }"#, "<key>L</key><string>v</string>"),
    Case(
      "forbid: there", #"forbid = { "K" }"#, "<key>L</key><string>v</string>\n<key>K</key><true/>",
      [
        "Contents/Info.plist:6:1 /K = true: K is not allowed [expected no K] [fix remove K]"
      ]),
    Case(
      "forbid: there and empty", #"forbid = "K""#, "<key>K</key><string></string>",
      [
        "Contents/Info.plist:5:1 /K = : K is not allowed [expected no K] [fix remove K]"
      ]),
    Case(
      "forbid: qualified variants", #"forbid = { "K" }"#,
      "<key>K-macos</key><string>a</string>\n<key>K~ipad</key><string>b</string>\n<key>K~iPad</key><string>c</string>\n<key>K-iphoneos~iphone</key><string>d</string>",
      [
        "Contents/Info.plist:8:1 /K-iphoneos~0iphone = d: K-iphoneos~iphone is not allowed [expected no K for any device] [fix remove it]",
        "Contents/Info.plist:5:1 /K-macos = a: K-macos is not allowed [expected no K for any device] [fix remove it]",
        "Contents/Info.plist:6:1 /K~0ipad = b: K~ipad is not allowed [expected no K for any device] [fix remove it]",
      ]),
    Case(
      "forbid: pointer", #"forbid = "/A/list/1/in""#, nested,
      [
        "Contents/Info.plist:7:51 /A/list/1/in = : in is not allowed [expected no in] [fix remove in]"
      ]),
    Case("forbid: pointer that leads nowhere", #"forbid = { "/A/none/deep", "/A/list/7" }"#, nested),
    Case(
      "forbid: a long value is cut", #"forbid = "K""#,
      "<key>K</key><string>\(String(repeating: "x", count: 300))</string>",
      [
        "Contents/Info.plist:5:1 /K = xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…: K is not allowed [expected no K] [fix remove K]"
      ]),
    Case(
      "forbid: shows a dictionary", #"forbid = "A""#, nested,
      [
        #"Contents/Info.plist:5:1 /A = {x/y~z: "v", list: ["one", {in: ""}]}: A is not allowed [expected no A] [fix remove A]"#
      ]),
  ])
  func forbid(_ tested: Case) throws { try Self.check(tested) }

  @Test(arguments: [
    Case(
      "custom: the platform's keys", #"custom_keys = { prefix = "com.x." }"#,
      "<key>CFBundleName</key><string>v</string>\n<key>NSPrincipalClass</key><string>v</string>"),
    Case(
      "custom: prefixed", #"custom_keys = { prefix = "com.x." }"#,
      "<key>com.x.Host</key><string>v</string>\n<key>com.x.</key><string>v</string>"),
    Case(
      "custom: not prefixed", #"custom_keys = { prefix = "com.x." }"#,
      "<key>CFBundleName</key><string>v</string>\n<key>Host</key><string>h</string>",
      [
        "Contents/Info.plist:6:1 /Host = h: custom key Host lacks the prefix of our keys [expected a key the platform defines, or the prefix 'com.x.'] [fix rename it to 'com.x.Host' here and in the code that reads it, or add it to the rule's prefixes if a library does]"
      ]),
    Case(
      "custom: the prefix counts letter case", #"custom_keys = { prefix = "com.x." }"#,
      "<key>Com.x.Host</key><string>h</string>",
      [
        "Contents/Info.plist:5:1 /Com.x.Host = h: custom key Com.x.Host lacks the prefix of our keys [expected a key the platform defines, or the prefix 'com.x.'] [fix rename it to 'com.x.Host' here and in the code that reads it, or add it to the rule's prefixes if a library does]"
      ]),
    Case(
      "custom: one of several prefixes", #"custom_keys = { prefix = { "com.x.", "X" } }"#,
      "<key>XHost</key><string>h</string>\n<key>YHost</key><string>h</string>",
      [
        "Contents/Info.plist:6:1 /YHost = h: custom key YHost lacks the prefix of our keys [expected a key the platform defines, or the prefix 'com.x.' or 'X'] [fix rename it to 'com.x.YHost' here and in the code that reads it, or add it to the rule's prefixes if a library does]"
      ]),
    Case(
      "custom: qualified", #"custom_keys = { prefix = "com.x." }"#,
      "<key>com.x.Host~ipad</key><string>h</string>\n<key>CFBundleName-macos</key><string>h</string>\n<key>Host-iphoneos~ipad</key><string>h</string>",
      [
        "Contents/Info.plist:7:1 /Host-iphoneos~0ipad = h: custom key Host-iphoneos~ipad lacks the prefix of our keys [expected a key the platform defines, or the prefix 'com.x.'] [fix rename it to 'com.x.Host-iphoneos~ipad' here and in the code that reads it, or add it to the rule's prefixes if a library does]"
      ]),
    Case(
      "custom: an unknown qualifier makes a custom key", #"custom_keys = { prefix = "com.x." }"#,
      "<key>CFBundleName~iPad</key><string>h</string>",
      [
        "Contents/Info.plist:5:1 /CFBundleName~0iPad = h: custom key CFBundleName~iPad lacks the prefix of our keys [expected a key the platform defines, or the prefix 'com.x.'] [fix rename it to 'com.x.CFBundleName~iPad' here and in the code that reads it, or add it to the rule's prefixes if a library does]"
      ]),
    Case(
      "custom: a misspelt key of the platform", #"custom_keys = { prefix = "com.x." }"#,
      "<key>CFBundleVersoin</key><string>1</string>",
      [
        "Contents/Info.plist:5:1 /CFBundleVersoin = 1: CFBundleVersoin is not a key that the platform defines; CFBundleVersion is [expected a key the platform defines, or the prefix 'com.x.'] [fix write 'CFBundleVersion' if that is meant; otherwise rename it to 'com.x.CFBundleVersoin' here and in the code that reads it, or add it to the rule's prefixes if a library does]"
      ]),
    Case(
      "custom: a hyphen belongs to the key", #"custom_keys = { prefix = "prefix-" }"#,
      "<key>prefix-keys</key><string>1</string>\n<key>prefix-keys-more</key><string>1</string>\n<key>other-keys</key><string>1</string>",
      [
        "Contents/Info.plist:7:1 /other-keys = 1: custom key other-keys lacks the prefix of our keys [expected a key the platform defines, or the prefix 'prefix-'] [fix rename it to 'prefix-other-keys' here and in the code that reads it, or add it to the rule's prefixes if a library does]"
      ]),
    Case(
      "custom: an empty key", #"custom_keys = { prefix = "com.x." }"#, "<key></key><string>1</string>",
      [
        "Contents/Info.plist:5:1 / = 1: custom key '' lacks the prefix of our keys [expected a key the platform defines, or the prefix 'com.x.'] [fix give it the prefix 'com.x.' here and in the code that reads it, or add it to the rule's prefixes if a library does]"
      ]),
    Case(
      "custom: keys of libraries and of others", #"custom_keys = { prefix = "net.x." }"#,
      "<key>SUFeedURL</key><string>a</string>\n<key>SUPPORT</key><string>a</string>\n<key>com.x.y.Host</key><string>a</string>\n<key>K~ipad~iphone</key><string>a</string>",
      [
        "Contents/Info.plist:8:1 /K~0ipad~0iphone = a: the qualifiers of 'K~ipad~iphone' are malformed, and it lacks the prefix of our keys [expected a key the platform defines, or the prefix 'net.x.'] [fix correct the qualifiers: only one device may follow a key, and no key contains '~']",
        "Contents/Info.plist:5:1 /SUFeedURL = a: SUFeedURL is a key of Sparkle, which lacks the prefix of our keys [expected a key the platform defines, or the prefix 'net.x.'] [fix do not rename it, because Sparkle reads it; add 'SUFeedURL' to the rule's prefixes, or waive the finding]",
        "Contents/Info.plist:6:1 /SUPPORT = a: custom key SUPPORT lacks the prefix of our keys [expected a key the platform defines, or the prefix 'net.x.'] [fix rename it to 'net.x.SUPPORT' here and in the code that reads it, or add it to the rule's prefixes if a library does]",
        "Contents/Info.plist:7:1 /com.x.y.Host = a: custom key com.x.y.Host lacks the prefix of our keys [expected a key the platform defines, or the prefix 'net.x.'] [fix rename it to 'net.x.Host' here and in the code that reads it, or add it to the rule's prefixes if a library does]",
      ]),
    Case(
      "custom: only the top level", #"custom_keys = { prefix = "com.x." }"#,
      "<key>NSAppTransportSecurity</key><dict><key>Host</key><string>v</string></dict>"),
  ])
  func customKeys(_ tested: Case) throws { try Self.check(tested) }

  @Test(arguments: [
    Case("qualified: none", #"qualified_keys = { default = "present" }"#, "<key>K</key><string>v</string>"),
    Case(
      "qualified: with default", #"qualified_keys = { default = "present" }"#,
      "<key>K-macos</key><string>a</string>\n<key>K~ipad</key><string>a</string>\n<key>K-iphoneos~ipad</key><string>a</string>\n<key>K</key><string>v</string>"
    ),
    Case(
      "qualified: by device", #"qualified_keys = { default = "present" }"#, "<key>K~ipad</key><string>a</string>",
      [
        "Contents/Info.plist:5:1 /K~0ipad = a: K~ipad has no unqualified default, so everything but ipad has no K [expected K as well] [fix add K with the value for all others]"
      ]),
    Case(
      "qualified: by platform", #"qualified_keys = { default = "present" }"#, "<key>K-macos</key><string>a</string>",
      [
        "Contents/Info.plist:5:1 /K-macos = a: K-macos has no unqualified default, so everything but macos has no K [expected K as well] [fix add K with the value for all others]"
      ]),
    Case(
      "qualified: by both", #"qualified_keys = { default = "present" }"#,
      "<key>K-iphoneos~ipad</key><string>a</string>",
      [
        "Contents/Info.plist:5:1 /K-iphoneos~0ipad = a: K-iphoneos~ipad has no unqualified default, so everything but iphoneos on ipad has no K [expected K as well] [fix add K with the value for all others]"
      ]),
    Case(
      "qualified: a qualified one is no default for another", #"qualified_keys = { default = "present" }"#,
      "<key>K~ipad</key><string>a</string>\n<key>K-iphoneos~ipad</key><string>b</string>",
      [
        "Contents/Info.plist:6:1 /K-iphoneos~0ipad = b: K-iphoneos~ipad has no unqualified default, so everything but iphoneos on ipad has no K [expected K as well] [fix add K with the value for all others]",
        "Contents/Info.plist:5:1 /K~0ipad = a: K~ipad has no unqualified default, so everything but ipad has no K [expected K as well] [fix add K with the value for all others]",
      ]),
    Case(
      "qualified: wrong case is a custom key", #"qualified_keys = { default = "present" }"#,
      "<key>K~iPad</key><string>a</string>\n<key>K-MacOS</key><string>a</string>\n<key>K-macosx</key><string>a</string>\n<key>K~mac</key><string>a</string>"
    ),
    Case(
      "qualified: malformed", #"qualified_keys = { default = "present" }"#,
      "<key>~ipad</key><string>a</string>\n<key>-macos</key><string>a</string>\n<key>K~ipad-iphoneos</key><string>a</string>\n<key>K~ipad~iphone</key><string>a</string>\n<key>K-iphoneos-macos</key><string>a</string>\n<key>K ~ipad</key><string>a</string>\n<key>K~ipad </key><string>a</string>\n<key>K- macos</key><string>a</string>\n<key>K~</key><string>a</string>\n<key>K--macos</key><string>a</string>\n<key>K~macos</key><string>a</string>\n<key>K-macos~ipad</key><string>a</string>\n<key>my-key~ipad</key><string>a</string>",
      [
        "Contents/Info.plist:6:1 /-macos = a: the qualifiers of '-macos' are malformed: there is no key before the qualifier [expected KEY, KEY~DEVICE, KEY-PLATFORM or KEY-PLATFORM~DEVICE] [fix write one key for each platform or device, without blanks in it]",
        "Contents/Info.plist:10:1 /K ~0ipad = a: the qualifiers of 'K ~ipad' are malformed: there is a blank beside the qualifier [expected KEY, KEY~DEVICE, KEY-PLATFORM or KEY-PLATFORM~DEVICE] [fix write one key for each platform or device, without blanks in it]",
        "Contents/Info.plist:12:1 /K- macos = a: the qualifiers of 'K- macos' are malformed: there is a blank beside the qualifier [expected KEY, KEY~DEVICE, KEY-PLATFORM or KEY-PLATFORM~DEVICE] [fix write one key for each platform or device, without blanks in it]",
        "Contents/Info.plist:14:1 /K--macos = a: the qualifiers of 'K--macos' are malformed: a qualifier is empty [expected KEY, KEY~DEVICE, KEY-PLATFORM or KEY-PLATFORM~DEVICE] [fix write one key for each platform or device, without blanks in it]",
        "Contents/Info.plist:9:1 /K-iphoneos-macos = a: the qualifiers of 'K-iphoneos-macos' are malformed: only one platform may follow a key [expected KEY, KEY~DEVICE, KEY-PLATFORM or KEY-PLATFORM~DEVICE] [fix write one key for each platform or device, without blanks in it]",
        "Contents/Info.plist:16:1 /K-macos~0ipad = a: the qualifiers of 'K-macos~ipad' are malformed: the system reads '-macos~ipad' as a platform and a device, and no system has both [expected KEY, KEY~DEVICE, KEY-PLATFORM or KEY-PLATFORM~DEVICE] [fix write one key for each platform or device, without blanks in it]",
        "Contents/Info.plist:13:1 /K~0 = a: the qualifiers of 'K~' are malformed: a qualifier is empty [expected KEY, KEY~DEVICE, KEY-PLATFORM or KEY-PLATFORM~DEVICE] [fix write one key for each platform or device, without blanks in it]",
        "Contents/Info.plist:11:1 /K~0ipad  = a: the qualifiers of 'K~ipad ' are malformed: there is a blank beside the qualifier [expected KEY, KEY~DEVICE, KEY-PLATFORM or KEY-PLATFORM~DEVICE] [fix write one key for each platform or device, without blanks in it]",
        "Contents/Info.plist:7:1 /K~0ipad-iphoneos = a: the qualifiers of 'K~ipad-iphoneos' are malformed: the platform comes before the device [expected KEY, KEY~DEVICE, KEY-PLATFORM or KEY-PLATFORM~DEVICE] [fix write one key for each platform or device, without blanks in it]",
        "Contents/Info.plist:8:1 /K~0ipad~0iphone = a: the qualifiers of 'K~ipad~iphone' are malformed: only one device may follow a key, and no key contains '~' [expected KEY, KEY~DEVICE, KEY-PLATFORM or KEY-PLATFORM~DEVICE] [fix write one key for each platform or device, without blanks in it]",
        "Contents/Info.plist:15:1 /K~0macos = a: the qualifiers of 'K~macos' are malformed: macos is a platform, which follows '-' [expected KEY, KEY~DEVICE, KEY-PLATFORM or KEY-PLATFORM~DEVICE] [fix write one key for each platform or device, without blanks in it]",
        "Contents/Info.plist:17:1 /my-key~0ipad = a: the qualifiers of 'my-key~ipad' are malformed: the system reads '-key~ipad' as a platform and a device, and no system has both [expected KEY, KEY~DEVICE, KEY-PLATFORM or KEY-PLATFORM~DEVICE] [fix write one key for each platform or device, without blanks in it]",
        "Contents/Info.plist:5:1 /~0ipad = a: the qualifiers of '~ipad' are malformed: there is no key before the qualifier [expected KEY, KEY~DEVICE, KEY-PLATFORM or KEY-PLATFORM~DEVICE] [fix write one key for each platform or device, without blanks in it]",
      ]),
    Case(
      "qualified: keys that cannot be overridden", #"qualified_keys = { default = "present" }"#,
      "<key>CFBundleExecutable-macos</key><string>a</string>",
      [
        "Contents/Info.plist:5:1 /CFBundleExecutable-macos = a: CFBundleExecutable-macos has no unqualified default, so everything but macos has no CFBundleExecutable [expected CFBundleExecutable as well] [fix add CFBundleExecutable with the value for all others]"
      ]),
    Case(
      "qualified: a hyphen in the base", #"qualified_keys = { default = "present" }"#,
      "<key>my-key-macos</key><string>a</string>\n<key>my-key</key><string>a</string>\n<key>my-other-macos</key><string>a</string>",
      [
        "Contents/Info.plist:7:1 /my-other-macos = a: my-other-macos has no unqualified default, so everything but macos has no my-other [expected my-other as well] [fix add my-other with the value for all others]"
      ]),
    Case(
      "qualified: values that are no strings", #"qualified_keys = { default = "present" }"#,
      "<key>K~ipad</key><array>\n<string>a</string>\n<string>b</string></array>",
      [
        #"Contents/Info.plist:5:1 /K~0ipad = ["a", "b"]: K~ipad has no unqualified default, so everything but ipad has no K [expected K as well] [fix add K with the value for all others]"#
      ]),
  ])
  func qualifiedKeys(_ tested: Case) throws { try Self.check(tested) }

  @Test func clausesOfOneRuleAreAllJudged() throws {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", require = "A", forbid = "B", custom_keys = { prefix = "com.x." },
        qualified_keys = { default = "present" }, check = function(bundle, report) report("also this") end }
      """)
    let report = try run.report(.app("<key>B</key><true/>\n<key>C~ipad</key><true/>"))
    #expect(
      run.lines(report) == [
        "also this",
        "Contents/Info.plist:4:1 /A (missing): A is missing [expected a value] [fix add A]",
        "Contents/Info.plist:5:1 /B = true: B is not allowed [expected no B] [fix remove B]",
        "Contents/Info.plist:5:1 /B = true: custom key B lacks the prefix of our keys [expected a key the platform defines, or the prefix 'com.x.'] [fix rename it to 'com.x.B' here and in the code that reads it, or add it to the rule's prefixes if a library does]",
        "Contents/Info.plist:6:1 /C~0ipad = true: C~ipad has no unqualified default, so everything but ipad has no C [expected C as well] [fix add C with the value for all others]",
        "Contents/Info.plist:6:1 /C~0ipad = true: custom key C~ipad lacks the prefix of our keys [expected a key the platform defines, or the prefix 'com.x.'] [fix rename it to 'com.x.C~ipad' here and in the code that reads it, or add it to the rule's prefixes if a library does]",
      ])
  }

  @Test func blankIsEmpty() throws {
    let run = try PolicyRun(#"rule "r" { summary = "s", require = "K" }"#)
    #expect(
      run.lines(try run.report(.app("<key>K</key><string> \n\t</string>")))
        == ["Contents/Info.plist:5:1 /K =  \n\t: K is empty [expected a value] [fix give K a value]"])
  }

  @Test func forbiddenInAQualifiedDictionary() throws {
    let run = try PolicyRun(#"rule "r" { summary = "s", forbid = "/A/x" }"#)
    let graph = try BundleGraph.app("<key>A</key><dict/>\n<key>A-macos</key><dict>\n<key>x</key><true/></dict>")
    #expect(
      run.lines(try run.report(graph)) == [
        "Contents/Info.plist:7:1 /A-macos/x = true: x in A-macos is not allowed [expected no A/x for any device] [fix remove it]"
      ])
  }

  @Test func severityAndHelpAreTheRules() throws {
    let run = try PolicyRun(
      #"rule "r" { summary = "s", severity = "note", help = "https://example.com/", require = "K" }"#)
    let finding = try #require(try run.report(.app("")).bundles[0].findings.first)
    #expect(finding.severity == .note && finding.help == "https://example.com/")
    #expect(finding.declared.line == 2 && finding.declared.file == run.folder("policy.lua") && finding.rule == "test/r")
  }

  @Test(arguments: [
    (Severity.error, FailureThreshold.note, Verdict.fail), (.error, .error, .fail), (.warning, .error, .pass),
    (.warning, .warning, .fail),
    (.note, .warning, .pass), (.note, .note, .fail), (.error, .never, .pass),
  ])
  func failOn(_ severity: Severity, _ failOn: FailureThreshold, _ verdict: Verdict) throws {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", severity = \"\(severity.rawValue)\", require = \"K\" }")
    let report = try run.report(.app(""), failOn: failOn)
    #expect(report.verdict == verdict && report.bundles[0].findings.count == 1)
    #expect(
      [report.summary.notes, report.summary.warnings, report.summary.errors]
        == [severity == .note ? 1 : 0, severity == .warning ? 1 : 0, severity == .error ? 1 : 0])
  }
}
