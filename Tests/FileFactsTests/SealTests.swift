import SampleFiles
import Basics
import PropertyLists
import Testing

@testable import FileFacts

/// The list of sealed files and its rules.
@Suite struct SealTests {
  private static func matches(_ pattern: String, _ path: String) throws -> Bool {
    var steps: UInt64 = 0
    return try SealPattern(pattern).matches(path, steps: &steps)
  }

  /// Results of `regexec(3)` on macOS.
  @Test(arguments: [
    ("^.*", "", true), ("^", "a", true), ("a", "bab", true), ("^a", "ba", false), ("a$", "ab", false), ("^$", "", true),
    ("^Resources/", "Resources/a", true), ("^Resources/", "x/Resources/a", false),
    (#"^Resources/.*\.lproj/"#, "Resources/a/fr.lproj/x", true),
    (#"^Resources/.*\.lproj/"#, "Resources/frxlproj/x", false),
    (#"^(.*/)?\.DS_Store$"#, ".DS_Store", true), (#"^(.*/)?\.DS_Store$"#, "a/b/.DS_Store", true),
    (#"^(.*/)?\.DS_Store$"#, "a.DS_Store", false), (#".*\.dSYM($|/)"#, "a.dSYM", true),
    (#".*\.dSYM($|/)"#, "x/a.dSYM/b", true), (#".*\.dSYM($|/)"#, "a.dSYMs", false),
    ("^(Frameworks|PlugIns|Library/(Automator|Spotlight))/", "Library/Spotlight/a", true),
    ("^(Frameworks|PlugIns|Library/(Automator|Spotlight))/", "Library/x", false), ("^[^/]+$", "a.b", true),
    ("^[^/]+$", "a/b", false), ("^[]a]$", "]", true), ("^[^]a]$", "]", false), ("^[a-c]+$", "abc", true),
    ("^[a-]$", "-", true), ("^[[:digit:]]{2,3}$", "12", true), ("^[[:digit:]]{2,3}$", "1234", false),
    ("^a{2}$", "aa", true),
    ("^a{2,}$", "aaaa", true), ("^(a|b)*c?$", "abab", true), ("^a+$", "", false), (#"^\^\$\*$"#, "^$*", true),
    ("^.$", "\u{E9}", false), ("^..$", "\u{E9}", true), ("^é$", "é", true),
  ])
  func patterns(_ pattern: String, _ path: String, _ isMatch: Bool) throws {
    #expect(try Self.matches(pattern, path) == isMatch)
  }

  @Test(arguments: [
    ("", "empty"), ("a||b", "empty"), ("(", "empty"), ("(a", "not closed"), ("a)", "no opening one"),
    ("[a", "not closed"),
    ("*", "nothing to repeat"), ("a**", "repeats a repetition"), ("a*?", "repeats a repetition"), ("a{1", "braces"),
    ("a{3,2}", "braces"), ("a{999}", "more than 255 times"), (#"\d"#, "not part of POSIX"),
    (#"\<a"#, "not part of POSIX"),
    (#"(a)\1"#, "not part of POSIX"), ("a\\", "backslash"), ("[[.a.]]", "class in brackets"), ("[b-a]", "range"),
    ("((a{255}){255}){255}", "too complex"), (String(repeating: "(", count: 40) + "a", "levels deep"),
    (String(repeating: "a", count: 2000), "more than 1024 bytes"),
  ])
  func unsupportedPatterns(_ pattern: String, _ reason: String) {
    let error = #expect(throws: SealPattern.Unsupported.self) { try SealPattern(pattern) }
    #expect(error?.reason.contains(reason) == true, "\(error as Any)")
  }

  /// Patterns that take exponential time in backtracking matchers.
  @Test(arguments: ["^(a*)*$", "^(a|a)*$", "^(a|aa)+$", "(.*)*b", "^(([a-z])+.)+[A-Z]([a-z])+$", "^(a?){100}a{100}$"])
  func evilPatterns(_ pattern: String) throws {
    var steps: UInt64 = 0
    _ = try SealPattern(pattern).matches(String(repeating: "a", count: 5000) + "!", steps: &steps)
    #expect(steps < 5_000_000)
  }

  // MARK: The list

  private static func seal(_ text: String) throws -> ResourceSeal {
    try ResourceSeal(try PropertyList.parse(Array(text.utf8), file: "CodeResources"))
  }

  private static func list(_ files: String, rules: String = "<key>^.*</key><true/>") -> String {
    "<plist version='1.0'><dict><key>files2</key><dict>\(files)</dict><key>rules2</key><dict>\(rules)</dict></dict></plist>"
  }

  @Test func entries() throws {
    let hash = [UInt8](repeating: 3, count: 32)
    var sample = SampleSeal()
    sample.entries = [
      ("a", .file(hash, isOptional: true)), ("b&<", .link("../c")),
      ("F/K.framework", .nested(cdhash: [1], requirement: "always")),
    ]
    let seal = try Self.seal(sample.text)
    #expect(seal.version == 2 && seal.count == 3 && seal.rules.count == 13 && seal.unsupported == nil)
    #expect(seal.entry(at: 0) == .init(content: .file(.sha256, hash), isOptional: true))
    #expect(seal.entry(at: 1) == .init(content: .link("../c"), isOptional: false))
    #expect(seal.entry(at: 2) == .init(content: .nested(cdhash: [1], requirement: "always"), isOptional: false))
    #expect(seal.position(of: "b&<") == 1 && seal.path(at: 1) == "b&<" && seal.position(of: "x") == nil)
  }

  @Test func theFirstForm() throws {
    let hash = Base64.encode([UInt8](repeating: 4, count: 20))
    let seal = try Self.seal(
      """
      <plist version="1.0"><dict><key>files</key><dict><key>a</key><data>\(hash)</data>
      <key>b</key><dict><key>hash</key><data>\(hash)</data><key>optional</key><true/></dict></dict>
      <key>rules</key><dict><key>^.*</key><true/><key>^x</key><false/></dict></dict></plist>
      """)
    #expect(seal.version == 1)
    #expect(seal.entry(at: 0) == .init(content: .file(.sha1, [UInt8](repeating: 4, count: 20)), isOptional: false))
    #expect(seal.entry(at: 1)?.isOptional == true)
    #expect(seal.rules.map(\.isOmitted) == [false, true])
  }

  @Test(arguments: [
    ("Info.plist", "omitted"), ("x/Info.plist", "kept"), ("a/.DS_Store", "omitted"), ("Resources/a", "kept"),
    ("Resources/fr.lproj/a", "kept"), ("Resources/fr.lproj/locversion.plist", "omitted"), ("MacOS/tool", "nested"),
    ("Frameworks", "nested"), ("Frameworks/K.framework", "nested"), ("MacOS/a.dSYM", "kept"), ("a/b", "kept"),
  ])
  func rulesOfTheMac(_ path: String, _ expected: String) throws {
    var steps: UInt64 = 0
    let decision = try Self.seal(SampleSeal().text).decision(on: path, steps: &steps)
    #expect((decision?.isOmitted == true ? "omitted" : decision?.isNested == true ? "nested" : "kept") == expected)
    #expect(decision?.isDisputed == false && steps > 0)
  }

  /// Xcode 6 to 8 wrote `^` with the weight of rules that omit files.
  @Test func rulesOfTheSameWeight() throws {
    let omitting = "<key>^Info$</key><dict><key>omit</key><true/><key>weight</key><real>20</real></dict>"
    let keeping = "<key>^</key><dict><key>weight</key><real>20</real></dict>"
    for rules in [omitting + keeping, keeping + omitting] {
      var steps: UInt64 = 0
      let seal = try Self.seal(Self.list("", rules: rules))
      #expect(seal.decision(on: "Info", steps: &steps) == .init(isOmitted: true, isDisputed: true, isNested: false))
      #expect(seal.decision(on: "x", steps: &steps) == .init(isOmitted: false, isDisputed: false, isNested: false))
    }
  }

  @Test func aRuleThatCannotBeEvaluated() throws {
    let seal = try Self.seal(Self.list("", rules: "<key>\\w</key><true/>"))
    #expect(seal.unsupported?.pattern == "\\w")
    var steps: UInt64 = 0
    #expect(seal.decision(on: "a", steps: &steps) == nil)
  }

  @Test(arguments: [
    ("<plist version='1.0'><array/></plist>", "must be a dictionary, not array"),
    ("<plist version='1.0'><dict/></plist>", "'files' is missing or not a dictionary"),
    ("<plist version='1.0'><dict><key>files2</key><dict/></dict></plist>", "'rules2' is missing"),
    (list("", rules: "<key>^</key><string>x</string>"), "the rule '^' must be true, false or a dictionary"),
    (list("<key>a</key><true/>"), "the entry 'a' has no hash"),
    (list("<key>a</key><dict/>"), "the entry 'a' has no hash"),
    (list("<key>a</key><dict><key>hash2</key><data>AAAA</data></dict>"), "the entry 'a' has no hash"),
    (
      list("", rules: (0..<1001).map { "<key>\($0)</key><true/>" }.joined()), "has 1001 rules; the limit is 1000"
    ),
  ])
  func malformedLists(_ text: String, _ message: String) {
    let error = #expect(throws: FileFactError.self) { try Self.seal(text) }
    #expect(error?.message.contains(message) == true, "\(error as Any)")
  }
}
