import Testing

@testable import IconChecker

@Suite struct IconCheckerTests {
  @Test func hasAnIdentity() { #expect(IconChecker.identity.identifier == "bundlepolicy.icons") }
}
