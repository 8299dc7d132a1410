@testable import PolicyTesting
import Bundles
import PropertyLists
import ReleaseLedger
import Testing
import Versions

@testable import PolicyAPI
@testable import PolicyEngine

/// The table's sets of words against the enumerations behind them.
@Suite struct WordSetTests {
  private static let sets: [String: [String]] = [
    "Severity": Severity.allCases.map(\.rawValue), "Kind": Bundle.Kind.allCases.map(\.rawValue),
    "Platform": Bundle.Platform.allCases.map(\.rawValue), "Layout": Bundle.Layout.allCases.map(\.rawValue),
    "Dialect": VersionDialect.allCases.map(\.rawValue), "ParameterType": ParameterType.allCases.map(\.rawValue),
    "Scope": VersionScope.allCases.map(\.rawValue),
    "Verdict": Verdict.allCases.map(\.rawValue), "Status": RuleResult.Status.allCases.map(\.rawValue),
    "FixtureKind": Fixture.Kind.allCases.map(\.rawValue),
    "FixturePlatform": Fixture.Platform.allCases.map(\.rawValue),
  ]

  @Test(arguments: APITable.aliases.map(\.name))
  func words(_ name: String) throws {
    let alias = try #require(APITable.aliases.first { $0.name == name })
    #expect(Set(alias.words).count == alias.words.count)
    if name == "FileType" { #expect(alias.words.allSatisfy { FileType(rawValue: $0) != nil }) }
    guard let program = Self.sets[name] else { return }
    let advice = TableSource.advice(name, program: program, table: alias.words, entry: "the word ")
    #expect(advice.isEmpty, "\(advice.joined(separator: "\n"))")
  }

  @Test func setsAreOfTheTable() {
    #expect(Set(Self.sets.keys).subtracting(APITable.aliases.map(\.name)).isEmpty)
  }
}
