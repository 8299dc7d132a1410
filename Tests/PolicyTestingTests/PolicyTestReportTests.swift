@testable import PolicyTesting
import ReportTestSupport
import Testing
@testable import Reports

@Suite struct PolicyTestReportTests {
  private static func result(
    _ name: String, _ problems: [String] = [], isBroken: Bool = false, group: String = "g", details: [String] = []
  ) -> PolicyTestResult {
    var result = PolicyTestResult(
      testCase: PolicyTestCase(name: name, group: group, file: "org.lua", line: 3), problems: problems)
    (result.isBroken, result.details) = (isBroken, details)
    return result
  }

  /// Each scalar that XML can't hold, or that would end something.
  private static let hostile =
    (0..<0x20).map { String(Unicode.Scalar($0)) }.joined()
    + "\u{7F}\u{85}\u{FFFE}\u{FFFF}\u{202E}]]><![CDATA[&amp;\"'<!--"

  @Test func jUnitIsValid() throws {
    let schema = try #require(XMLSchema(XMLSchema.junit))
    let errors = [
      EngineError(code: "policy.syntax", message: Self.hostile, file: "p\u{1}.lua", line: 1),
      EngineError(code: "test.none", message: "there are no tests"),
    ]
    let results = [
      Self.result("passes"), Self.result("fails", ["one", "two"], details: ["- a", "+ b"]),
      Self.result("is broken", ["no bundle"], isBroken: true),
      Self.result(Self.hostile, [Self.hostile], group: Self.hostile),
    ]
    for (results, errors) in [(results, errors), ([], []), (results, []), ([], errors)] {
      let document = PolicyTestJUnit.render(results, errors: errors)
      #expect(schema.accepts(document), "\(String(decoding: document, as: UTF8.self))")
    }
    // The schema is one that can say no.
    #expect(!schema.accepts(Array("<testsuites tests=\"1\" failures=\"0\" errors=\"0\"><x/></testsuites>".utf8)))
    #expect(!schema.accepts(Array("<testsuites tests=\"1\"".utf8)))
  }

  @Test func jUnitCounts() {
    let results = [
      Self.result("a"), Self.result("b", ["p"]), Self.result("c", ["q"], isBroken: true),
      Self.result("d", ["r\n<s>"], group: "h", details: ["- x"]),
    ]
    let text = String(
      decoding: PolicyTestJUnit.render(results, errors: [EngineError(code: "c", message: "m", file: "f.lua", line: 2)]),
      as: UTF8.self)
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="5" failures="2" errors="2">
          <testsuite name="g" tests="3" failures="1" errors="1" file="org.lua">
            <testcase classname="g" name="a"/>
            <testcase classname="g" name="b">
              <failure message="p">org.lua:3&#10;p</failure>
            </testcase>
            <testcase classname="g" name="c">
              <error message="q">org.lua:3&#10;q</error>
            </testcase>
          </testsuite>
          <testsuite name="h" tests="1" failures="1" errors="0" file="org.lua">
            <testcase classname="h" name="d">
              <failure message="r&#10;&lt;s&gt;">org.lua:3&#10;r&#10;&lt;s&gt;&#10;- x</failure>
            </testcase>
          </testsuite>
          <testsuite name="policies" tests="1" failures="0" errors="1">
            <testcase classname="policies" name="f.lua">
              <error type="c" message="f.lua:2: error: m"/>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func textKeepsToItsLines() {
    let text = PolicyTestText.render(
      [
        Self.result("a\nb", ["one\ntwo"], details: ["+ \u{1B}[2J"]), Self.result("c", ["q"], isBroken: true),
        Self.result("d"),
      ], errors: [EngineError(code: "c", message: "m\nn", file: "f.lua", line: 2, hint: "h\r")], isVerbose: true)
    #expect(
      text == """
        org.lua:3: FAILED: a\\nb
            one\\ntwo
            + \\u{1b}[2J
        org.lua:3: ERROR: c
            q
        org.lua:3: passed: d
        f.lua:2: error: m\\nn
            fix       h\\r

        INCOMPLETE: 1 passed, 1 failed, 1 could not be run; see the errors above

        """)
  }
}
