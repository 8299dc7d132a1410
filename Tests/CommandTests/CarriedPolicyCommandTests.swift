import PolicyTestSupport
import Testing

@Suite struct CarriedPolicyCommandTests {
  /// Compiled policies give the same results, fuel and places as their sources.
  @Test(arguments: ["Careless", "Broken", "Hello"])
  func carriedPoliciesAreThoseOfTheSources(app: String) throws {
    func report(_ more: [String]) throws -> Substring {
      let words = ["check", "--policy", "apple.strict", "--format", "json"] + more + ["Examples/\(app).app"]
      let text = try Program.run(words).outputText
      // The text before contains the digest of the policy, and counts its examples.
      let start = try #require(text.firstRange(of: "\n  \"bundles\": ["))
      return text[start.lowerBound...]
    }
    let carried = try report([])
    #expect(carried.contains("\"fuel\": ") && carried.contains("\"status\": \"pass\""))
    let read = try report(["--standard-policies", "Policies"])
    #expect(carried == read.replacing("Policies/apple/", with: "built-in:apple/"))
  }
}
