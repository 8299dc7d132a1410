import Testing

@testable import PolicyPacks

@Suite struct PackNameTests {
  @Test func standardPoliciesAreNoPack() { #expect(PackName.problem(in: "apple") != nil) }
}
