import PolicySchema
import Testing

@testable import PolicyEngine

@Suite struct RecordKindTests {
  /// The number of a kind is made of its name, so that two kinds could have the same.
  @Test func everyKindHasItsNumber() {
    let records = PolicyLanguage.ofPolicies.classes.filter { $0.role == .record }
    #expect(records.count > 20)
    #expect(Set(records.map(\.recordKind)).count == records.count)
    #expect(records.allSatisfy { $0.recordKind != 0 && ($0.noun.hasPrefix("a ") || $0.noun.hasPrefix("an ")) })
  }
}
