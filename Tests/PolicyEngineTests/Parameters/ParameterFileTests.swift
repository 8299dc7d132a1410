import Parameters
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// Values of parameters from files.
@Suite struct ParameterFileTests {
  private static let policy = """
    policy "test" { summary = "s" }
    local s = parameter "s" { default = "x" }
    local i = parameter "i" { default = 1 }
    local n = parameter "n" { default = 1.5 }
    local b = parameter "b" { default = false }
    local l = parameter "l" { default = { "p", "q" } }
    rule "r" { summary = "s", forbid = "X" }
    """

  /// The values of the parameters, or `CODE FILE:LINE: MESSAGE [HINT]`.
  private static func outcome(
    _ files: [(String, String)], texts: [String: String] = [:], policy: String = policy
  ) throws -> String {
    let folder = try TemporaryFolder(["policy.lua": policy])
    do throws(EngineError) {
      var given = PolicyParameters(texts: texts)
      for (name, text) in files { given.files.append(try ParameterFile(Array(text.utf8), file: name)) }
      let program = try PolicyProgram(.init(policies: [folder("policy.lua")], parameters: given))
      if let error = program.errors.first { throw error }
      return program.parameters.map { parameter in
        switch parameter.value {
        case .string(let text): "\(parameter.name)='\(text)'"
        case .integer(let number): "\(parameter.name)=\(number)"
        case .number(let number): "\(parameter.name)=\(number)"
        case .boolean(let truth): "\(parameter.name)=\(truth)"
        case .table(let table): "\(parameter.name)=[\((table.list ?? []).compactMap(\.string).joined(separator: " "))]"
        default: "?"
        }
      }.joined(separator: " ")
    } catch {
      let column = error.column.map { ":\($0)" } ?? ""
      return folder.withoutPath(
        "\(error.code) \(error.file ?? "")\(error.line.map { ":\($0)" } ?? "")\(column): \(error.message)"
          + (error.hint.map { " [\($0)]" } ?? ""))
    }
  }

  private static let all = "s='a' i=12 n=2.0 b=true l=[u v,w]"

  @Test(arguments: [
    ("p.json", #"{"s": "a", "i": 12, "n": 2, "b": true, "l": ["u", "v,w"]}"#),
    ("p.yaml", "s: a\ni: 12\nn: 2\nb: true\nl: [u, 'v,w']\n"),
    ("p.YML", "s: 'a'\ni: 0xC\nn: 2.0\nb: True\nl:\n- u\n- v,w\n"),
    (
      "d/p.plist",
      "<plist><dict><key>s</key><string>a</string><key>i</key><integer>12</integer><key>n</key><real>2</real><key>b</key><true/><key>l</key><array><string>u</string><string>v,w</string></array></dict></plist>"
    ),
  ])
  func everyType(_ name: String, _ text: String) throws { #expect(try Self.outcome([(name, text)]) == Self.all) }

  @Test func binaryPropertyLists() throws {
    // {"i": "12"}, as plutil writes it.
    let bytes: [UInt8] =
      Array("bplist00".utf8) + [0xD1, 0x01, 0x02, 0x51, 0x69, 0x52, 0x31, 0x32, 0x08, 0x0B, 0x0D]
      + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10]
    let folder = try TemporaryFolder(["policy.lua": Self.policy])
    let file = try ParameterFile(bytes, file: "p.plist")
    do throws(EngineError) {
      _ = try PolicyProgram(.init(policies: [folder("policy.lua")], parameters: PolicyParameters(files: [file])))
      Issue.record("it loaded")
    } catch {
      #expect(
        folder.withoutPath(error.message)
          == "byte 13: parameter 'i' (policy.lua:3) is an integer, found the string '12'")
      #expect(error.file == "p.plist" && error.line == nil)
    }
  }

  @Test func whatWins() throws {
    let files = [("a.yaml", "s: one\ni: 1\nn: 1\n"), ("b.json", #"{"i": 2, "n": 2}"#)]
    #expect(try Self.outcome(files, texts: ["n": "3"]) == "s='one' i=2 n=3.0 b=false l=[p q]")
    #expect(try Self.outcome(files.reversed()) == "s='one' i=1 n=1.0 b=false l=[p q]")
  }

  @Test func aRequiredOneIsGiven() throws {
    let policy =
      "policy \"t\" { summary = \"s\" } parameter \"r\" { type = \"list\" } rule \"r\" { summary = \"s\", forbid = \"X\" }"
    #expect(try Self.outcome([("a.yaml", "r: []")], policy: policy) == "r=[]")
  }

  @Test(arguments: [
    (
      "p.yaml", "i: '12'",
      "parameters.type p.yaml:1:4: parameter 'i' (policy.lua:3) is an integer, found the string '12' [write it without quotes]"
    ),
    (
      "p.yaml", "i: 12.0",
      "parameters.type p.yaml:1:4: parameter 'i' (policy.lua:3) is an integer, found the number 12.0"
    ),
    (
      "p.yaml", "s: 1.10",
      "parameters.type p.yaml:1:4: parameter 's' (policy.lua:2) is a string, found the number 1.1 [put it in quotes if it is meant as a string]"
    ),
    (
      "p.yaml", "\nb: yes",
      "parameters.type p.yaml:2:4: parameter 'b' (policy.lua:5) is true or false, found the string 'yes'"
    ),
    (
      "p.yaml", "b: 'true'",
      "parameters.type p.yaml:1:4: parameter 'b' (policy.lua:5) is true or false, found the string 'true' [write it without quotes]"
    ),
    (
      "p.json", #"{"l": "u"}"#,
      "parameters.type p.json:1:7: parameter 'l' (policy.lua:6) is a list of strings, found the string 'u' [write a list with one element]"
    ),
    (
      "p.json", #"{"n": 9007199254740993}"#,
      "parameters.type p.json:1:7: parameter 'n' (policy.lua:4) is a number, found the number 9007199254740993"
    ),
    (
      "p.yaml", "l: [a, 1]",
      "parameters.malformed p.yaml:1:8: 'l' is a list of strings, found an integer [put it in quotes if it is meant as a string]"
    ),
    ("p.yaml", "l: [a, [b]]", "parameters.malformed p.yaml:1:8: 'l' is a list of strings, found a list"),
    (
      "p.yaml", "s:",
      "parameters.malformed p.yaml:1:3: 's' has no value [give it a value, or remove the name to use the default]"
    ),
    (
      "p.yaml", "s: {a: 1}",
      "parameters.type p.yaml:1:4: parameter 's' (policy.lua:2) is a string, found a mapping"
    ),
    (
      "p.yaml", "s: a\ns: b",
      "parameters.malformed p.yaml:2:1: 's' is a duplicate; the first is at 1:1 [remove one of the two]"
    ),
    ("p.yaml", "- s", "parameters.malformed p.yaml:1:1: names and values were expected, found a list"),
    (
      "p.json", "\"s\"",
      "parameters.malformed p.json:1:1: names and values were expected, found a string [write { \"name\": \"value\" }]"
    ),
    (
      "p.json", "{\"s\": 1,}",
      "parameters.malformed p.json:1:9: trailing comma after the last member [remove the comma]"
    ),
    (
      "p.plist", "<plist><dict><key>s</key><date>2026-01-31T00:00:00Z</date></dict></plist>",
      "parameters.malformed p.plist:1:26: 's' is a date; a parameter is a string, a number, true or false, a list of strings, or a map of these"
    ),
    (
      "p.plist", "<plist><dict><key>s</key><string>a</string><key>s</key><string>b</string></dict></plist>",
      "parameters.malformed p.plist:1:44: the key 's' is a duplicate; the last value is used"
    ),
    (
      "p.plist", "<plist><dict><key>s</key></dict></plist>",
      "parameters.malformed p.plist:1:14: the key 's' has no value"
    ),
    (
      "p.toml", "s = 1",
      "parameters.format p.toml: a parameter file must have the extension of its format [rename it to end in .json, .yaml, .yml or .plist]"
    ),
    (
      "p", "s: 1",
      "parameters.format p: a parameter file must have the extension of its format [rename it to end in .json, .yaml, .yml or .plist]"
    ),
    (
      "p.yaml", "s: a\nss: b",
      "policy.unknown-parameter p.yaml:2:1: no policy has a parameter 'ss'; known names: s, i, n, b, l"
    ),
  ])
  func refused(_ name: String, _ text: String, _ message: String) throws {
    #expect(try Self.outcome([(name, text)]) == message)
  }

  @Test func theOverriddenMustBeRightToo() throws {
    #expect(
      try Self.outcome([("a.yaml", "zz: 1"), ("b.yaml", "s: b")]).hasPrefix("policy.unknown-parameter a.yaml:1:1: "))
  }
}
