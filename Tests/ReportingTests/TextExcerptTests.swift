import Basics
import Bundles
import PolicyTestSupport
import ReportTestSupport
import Testing
@testable import Presentation
@testable import Reports

@testable import PolicyEngine
@testable import Reporting

/// The lines of property lists in the report for people.
@Suite struct TextExcerptTests {
  /// The text of each finding, without its rule.
  private static func findings(
    _ calls: String, _ files: [String: MemoryStorage.Node], width: Int? = nil
  ) throws -> [String] {
    let rule = """
      rule "r" { summary = "s", check = function(bundle, report)
        local info = bundle.info
        \(calls)
      end }

      """
    let (report, _) = try PolicyRun(rule).evidentReport(try .fixture("App.app", files))
    let text = TextReport(isColored: false, width: width).text(of: report)
    let blocks = text.split(separator: "\n\n").dropLast().map { block in
      block.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.hasPrefix("    rule ") && !$0.hasPrefix("App.app  ") }.joined(separator: "\n")
    }
    return blocks
  }

  private static func xml(_ entries: String) -> [String: MemoryStorage.Node] {
    ["Contents/Info.plist": .file(Array(PropertyListText.document(entries).utf8))]
  }

  @Test(arguments: [
    // The value that the message quotes.
    (
      #"report:at(info, "K", "the name 'v&w' is wrong")"#, "\t<key>K</key>\n\t<string>v&amp;w</string>",
      """
      App.app/Contents/Info.plist:5:2: error: the name 'v&w' is wrong
         |
       5 |   <key>K</key>
       6 |   <string>v&amp;w</string>
         |           ^^^^^^^
          key       /K
      """
    ),
    // The key that it names; on one line with its value.
    (
      #"report:at(info, "K", "K is wrong")"#, "<key>K</key> <integer>5</integer>",
      """
      App.app/Contents/Info.plist:5:1: error: K is wrong
         |
       5 | <key>K</key> <integer>5</integer>
         |      ^
          key       /K
      """
    ),
    // Neither: the value, in columns of a terminal; blank lines between the two are shown.
    (
      #"report:at(info, "漢", "wrong")"#, "<key>漢</key>\n\n<string>漢字é</string>",
      """
      App.app/Contents/Info.plist:5:1: error: wrong
         |
       5 | <key>漢</key>
       6 |
       7 | <string>漢字é</string>
         |         ^^^^^
          key       /漢
      """
    ),
    (
      #"report:at(info, "K", "wrong")"#, "<key>K</key><true/>",
      """
      App.app/Contents/Info.plist:5:1: error: wrong
         |
       5 | <key>K</key><true/>
         |             ^^^^^^^
          key       /K
      """
    ),
    // Values that the lines do not show completely or literally are shown separately.
    (
      #"report:at(info, "K", "wrong")"#, "<key>K</key>\n<data>AAEC</data>",
      """
      App.app/Contents/Info.plist:5:1: error: wrong
         |
       5 | <key>K</key>
       6 | <data>AAEC</data>
         |       ^^^^
          key       /K
          value     <3 bytes of data>
      """
    ),
    (
      #"report:at(info, "K", "wrong")"#, "<key>K</key>\n<dict>\n<key>A</key><true/></dict>",
      """
      App.app/Contents/Info.plist:5:1: error: wrong
         |
       5 | <key>K</key>
         |      ^
       6 | <dict>
          key       /K
          value     {A: true}
      """
    ),
    (
      #"report:at(info.K, 2, "wrong")"#, "<key>K</key>\n<array>\n<real>1</real>\n\t<real>2</real></array>",
      """
      App.app/Contents/Info.plist:8:2: error: wrong
         |
       8 |   <real>2</real></array>
         |         ^
          key       /K/1
      """
    ),
    // A dictionary that lacks something is shown, unless it is the whole list.
    (
      #"report:at(info.K, "B", "missing")"#, "<key>K</key>\n<dict>\n<key>A</key><true/>\n</dict>",
      """
      App.app/Contents/Info.plist:6:1: error: missing
         |
       6 | <dict>
         | ^^^^^^
       7 | <key>A</key><true/>
       8 | </dict>
          key       /K/B
      """
    ),
    (
      #"report:at(info, "B", "missing")"#, "<key>K</key><true/>",
      """
      App.app/Contents/Info.plist:4:1: error: missing
          key       /B
      """
    ),
  ])
  func linesOfXML(_ call: String, _ entries: String, _ expected: String) throws {
    let found = try Self.findings(call, Self.xml(entries))
    #expect(found == [expected], "\(found.first ?? "")")
  }

  @Test func linesOfOldStyle() throws {
    let list = "{\n  K = \"a \\\"b\\\" c\"; L = bare; M = { A = 1; };\n}\n"
    let calls = """
      report:at(info, "K", "one") report:at(info, "L", "two") report:at(info, "M", "three")
      """
    let found = try Self.findings(calls, ["Contents/Info.plist": .file(Array(list.utf8))])
    #expect(
      found.map { $0.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).joined(separator: "\n") }
        == [
          """
           2 |   K = "a \\"b\\" c"; L = bare; M = { A = 1; };
             |        ^^^^^^^^^
              key       /K
          """,
          """
           2 |   K = "a \\"b\\" c"; L = bare; M = { A = 1; };
             |                        ^^^^
              key       /L
          """,
          """
           2 |   K = "a \\"b\\" c"; L = bare; M = { A = 1; };
             |                              ^
              key       /M
              value     {A: "1"}
          """,
        ], "\(found.joined(separator: "\n\n"))")
  }

  /// Whatever the terminal: the place stays to be seen, and what was cut off is said.
  @Test(arguments: [nil, 60, 200]) func longLinesAreCut(_ width: Int?) throws {
    let filler = String(repeating: "<key>F</key><string>f</string>", count: 1)
    let long = String(repeating: "x", count: 150)
    let entries = "\(filler)<key>K</key><string>ab\u{1F600}c</string><key>L</key><string>\(long)</string>"
    let found = try Self.findings(
      #"report:at(info, "K", "wrong") report:at(info, "L", "wrong")"#, Self.xml(entries), width: width)
    let most = min(width ?? 120, 120)
    for block in found {
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false).filter { $0.contains(" |") }
      #expect(lines.count == 3 && lines.allSatisfy { ColumnText.width(String($0)) <= most }, "\(block)")
      #expect(lines[1].contains("…") && lines[2].contains("^^"), "\(block)")
      #expect(block.contains("    value     "), "\(block)")
    }
    // The carets are in the columns of the value.
    let lines = (found.first ?? "").split(separator: "\n")
    let value = String(lines.first { $0.contains("ab\u{1F600}c") } ?? "")
    let carets = lines.first { $0.contains("^") } ?? ""
    let before = value.firstRange(of: "ab\u{1F600}c").map { ColumnText.width(String(value[..<$0.lowerBound])) }
    #expect(before == carets.prefix { $0 != "^" }.count && carets.count { $0 == "^" } == 5, "\(found.first ?? "")")
  }

  /// Of what binary lists hold, key and value are said.
  @Test func binaryListsHaveNoLines() throws {
    // { "K": "v" }
    let bytes: [UInt8] =
      Array("bplist00".utf8) + [0xD1, 1, 2, 0x51, 0x4B, 0x51, 0x76, 8, 11, 13, 0, 0, 0, 0, 0, 0, 1, 1]
      + [[3, 0, 15]].flatMap { $0 }.flatMap { [0, 0, 0, 0, 0, 0, 0, UInt8($0)] }
    let found = try Self.findings(#"report:at(info, "K", "wrong")"#, ["Contents/Info.plist": .file(bytes)])
    #expect(
      found == [
        """
        App.app/Contents/Info.plist: error: wrong
            key       /K
            value     v
        """
      ], "\(found)")
  }

  /// Nothing in a line of a file steers the terminal, or is a command to the runner that prints it.
  @Test func hostileLinesAreMadeVisible() throws {
    for text in ["\u{9B}31m", "\u{202E}x", "##[error]x", "::error::x", "\u{7F}"] {
      let found = try Self.findings(
        #"report:at(info, "K", "wrong")"#, Self.xml("<key>K</key><string>\(text)</string>"))
      #expect(found.count == 1 && found[0].contains("^"), "\(text.debugDescription)")
      #expect(steering(in: Array(found.joined().utf8)) == [], "\(text.debugDescription)")
    }
  }

  @Test func withoutFindingsNothingIsKept() throws {
    let (report, _) = try PolicyRun("rule \"r\" { summary = \"s\", forbid = \"K\" }\n").evidentReport(
      try .app(["CFBundleIdentifier": "com.x"]))
    #expect(report.bundles[0].findings.isEmpty && report.bundles[0].icon != nil)
  }

  /// Each level keeps what the lesser ones keep.
  @Test func onlyWhatIsAskedForIsKept() throws {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", forbid = \"K\" }\n")
    let graph = try BundleGraph.app("<key>K</key><string>x</string>")
    for level in [EvidenceLevel.nothing, .excerpts, .replacements, .all] {
      let (report, _) = try run.evidentReport(graph, evidence: level)
      let bundle = report.bundles[0]
      let finding = try #require(bundle.findings.first)
      #expect((finding.excerpt != nil) == (level >= .excerpts), "\(level)")
      #expect(finding.replacements.isEmpty == (finding.edits.isEmpty || level < .replacements), "\(level)")
      #expect((bundle.icon != nil) == (level == .all), "\(level)")
    }
  }
}
