import PolicyTestSupport
import Testing

@Suite struct ReferenceCommandTests {
  private static let policy = """
    policy "test" { summary = "for a test" }
    rule "names" {
      summary = "It has a <name> of its_own", rationale = "Why | not", help = "https://example.com/", tags = { "a", "b" },
      severity = "warning", applies = { kind = "application", nested = false, minimum_os = { from = "11.0", below = "14" } },
      since = "2026-01-01", deny_from = "2027-01-01", require = "CFBundleName", forbid = { "Bad", "/A/0" },
      shape = { CFBundleName = text { max_length = 15 }, K = optional(integer) },
      files = { require = "PkgInfo", forbid = "**/.DS_Store" }, localize = { languages = "fr", keys = "CFBundleName" },
      increases = "CFBundleVersion", custom_keys = { prefix = { "x.", "y." } }, qualified_keys = { default = "present" },
      check = function() end, examples = { pass = { {} } },
    }

    """

  private static let text = """
    test/names  (warning)
        It has a <name> of its_own
        why       Why | not
        checks    requires CFBundleName
        checks    forbids Bad, /A/0
        checks    CFBundleName is text of at most 15 characters; K, if present, is an integer
        checks    CFBundleVersion exceeds that of every earlier build (apple dialect)
        checks    custom keys start with x. or y.
        checks    every qualified key has an unqualified default
        checks    the bundle is localized in fr; each language has CFBundleName
        checks    requires files: PkgInfo; forbids files: **/.DS_Store
        applies   kind: application
        applies   the outer bundle
        applies   minimum system 11.0 or later
        applies   minimum system below 14
        applies   from 2026-01-01 on
        applies   as a warning until 2027-01-01
        help      https://example.com/
        tags      a, b
        examples  1 pass, 0 fail
        declared  policy.lua:2

    """

  private static func run(_ arguments: String) throws -> ChildProcess {
    let folder = try TemporaryFolder(["policy.lua": policy, "empty/x": ""])
    return try Program.run(arguments.split(separator: " ").map(String.init), in: folder.path)
  }

  @Test(arguments: ["rules", "rules --policy policy.lua", "explain names", "explain test/names --policy ."])
  func everythingAboutARule(_ arguments: String) throws {
    let result = try Self.run(arguments)
    #expect(
      result.outputText
        == Self.text)
    #expect(result.status == 0 && result.errors.isEmpty)
  }

  @Test func markdown() throws {
    let text = try Self.run("rules --format markdown").outputText
    #expect(
      text.hasPrefix(
        "# Rules\n\n| rule | severity | requirement |\n|---|---|---|\n| `test/names` | warning | It has a \\<name\\> of its\\_own |\n"
      ))
    #expect(
      text.contains(
        "\n## `test/names`\n\nIt has a \\<name\\> of its\\_own.\n\nWhy \\| not\n\n- checks: requires CFBundleName\n"))
  }

  @Test(arguments: [
    (#"- not \27[2J a list"#, "\\- not \\\\u{1b}\\[2J a list"), ("1. not a list", "1\\. not a list"), ("+ x", "\\+ x"),
    ("12) x", "12\\) x"), ("--- x", "\\--- x"), ("~~~", "\\~~~"), ("=== x", "\\=== x"), ("    code", "code"),
    ("a &amp; b", "a \\&amp; b"), ("1.0 is first", "1\\.0 is first"), (#"a\n- b"#, "a - b"), ("x - 1. y", "x - 1. y"),
  ])
  func markdownShowsTextAsItIs(_ text: String, _ shown: String) throws {
    let rule = "rule \"r\" { summary = \"\(text)\", rationale = \"\(text)\", require = \"K\" }\n"
    let folder = try TemporaryFolder(["policy.lua": "policy \"test\" { summary = \"s\" }\n" + rule])
    let result = try Program.run(["rules", "--format", "markdown"], in: folder.path)
    #expect(result.outputText.contains("## `test/r`\n\n\(shown).\n\n\(shown)\n\n"), "\(result.outputText)")
    #expect(!result.output.contains(0x1B))
  }

  @Test(arguments: [
    ("https://example.com/a?b#c", "<https://example.com/a?b#c>"), ("mailto:a@example.com", "<mailto:a@example.com>"),
    ("javascript:alert(1)", "javascript:alert(1)"), ("JavaScript:x", "JavaScript:x"),
    ("data:text/html,x", "data:text/html,x"),
    ("https://a b", "https://a b"), ("https://a>b", "https://a\\>b"), ("see the wiki", "see the wiki"),
    (#"https://a\27[2J"#, "https://a\\\\u{1b}\\[2J"),
  ])
  func onlyLinksAreLinks(_ help: String, _ shown: String) throws {
    let rule = "rule \"r\" { summary = \"s\", help = \"\(help)\", require = \"K\" }\n"
    let folder = try TemporaryFolder(["policy.lua": "policy \"test\" { summary = \"s\" }\n" + rule])
    let result = try Program.run(["rules", "--format", "markdown"], in: folder.path)
    #expect(result.outputText.contains("- more: \(shown)\n"), "\(result.outputText)")
  }

  @Test func json() throws {
    let text = try Self.run("rules --format json").outputText
    #expect(
      text.contains(
        "\"id\": \"test/names\",\n    \"summary\": \"It has a <name> of its_own\",\n    \"severity\": \"warning\""))
    #expect(text.contains("\"examples\": {\n      \"pass\": 1,\n      \"fail\": 0\n    }"))
  }

  @Test func keysNeedNoPolicy() throws {
    let folder = try TemporaryFolder(["x": ""])
    let result = try Program.run(["explain", "CFBundleExecutable"], in: folder.path)
    #expect(result.status == 0)
    #expect(result.outputText.hasPrefix("CFBundleExecutable  (string)\n"))
    #expect(result.outputText.contains("variants such as CFBundleExecutable~ipad have no effect"))
  }

  @Test(arguments: [
    (
      "NSIncludesSubdomains",
      ["/NSAppTransportSecurity/NSExceptionDomains/*/NSIncludesSubdomains\n", "NSPinnedDomains/*/"]
    ),
    (
      "/NSAppTransportSecurity",
      ["NSAppTransportSecurity  (dictionary)\n", "    contains  /NSAppTransportSecurity/NSPinnedDomains  ("]
    ),
    (
      "/CFBundleDocumentTypes/3/CFBundleTypeRole",
      [
        "CFBundleTypeRole  (string, required)\n", "    one of    Editor, Viewer", "    read by   macOS 10.0",
        "    source    Info",
      ]
    ),
    ("/CFBundleDocumentTypes/0/CFBundleTypeExtensions", ["instead   LSItemContentTypes\n", ", deprecated in 10.5\n"]),
    ("/AudioComponents/0/version", ["found at  /AudioComponents/*/version\n"]),
  ])
  func fields(_ name: String, _ expected: [String]) throws {
    let folder = try TemporaryFolder(["x": ""])
    let result = try Program.run(["explain", name], in: folder.path)
    #expect(result.status == 0)
    for text in expected { #expect(result.outputText.contains(text), "\(text) in \(result.outputText)") }
  }

  @Test(arguments: ["version", "/AudioComponents/version", "/AudioComponents/0/version/1", "/", "/Nonsense/x", ""])
  func noFields(_ name: String) throws {
    let folder = try TemporaryFolder(["x": ""])
    #expect(try Program.run(["explain", name], in: folder.path).status != 0)
  }

  @Test(arguments: [
    (
      "explain", 64, "Missing expected argument '<NAME>"
    ),
    (
      "explain CFBundelName", 2,
      "error: there is no rule, tag or platform key 'CFBundelName'; did you mean 'CFBundleName'?\n    fix       list the rules with 'bundlepolicy rules'\n"
    ),
    (
      "explain name", 2,
      "error: there is no rule, tag or platform key 'name'; did you mean 'names'?\n    fix       list the rules with 'bundlepolicy rules'\n"
    ),
    ("rules --policy gone.lua", 2, "gone.lua: error: no policy file at this path"),
    ("rules --format xml", 64, "must be one of text, json, markdown"),
    ("rules policy.lua", 64, "Unexpected argument 'policy.lua'"),
    ("rules --param x=1", 2, "no policy has a parameter 'x'"),
  ])
  func refused(_ arguments: String, _ status: Int32, _ errors: String) throws {
    let result = try Self.run(arguments)
    #expect(result.status == status && result.output.isEmpty)
    #expect(
      errors.hasSuffix("\n") ? result.errorText == errors : result.errorText.contains(errors), "\(result.errorText)")
  }

  @Test func idsThatARuleHadBefore() throws {
    let folder = try workshop(#"rule "new" { summary = "s", deprecated = { "old", "gone/older" }, forbid = "Bad" }"#)
    func run(_ arguments: String) throws -> ChildProcess {
      try Program.run(arguments.split(separator: " ").map(String.init), in: folder.path)
    }
    for name in ["old", "test/old", "gone/older", "older"] {
      let result = try run("explain \(name)")
      #expect(result.status == 0 && result.outputText.hasPrefix("test/new  (error)\n"), "\(name)")
      #expect(result.outputText.contains("\n    formerly  test/old, gone/older\n"))
    }
    #expect(try run("rules --format markdown").outputText.contains("\n- formerly: `test/old`, `gone/older`\n"))
    #expect(
      try run("rules --format json").outputText.contains(
        "\"deprecated\": [\n      \"test/old\",\n      \"gone/older\"\n    ]"))
    let check = try run("check --rule old Bad.app")
    #expect(check.status == 1)
    #expect(
      check.outputText.contains(
        "warning: --rule old: rule 'old' is now called 'new'\n    fix       write 'new' there\n"))
    try folder.write(
      "policy_test.lua",
      "test \"t\" { given = fixture.application { info = { Bad = true } }, expect = { old = \"fail\" } }\n")
    let test = try run("test .")
    #expect(
      test.status == 0 && test.errorText == "policy_test.lua:1: warning: rule 'old' is now called 'new'\n",
      "\(test.outputText)\(test.errorText)")
    #expect(try run("lint .").outputText.contains("policy_test.lua:1: warning: rule 'old' is now called 'new'"))
  }
}
