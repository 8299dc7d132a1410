@testable import PolicyTesting
@testable import PolicyTesting
import Basics
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// The tests suggested for survivors do detect them.
@Suite struct SuggestedTestTests {
  private static let policy = #"""
    policy "test" { summary = "for a test" }
    rule "r" {
      summary = "s",
      applies = { APPLIES },
      CLAUSE,
      examples = { pass = { PASS }, fail = { FAIL } },
    }

    """#

  private static func trial(_ policy: String, _ tests: String) throws -> MutationTest {
    let folder = try TemporaryFolder(["policy.lua": policy, "policy_test.lua": tests])
    let day = try #require(CalendarDate("2026-06-15"))
    var test = MutationTest(.init(asOf: day))
    try test.run(PolicyTestSuite(policy: folder("policy.lua"), tests: [folder("policy_test.lua")]))
    test.advise()
    return test
  }

  @Test(arguments: [
    ("", #"require = { "CFBundleName", "/D/L/0/K" }"#, #"{ info = { D = { L = { { K = "v" } } } } }"#),
    ("", #"forbid = { "A", "/B/C" }"#, ""),
    ("", #"increases = "CFBundleVersion""#, ""),
    ("", #"increases = { key = "CFBundleVersion", dialect = "semver" }"#, ""),
    ("", #"increases = { key = "CFBundleVersion", dialect = "sparkle" }"#, ""),
    ("", #"custom_keys = { prefix = { "com.example.", "Our" } }"#, ""),
    ("", #"qualified_keys = { default = "present" }"#, ""),
    ("", #"localize = { languages = { "fr", "de" }, keys = "CFBundleName", tables = "T" }"#, ""),
    ("", #"files = { require = { "Contents/PkgInfo" }, forbid = { "**/*.DS_Store", "a/?.txt" } }"#, ""),
    (#"kind = { "application", "framework" }, platform = "macos""#, #"require = "CFBundleName""#, ""),
    (#"kind = "framework", platform = { "macos", "ios" }"#, #"forbid = "A""#, ""),
    (#"nested = false, minimum_os = "11.0""#, #"require = "CFBundleName""#, ""),
    (#"nested = true"#, #"require = "CFBundleName""#, ""),
    (#"minimum_os = { from = "10.15", below = "14" }"#, #"forbid = "A""#, ""),
    (#"when = function(bundle) return bundle.info.Flag == true end"#, #"forbid = "A""#, ""),
    ("", #"shape = { A = text { min_length = 2, max_length = 4 }, B = optional(integer { min = 0, max = 5 }) }"#, ""),
    (
      "",
      #"shape = { A = optional(date { from = "2026-01-01" }), B = optional(data { max_length = 3 }), C = optional(real { max = 2.5 }) }"#,
      ""
    ),
    (
      "",
      #"shape = { A = optional(list_of({ N = text { pattern = "^%a+$" }, R = optional(one_of { "x", 1 }) }, { min_count = 1, max_count = 2 })) }"#,
      ""
    ),
    (
      "",
      #"shape = { A = optional(dictionary({ B = boolean }, { closed = true })), C = optional(dictionary({ D = uuid }, { others = url })) }"#,
      ""
    ),
    (
      "",
      #"shape = { A = optional(any_of { uuid, url { schemes = { "https", "file" } } }), B = optional(all_of { text, non_empty }) }"#,
      ""
    ),
    (
      "",
      #"shape = { A = optional(custom("even", function(value) return math.type(value) == "integer" and value % 2 == 0 end)) }"#,
      ""
    ),
    (
      "",
      #"check = function(bundle, report) for _, port in ipairs(bundle.info.Ports or {}) do if port < 1024 or port > 65535 then report("x") end end end"#,
      ""
    ),
    (
      "",
      #"check = function(bundle, report) local id = bundle.identifier if not id or not id:find("^com%.example%.") then report("x") end end"#,
      ""
    ),
  ])
  func survivorsDie(_ applies: String, _ clause: String, _ pass: String) throws {
    func source(_ pass: [String], _ fail: [String]) -> String {
      Self.policy.replacing("APPLIES", with: applies).replacing("CLAUSE", with: clause)
        .replacing("PASS", with: pass.joined(separator: ", ")).replacing("FAIL", with: fail.joined(separator: ", "))
    }
    var passing = pass.isEmpty ? [] : [pass]
    var failing: [String] = []
    var tests = ""
    let before = try Self.trial(source(passing, failing), tests)
    #expect(before.failures.isEmpty)
    var taught = 0
    for mutant in before.mutants where !mutant.isKilled {
      for line in mutant.advice {
        if let text = Self.rest(line, after: "add to examples.pass: ") {
          if !passing.contains(text) { passing.append(text) }
        } else if let text = Self.rest(line, after: "add to examples.fail: ") {
          if !failing.contains(text) { failing.append(text) }
        } else if let text = Self.rest(line, after: "add a test: ") {
          tests += text.replacing("\"…\"", with: "\"\(tests.utf8.count)\"") + "\n"
        } else {
          continue
        }
        taught += 1
      }
    }
    #expect(taught > 0)
    let after = try Self.trial(source(passing, failing), tests)
    #expect(after.failures.map(\.problems) == [])
    let left = after.mutants.filter { mutant in !mutant.isKilled && mutant.subject != .data }.map {
      "\($0.change): \($0.advice)"
    }
    #expect(left == [], "\(passing) \(failing) \(tests)")
  }

  private static func rest(_ line: String, after prefix: String) -> String? {
    line.split(separator: prefix, maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first.map(String.init)
  }

  @Test(arguments: [
    ("^%a+$", "a"), ("^[A-Z]%d-x?$", "A1x"), ("[^a]b%.c", "xb.c"), ("(%d+)", "1"), ("a.b", "axb"), ("%%", "%"),
    ("[]]", "]"),
    ("[", "x"), ("%", ""), ("", ""),
  ])
  func textsOfPatterns(_ pattern: String, _ expected: String) {
    #expect(ShapeWitness.text(matching: pattern) == expected)
  }

  @Test(arguments: [
    ("2026-01-31", 1, "2026-02-01"), ("2024-02-28", 1, "2024-02-29"), ("2025-03-01", -1, "2025-02-28"),
    ("2026-01-01", -1, "2025-12-31"), ("2026-12-31", 1, "2027-01-01"), ("9999-12-31", 1, nil), ("0001-01-01", -1, nil),
    ("2026-05-05", -1, "2026-05-04"),
  ])
  func days(_ day: String, _ step: Int, _ expected: String?) {
    #expect(CalendarDate(day)?.moved(by: step)?.text == expected)
  }
}
