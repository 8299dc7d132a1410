import Testing

@testable import BinaryChecker

@Suite struct BinaryCheckerTests {
  @Test func hasAnIdentity() { #expect(BinaryChecker.identity.identifier == "bundlepolicy.binaries") }
}
