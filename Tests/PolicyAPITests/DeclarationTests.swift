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
    let found = try ChildProcess.run(
      "/bin/grep", ["-rnE", "known: \\[ *\"", "Sources/PolicyEngine"], in: TableSource.root
    ).outputText
    let tables = APITable.classes.map { Set($0.fields.map(\.name)) }
    var lists = 0
    for line in found.split(separator: "\n") {
      guard let start = line.firstRange(of: "known: [")?.upperBound else { continue }
      let fields = line[start...].prefix { $0 != "]" }.split(separator: "\"").enumerated()
        .filter { $0.offset % 2 == 1 || line[start] == "\"" && $0.offset % 2 == 0 }.map { String($0.element) }
        .filter { !$0.contains(",") && !$0.contains(" ") && !$0.isEmpty }
      lists += 1
      #expect(
        tables.contains(Set(fields)),
        "\(line.prefix { $0 != " " }): no class of the table has just the fields \(fields): add an APIClass with them to Sources/PolicyAPI/Table, and a probe for it to Tests/PolicyAPITests/DeclarationProbes.swift"
      )
    }
    #expect(lists >= 10, "the lists are written in another way now: \(lists) were found")
  }
}
