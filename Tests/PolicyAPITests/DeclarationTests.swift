import PolicyTestSupport
import Testing

@testable import PolicyAPI
@testable import PolicyEngine

/// The fields of tables that policies write, against those that their readers know.
@Suite struct DeclarationTests {
  private static let written = APITable.classes.filter { $0.role == .declaration }.map(\.name)

  @Test(arguments: written)
  func fields(_ name: String) throws {
    let definition = try #require(APITable.class(name))
    var errors: [String] = []
    for policy in DeclarationProbes.policies[name] ?? [] { errors.append(try LiveEnvironment.loadingError(policy)) }
    for tests in DeclarationProbes.tests[name] ?? [] {
      errors.append(
        try LiveEnvironment.loadingError("rule \"r\" { summary = \"s\", require = \"A\" }", tests: tests))
    }
    for check in DeclarationProbes.checks[name] ?? [] { errors += try LiveEnvironment.messages(check) }
    #expect(
      !errors.isEmpty,
      "\(name): nothing asks the program for its fields: add a probe to Tests/PolicyAPITests/DeclarationProbes.swift")
    for error in errors {
      let known = try #require(LiveEnvironment.known(in: error), "\(name): the probe ends with another error: \(error)")
      let advice = TableSource.advice(name, program: known, table: definition.fields.map(\.name), entry: "APIField")
      #expect(advice.isEmpty, "\(advice.joined(separator: "\n"))")
    }
  }

  @Test func probesAreOfTheTable() {
    let probes = [DeclarationProbes.policies, DeclarationProbes.tests, DeclarationProbes.checks].flatMap(\.keys)
    let strangers = Set(probes).subtracting(Self.written)
    #expect(strangers.isEmpty, "the table has no class for the probes \(strangers.sorted())")
  }

  @Test(arguments: APITable.words.map(\.name))
  func words(_ name: String) throws {
    let word = try #require(APITable.words.first { $0.name == name })
    let table = try #require(APITable.class(word.table), "there is no class \(word.table)")
    #expect(table.role == .declaration)
  }

  /// Readers that no probe reaches still have their lists in the sources.
  @Test func everyListOfKnownFieldsIsSomeTable() throws {
    let tables = APITable.classes.map { Set($0.fields.map(\.name)) }
    let files = try ChildProcess.run("/bin/grep", ["-rl", "known: \\[", "Sources/PolicyEngine"], in: TableSource.root)
    var lists = 0
    for file in files.outputText.split(separator: "\n").map(String.init) {
      var rest = String(decoding: try TemporaryFolder.bytes(of: "\(TableSource.root)/\(file)"), as: UTF8.self)[...]
      while let start = rest.firstRange(of: "known: [")?.upperBound {
        let list = rest[start...].prefix { $0 != "]" }
        rest = rest[list.endIndex...]
        // What stands between quotes; a list that is put together otherwise has none, or a condition.
        let words = list.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        if words.isEmpty || list.contains("?") { continue }
        lists += 1
        #expect(
          tables.contains(Set(words)),
          "\(file) knows the fields \(words), and no class of the table has just these: add an APIClass with them to Sources/PolicyAPI/Table, and a probe for it to Tests/PolicyAPITests/DeclarationProbes.swift"
        )
      }
    }
    #expect(lists >= 10, "the lists are written in another way now: \(lists) were found")
  }
}
