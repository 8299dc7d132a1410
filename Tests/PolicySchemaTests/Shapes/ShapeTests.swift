import Bundles
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// The `shape` clause: every shape with values that fit and values that don't, and what is said of those.
@Suite struct ShapeTests {
  /// The message about an Info.plist with `value` for `K`; nil if the rule passes.
  private static func message(_ shape: String, _ value: String?, before: String = "") throws -> String? {
    let run = try PolicyRun("\(before) rule \"r\" { summary = \"s\", shape = { K = \(shape) } }\n")
    let report = try run.report(.app(value.map { "<key>K</key>\($0)" } ?? ""))
    #expect(report.bundles[0].errors.isEmpty)
    let findings = report.bundles[0].findings
    #expect(findings.count < 2)
    #expect(findings.allSatisfy { $0.keyPath?.hasPrefix("/K") == true })
    return findings.first?.message
  }

  @Test(arguments: [
    ("text", "<string></string>"), ("text { max_length = 3 }", "<string>äöü</string>"),
    ("text { min_length = 3 }", "<string>abc</string>"), ("text { length = 2 }", "<string>ab</string>"),
    (#"text { pattern = "^%a+$" }"#, "<string>abc</string>"), ("integer", "<integer>-5</integer>"),
    ("integer", "<integer>18446744073709551615</integer>"), ("integer { min = 1, max = 3 }", "<integer>3</integer>"),
    ("integer { min = 1 }", "<integer>18446744073709551615</integer>"), ("real", "<real>1.5</real>"),
    ("real { max = 2 }", "<integer>2</integer>"), ("boolean", "<false/>"),
    ("date", "<date>2020-01-01T00:00:00Z</date>"),
    (#"date { from = "2020-01-01", to = "2020-01-01" }"#, "<date>2020-01-01T23:59:59Z</date>"),
    ("data", "<data></data>"), ("data { length = 2 }", "<data>AAA=</data>"),
    (#"one_of { "a", 1, true }"#, "<string>a</string>"), (#"one_of { "a", 1, true }"#, "<integer>1</integer>"),
    (#"one_of { "a", 1.5, true }"#, "<real>1.5</real>"), (#"one_of { "a", 1, true }"#, "<true/>"),
    ("list_of(text)", "<array/>"),
    ("list_of(any_of { text, integer }, { unique = true })", "<array><string>1</string><integer>1</integer></array>"),
    ("list_of(text, { unique = false })", "<array><string>a</string><string>a</string></array>"),
    (
      "list_of({ A = integer }, { unique = true })",
      "<array><dict><key>A</key><integer>1</integer></dict><dict><key>A</key><integer>2</integer></dict></array>"
    ), ("list_of(text, { max_count = 1 })", "<array><string>a</string></array>"),
    ("list_of { A = integer }", "<array><dict><key>A</key><integer>1</integer></dict></array>"),
    ("dictionary", "<dict><key>x</key><true/></dict>"),
    ("dictionary({ A = text }, { closed = true })", "<dict><key>A</key><string>1</string></dict>"),
    (
      "dictionary({ A = text }, { others = integer })",
      "<dict><key>A</key><string>1</string><key>B</key><integer>1</integer></dict>"
    ),
    ("optional(text)", "<string>a</string>"), ("any_of { integer, boolean }", "<true/>"),
    ("all_of { text, non_empty }", "<string>a</string>"), ("non_empty", "<array><true/></array>"),
    ("non_empty", "<integer>0</integer>"), ("uuid", "<string>8c1e4a52-6d0b-4c8e-9c27-0f1d3b5a7e91</string>"),
    ("reverse_dns", "<string>com.example.my-app2</string>"), ("version_string", "<string>1.2.3fc4</string>"),
    (#"version_string { dialect = "semver" }"#, "<string>1.2.3-rc.1</string>"),
    ("url", "<string>https://user@example.com:8080/a%20b?q#f</string>"), ("url", "<string>mailto:a@b</string>"),
    ("url", "<string>file:///x</string>"), (#"url { schemes = "https" }"#, "<string>HTTPS://x</string>"),
    ("url", "<string>https://example.com</string>"), ("url", "<string>tel:+1-555-0100</string>"),
    ("one_of { 9007199254740993 }", "<integer>9007199254740993</integer>"),
    ("one_of { 9007199254740992 }", "<real>9007199254740992</real>"),
    ("one_of { 1.8446744073709552e19 - 2048 }", "<integer>18446744073709549568</integer>"),
    ("any_of { { A = integer }, { B = text } }", "<dict><key>B</key><string/></dict>"),
    (#"custom("even", function(v) return v % 2 == 0 end)"#, "<integer>2</integer>"),
    (#"custom("with A", function(v) return v.A ~= nil end)"#, "<dict><key>A</key><true/></dict>"),
  ])
  func fits(_ shape: String, _ value: String) throws {
    #expect(try Self.message(shape, value) == nil)
  }

  @Test(arguments: [
    ("text", "<true/>", "K must be text, found the Boolean true"),
    ("text { max_length = 3 }", "<string>äöüß</string>", "K must be text of at most 3 characters, found 4 characters"),
    ("text { min_length = 1 }", "<string></string>", "K must be text of at least 1 character, found 0 characters"),
    ("text { length = 2 }", "<string>abc</string>", "K must be text of 2 characters, found 3 characters"),
    (#"text { pattern = "^%a+$" }"#, "<string>a1</string>", "K must be text matching the pattern '^%a+$', found 'a1'"),
    ("integer", "<real>1</real>", "K must be an integer, found the real 1.0"),
    ("integer { min = 1, max = 3 }", "<integer>4</integer>", "K must be an integer from 1 to 3, found the integer 4"),
    (
      "integer { max = 3 }", "<integer>18446744073709551615</integer>",
      "K must be an integer of at most 3, found the integer 18446744073709551615"
    ),
    ("real { min = 2.5 }", "<real>nan</real>", "K must be a real number of at least 2.5, found the real nan"),
    ("boolean", "<string>YES</string>", "K must be a Boolean, found 'YES'"),
    (
      #"date { from = "2020-01-01" }"#, "<date>2019-12-31T23:59:59Z</date>",
      "K must be a date from 2020-01-01 on, found the date 2019-12-31T23:59:59Z"
    ),
    (
      #"date { to = "2020-01-01" }"#, "<date>2020-01-02T00:00:00Z</date>",
      "K must be a date up to 2020-01-01, found the date 2020-01-02T00:00:00Z"
    ),
    ("data { min_length = 2 }", "<data>AA==</data>", "K must be data of at least 2 bytes, found 1 byte"),
    ("text", "<data>AA==</data>", "K must be text, found 1 byte of data"),
    ("data { max_length = 1 }", "<data>AAA=</data>", "K must be data of at most 1 byte, found 2 bytes"),
    (#"one_of { "a", 1 }"#, "<string>A</string>", "K must be one of 'a', 1, found 'A'"),
    (#"one_of { "1" }"#, "<integer>1</integer>", "K must be '1', found the integer 1"),
    ("one_of { 1 }", "<true/>", "K must be 1, found the Boolean true"),
    (
      "list_of(text, { unique = true })", "<array><string>a</string><string>b</string><string>a</string></array>",
      "K[2] repeats K[0], 'a'"
    ),
    (
      "list_of(dictionary, { unique = true })",
      "<array><dict><key>A</key><true/><key>B</key><true/></dict><dict><key>B</key><true/><key>A</key><true/></dict></array>",
      "K[1] repeats K[0], a dictionary"
    ),
    (
      "list_of(text, { unique = true, max_count = 2 })", "<true/>",
      "K must be a list of at most 2 elements without repeated elements, each element text, found the Boolean true"
    ),
    ("list_of(text)", "<string>a</string>", "K must be a list, each element text, found 'a'"),
    ("list_of(text)", "<array><string/><true/></array>", "K[1] must be text, found the Boolean true"),
    (
      "list_of(text, { min_count = 1 })", "<array/>",
      "K must be a list of at least 1 element, each element text, found 0 elements"
    ),
    (
      "list_of { A = integer }", "<array><dict><key>A</key><true/></dict></array>",
      "K[0].A must be an integer, found the Boolean true"
    ),
    ("{ A = integer }", "<dict/>", "K.A is missing"),
    ("{ A = text }", "<array/>", "K must be a dictionary with 'A', found an empty array"),
    (
      "dictionary({ A = optional(text) }, { closed = true })", "<dict><key>B</key><true/></dict>",
      "K.B is not an allowed key"
    ),
    (
      "dictionary({}, { others = integer })", "<dict><key>B</key><true/></dict>",
      "K.B must be an integer, found the Boolean true"
    ),
    (
      "any_of { integer, boolean, uuid }", "<string>x</string>",
      "K must be an integer, a Boolean or a UUID such as 8C1E4A52-6D0B-4C8E-9C27-0F1D3B5A7E91, found 'x'"
    ),
    (
      "all_of { text { min_length = 2 }, uuid }", "<string>x</string>",
      "K must be text of at least 2 characters, found 1 character"
    ),
    ("non_empty", "<string> \n</string>", "K must be a value that is not empty, found ' \n'"),
    ("non_empty", "<dict/>", "K must be a value that is not empty, found an empty dictionary"),
    (
      "reverse_dns", "<string>app</string>",
      "K must be an identifier in reverse-DNS form such as com.example.app, found 'app'"
    ),
    (
      "reverse_dns", "<string>com..app</string>",
      "K must be an identifier in reverse-DNS form such as com.example.app, found 'com..app'"
    ),
    ("version_string", "<string>1.x</string>", "K must be a version (apple dialect), found '1.x'"),
    ("url", "<string>example.com</string>", "K must be an absolute URL, found 'example.com'"),
    ("url", "<string>https:///x</string>", "K must be an absolute URL, found 'https:///x'"),
    ("url", "<string>https:x</string>", "K must be an absolute URL, found 'https:x'"),
    ("url", "<string>WSS:/x</string>", "K must be an absolute URL, found 'WSS:/x'"),
    (
      "one_of { 9007199254740993 }", "<real>9007199254740992</real>",
      "K must be 9007199254740993, found the real 9007199254740992.0"
    ),
    (
      "one_of { 9007199254740992.0 }", "<integer>9007199254740993</integer>",
      "K must be 9007199254740992.0, found the integer 9007199254740993"
    ),
    (
      "one_of { 9223372036854775807 }", "<real>9223372036854775808</real>",
      "K must be 9223372036854775807, found the real 9.223372036854776e+18"
    ),
    (
      "any_of { { A = integer }, { B = text, C = optional(text) } }", "<dict><key>A</key><true/></dict>",
      "K must be a dictionary with 'A' or a dictionary with 'B', found a dictionary: K.A must be an integer, found the Boolean true"
    ),
    (
      "any_of { { A = integer, D = text }, { B = text } }", "<dict/>",
      "K must be a dictionary with 'A' and 'D' or a dictionary with 'B', found an empty dictionary: K.B is missing"
    ),
    (
      "any_of { integer, list_of(integer) }", "<array><integer>1</integer><true/></array>",
      "K must be an integer or a list, each element an integer, found an array: K[1] must be an integer, found the Boolean true"
    ),
    (
      "any_of { integer, list_of(integer, { max_count = 1 }) }", "<array><true/><true/></array>",
      "K must be an integer or a list of at most 1 element, each element an integer, found an array"
    ),
    ("url", "<string>https://a b</string>", "K must be an absolute URL, found 'https://a b'"),
    ("url", "<string>https://a/%2</string>", "K must be an absolute URL, found 'https://a/%2'"),
    (
      #"url { schemes = { "https", "wss" } }"#, "<string>http://x</string>",
      "K must be an absolute URL with the scheme https or wss, found 'http://x'"
    ),
    (
      #"custom("an even number", function(v) return v % 2 == 0 end)"#, "<integer>3</integer>",
      "K must be an even number, found the integer 3"
    ),
    (#"custom("x", function(v) return "three is odd" end)"#, "<integer>3</integer>", "K: three is odd"),
  ])
  func misfits(_ shape: String, _ value: String, _ message: String) throws {
    #expect(try Self.message(shape, value) == message)
  }

  @Test func missingUnlessOptional() throws {
    #expect(try Self.message("text", nil) == "K is missing")
    #expect(try Self.message("optional(text)", nil) == nil)
    #expect(try Self.message("optional(list_of(text))", nil) == nil)
  }

  @Test func variantsAreReadInTheKeysPlace() throws {
    let run = try PolicyRun(#"rule "r" { summary = "s", shape = { K = optional(integer) } }"#)
    let report = try run.report(
      .app("<key>K</key><integer>1</integer>\n<key>K~ipad</key><true/>\n<key>K~x</key><true/>"))
    #expect(
      run.lines(report) == [
        "Contents/Info.plist:6:1 /K~0ipad = true: K~ipad must be an integer, found the Boolean true [expected an integer]"
      ])
  }

  @Test func shapesAreValuesOfTheirOwn() throws {
    let role = #"local role = one_of { "Editor", "Viewer" } local roles = list_of(role)"#
    #expect(
      try Self.message("roles", "<array><string>x</string></array>", before: role)
        == "K[0] must be one of 'Editor', 'Viewer', found 'x'")
    let module = try PolicyRun(
      #"local s = import "shapes" rule "r" { summary = "s", shape = { K = s.name } }"#,
      modules: ["shapes.lua": "return { name = text { max_length = 1 } }"])
    #expect(try module.report(.app("<key>K</key><string>ab</string>")).verdict == .fail)
  }

  @Test(arguments: [
    ("text { max = 1 }", "text: unknown field 'max'; did you mean 'max_length'?"),
    ("text { pattern = '[' }", "text: '[' is not a pattern: a '[' has no ']'; write '%[' for the character"),
    ("text { pattern = '(a' }", "text: '(a' is not a pattern: a '(' has no ')'; write '%(' for the character"),
    ("text { pattern = 'a)' }", "text: 'a)' is not a pattern: a ')' has no '('; write '%)' for the character"),
    ("text { pattern = 'a%' }", "text: 'a%' is not a pattern: it ends in '%'; write '%%' for the character"),
    ("text { pattern = '%b(' }", "text: '%b(' is not a pattern: '%b' needs two characters after it"),
    ("text { pattern = '%fa' }", "text: '%fa' is not a pattern: '%f' needs a set '[…]' after it"),
    ("text { pattern = '(a)%2' }", "text: '(a)%2' is not a pattern: '%2' refers to a capture that does not exist"),
    ("text { pattern = '' }", "text: 'pattern' is empty, so it would check nothing"),
    ("text { length = 1, max_length = 2 }", "text: 'length' cannot be combined with 'min_length' or 'max_length'"),
    ("integer { min = 2, max = 1 }", "integer: 'min' is above 'max', so nothing would match"),
    ("integer { min = '2' }", "integer: 'min' must be an integer, found string"),
    ("date { from = '2020' }", "date: 'from' must be a day (\"2026-01-31\"), found string"),
    ("url { schemes = {} }", "url: 'schemes' is empty, so nothing would match"),
    (
      "url { schemes = 'https://' }",
      "url: 'https://' is not a scheme; write the part before the colon, such as \"https\""
    ),
    ("one_of {}", "one_of needs a list of values: one_of { \"Editor\", \"Viewer\" }"),
    ("one_of { {} }", "one_of: values must be strings, numbers or Booleans, found list"),
    ("list_of { text }", "list_of: a list has elements of one shape: write list_of(text) or list_of { Key = text }"),
    ("list_of(text, { unique = 1 })", "list_of, options: 'unique' must be true or false, found integer"),
    ("list_of(text, {}, 1)", "list_of takes 2 arguments, found 3"),
    ("optional(text, { max = 1 })", "optional takes one argument, found 2"),
    ("custom('x', function() end, 1)", "custom takes 2 arguments, found 3"),
    ("list_of(1)", "list_of: a shape was expected, such as text or one_of { … }, found integer"),
    ("any_of { optional(text) }", "any_of: its parts cannot be optional; write optional(any_of { … })"),
    ("uuid {}", "uuid takes no options: write it without parentheses"),
    ("text()", "text is already a shape; write it without parentheses"),
    ("one_of", "rule 'r', shape, K: a shape was expected, found a function; call it, as in one_of { … }"),
    (
      "custom('x')",
      "custom needs a description of what it expects, and a function: custom(\"an even number\", function(value) … end)"
    ),
    ("{ text }", "rule 'r', shape, K: a shape was expected, such as text or one_of { … }, found list"),
    (
      "dictionary({}, { closed = true, others = text })",
      "dictionary: 'closed' and 'others' cannot be combined: one forbids other keys, the other describes them"
    ),
    ("text { max_length = 1 } { max_length = 2 }", "this shape already has its options and cannot be called again"),
  ])
  func refused(_ shape: String, _ message: String) throws {
    let rule = "rule \"r\" { summary = \"s\", shape = { K = \(shape) } }\n"
    #expect(
      try PolicyRun.loadingError(["policy.lua": PolicyRun.header + rule]) == "policy.invalid policy.lua:2: " + message)
  }

  @Test func shapesInsideOneAnotherEnd() throws {
    let rule = "local s = text for i = 1, 1000 do s = optional(s) end rule \"r\" { summary = \"s\", shape = { K = s } }"
    #expect(
      try PolicyRun.loadingError(["policy.lua": PolicyRun.header + rule])
        == "policy.invalid policy.lua:2: shapes are nested more than 64 levels deep")
    let tables = "local s = text for i = 1, 1000 do s = { A = s } end rule \"r\" { summary = \"s\", shape = { K = s } }"
    #expect(try PolicyRun.loadingError(["policy.lua": PolicyRun.header + tables])?.contains("nested") == true)
  }

  @Test func shapesThatDoubleEnd() throws {
    for word in ["all_of", "any_of"] {
      let rule =
        "local s = text for i = 1, 60 do s = \(word) { s, s } end rule \"r\" { summary = \"s\", shape = { K = s } }"
      #expect(
        try PolicyRun.loadingError(["policy.lua": PolicyRun.header + rule])
          == "policy.invalid policy.lua:2: a shape consists of more than 10000 shapes")
    }
  }

  @Test func judgingCostsFuel() throws {
    let run = try PolicyRun(#"rule "r" { summary = "s", shape = { K = list_of(list_of(integer)) } }"#)
    let inner = "<array>" + String(repeating: "<integer>1</integer>", count: 1000) + "</array>"
    let graph = try BundleGraph.app("<key>K</key><array>\(String(repeating: inner, count: 20))</array>")
    #expect(try run.report(graph).verdict == .pass)
    #expect(try run.report(graph, fuel: 100_000).bundles[0].errors.map(\.code.rawValue) == ["limit.fuel"])
  }

  @Test func variantsBelongToTheirKeysField() throws {
    let run = try PolicyRun(
      #"rule "r" { summary = "s", shape = dictionary({ Foo = boolean }, { others = any_of { text, dictionary } }) }"#)
    #expect(try run.report(.app("<key>Foo</key><true/><key>Foo~ipad</key><false/>")).verdict == .pass)
    #expect(try run.report(.app("<key>Foo</key><true/><key>Foo~ipad</key><string/>")).verdict == .fail)
  }

  @Test func notInsideARule() throws {
    let run = try PolicyRun(#"rule "r" { summary = "s", check = function() local t = text { max_length = 1 } end }"#)
    #expect(
      try run.lines(run.report(.app(""))) == [
        "policy.error policy.lua:2: shapes can only be created while the policy loads, not inside a rule"
      ])
  }

  @Test func errorsOfCustomFunctionsAreErrors() throws {
    let run = try PolicyRun(
      #"rule "r" { summary = "s", shape = { K = custom("x", function(v) return v.a.b end), L = custom("y", function() return 1 end) } }"#
    )
    let report = try run.report(.app("<key>K</key><integer>1</integer>"))
    #expect(report.verdict == .error)
    let other = try run.report(
      .app("<key>K</key><dict><key>a</key><dict><key>b</key><true/></dict></dict><key>L</key><true/>"))
    #expect(
      run.lines(other) == [
        "policy.error policy.lua:2: the function of custom(\"y\") returned integer; it must return true, false, or a string that says what is wrong"
      ])
  }

  @Test func patternsCostFuel() throws {
    let run = try PolicyRun(#"rule "r" { summary = "s", shape = { K = text { pattern = ".-.-.-.-b" } } }"#)
    let report = try run.report(
      .app("<key>K</key><string>\(String(repeating: "a", count: 3000))</string>"), fuel: 1_000_000)
    #expect(report.bundles[0].errors.map(\.code.rawValue) == ["limit.fuel"])
  }

  @Test func uuidIsALibraryToo() throws {
    let run = try PolicyRun(
      #"""
      rule "r" { summary = "s", check = function(b, report)
        report(tostring(uuid.is_valid("8c1e4a52-6d0b-4c8e-9c27-0f1d3b5a7e91")) .. " " .. uuid.canonical("8c1e4a52-6d0b-4c8e-9c27-0f1d3b5a7e91") .. " " .. tostring(uuid.canonical("x")) .. " " .. tostring(text))
        report(uuid.valid("x"))
      end }
      """#)
    #expect(
      try run.lines(run.report(.app(""))) == [
        "true 8C1E4A52-6D0B-4C8E-9C27-0F1D3B5A7E91 nil <shape: text>",
        "policy.error policy.lua:4: there is no function 'uuid.valid'; known names: is_valid, canonical",
      ])
  }
}
