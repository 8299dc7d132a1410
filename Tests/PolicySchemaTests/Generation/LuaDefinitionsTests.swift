import KeyRegistry
import PolicyTestSupport
import PolicyTesting
import Testing

@testable import PolicySchema
import LuaSyntax

/// The generated texts: sources of Lua, whose annotations are well-formed and refer to nothing that is not there.
@Suite struct LuaDefinitionsTests {
  private static let compiler = ["/usr/bin/luac5.4", "/usr/local/bin/luac5.4", "/opt/homebrew/bin/luac5.4"].first {
    (try? ChildProcess.run($0, ["-v"]).status) == 0
  }
  private static let luacheck = ["/usr/bin/luacheck", "/usr/local/bin/luacheck", "/opt/homebrew/bin/luacheck"].first {
    (try? ChildProcess.run($0, ["--version"]).status) == 0
  }
  private static let texts = [
    "bundlepolicy.lua": LuaDefinitions.text(of: .complete), "info-plist.lua": InfoPlistDefinitions.text,
    ".luacheckrc": LuacheckConfiguration.text(of: .complete),
  ]

  @Test(.enabled(if: compiler != nil, "luac5.4 is not installed"), arguments: texts.keys.sorted())
  func parses(_ name: String) throws {
    let folder = try TemporaryFolder(Self.texts)
    let result = try ChildProcess.run(try #require(Self.compiler), ["-p", folder(name)])
    #expect(result.status == 0, "\(result.errorText)")
  }

  @Test(arguments: ["bundlepolicy.lua", "info-plist.lua"])
  func annotations(_ name: String) throws {
    let lines = try #require(Self.texts[name]).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.first == "---@meta _" && lines.dropFirst().first?.contains(Generated.mark) == true)
    let defined = Set(Self.texts.values.flatMap { $0.split(separator: "\n") }.compactMap(Self.defined))
    for line in lines where line.hasPrefix("---@") {
      let words = line.dropFirst(4).split(separator: " ").map(String.init)
      #expect(Self.tags.contains(words.first ?? ""), "\(line)")
      if words.first == "field" {
        // A name or [type], a type; the sentence is the table's affair.
        let named = words.count >= 3 && (words[1].hasPrefix("[") ? words[1].contains("]") : Self.isName(words[1]))
        #expect(named, "\(line)")
      }
      for reference in Self.references(line) where !defined.contains(reference) {
        Issue.record("'\(reference)' is not defined: \(line)")
      }
    }
    // A bar or a bracket that stands alone would start another type.
    #expect(lines.allSatisfy { !$0.contains("\t") && !$0.hasSuffix(" ") })
  }

  @Test func everyKeyIsThereWithItsTypeAndMeaning() throws {
    let text = InfoPlistDefinitions.text
    let lines = Set(text.split(separator: "\n").map(String.init))
    for key in KeyRegistry.allKeys {
      let entry = try #require(KeyRegistry.entry(for: key))
      let name = LuaParser.isName(key) ? key : "[\"\(key)\"]"
      #expect(text.contains("\n---@field \(name)? ") && text.contains(" \(entry.summary)."), "\(key)")
      #expect(lines.contains("---| \"\(key)\"") && lines.contains("---@field \(name)? any"), "\(key)")
    }
    for line in [
      "---@field CFBundleVersion? string Build number; increases from build to build.",
      "---@field LSRequiresIPhoneOS? boolean Whether the app runs only on iOS; true for every iOS app.",
      "---@field CFBundleURLTypes? bundlepolicy.InfoPlist.CFBundleURLTypes[] URL schemes the bundle opens.",
      "---@field CFBundleURLSchemes? string[] Schemes the bundle opens, such as http.", "---@field [string] any",
    ] { #expect(lines.contains(line), "\(line)") }
  }

  @Test(arguments: [
    ("a", true), ("A_1", true), ("end", false), ("1a", false), ("a-b", false), ("", false), ("ä", false),
  ])
  func identifiers(_ text: String, _ isIdentifier: Bool) { #expect(LuaParser.isName(text) == isIdentifier) }

  /// The global of a policy passes, one that is not there and a write do not.
  @Test(
    .enabled(if: luacheck != nil, "luacheck is not installed"),
    arguments: [
      (
        "p.lua",
        "rule \"r\" { summary = keys.CFBundleName.type, check = function() return uuid.is_valid(math.pi) end }", ""
      ),
      ("p.lua", "local a = keys.CFBundleName.type; print(a)", "accessing undefined variable 'print'"),
      ("p.lua", "string.dump(rule)", "accessing undefined field 'dump' of global 'string'"),
      ("p.lua", "rule = 1", "setting read-only global variable 'rule'"),
      ("p.lua", "string.x = 1", "setting undefined field 'x' of global 'string'"),
      ("p.lua", "test \"t\" {}", "accessing undefined variable 'test'"), ("p_test.lua", "test \"t\" {}", ""),
      ("p_test.lua", "fixture.app {}", "accessing undefined field 'app'"),
    ])
  func globalsForLuacheck(_ file: String, _ source: String, _ warning: String) throws {
    let folder = try TemporaryFolder([".luacheckrc": LuacheckConfiguration.text(of: .complete), file: source + "\n"])
    let result = try ChildProcess.run(try #require(Self.luacheck), ["--no-color", "."], in: folder.path)
    #expect(result.status == (warning.isEmpty ? 0 : 1), "\(result.outputText)\(result.errorText)")
    #expect(warning.isEmpty || result.outputText.contains(warning), "\(result.outputText)")
  }

  // MARK: Annotations

  private static let tags: Set<String> = [
    "meta", "class", "field", "alias", "param", "return", "overload", "generic", "type", "operator",
  ]

  private static func isName(_ word: String) -> Bool {
    LuaParser.isName(word.hasSuffix("?") ? String(word.dropLast()) : word)
  }

  private static func defined(_ line: Substring) -> String? {
    for tag in ["---@class ", "---@alias "] where line.hasPrefix(tag) {
      return String(line.dropFirst(tag.count).prefix { $0 != " " && $0 != ":" })
    }
    return nil
  }

  /// Names of ours in a line.
  private static func references(_ line: String) -> [String] {
    var rest = line[...]
    var names: [String] = []
    while let start = rest.firstRange(of: Generated.prefix) {
      let name = rest[start.lowerBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      names.append(String(name.hasSuffix(".") ? name.dropLast() : name))
      rest = rest[name.endIndex...]
    }
    return names
  }
}
