import Bundles
import PolicyTestSupport
import PropertyLists
import Testing
@testable import Reports

@testable import PolicyEngine

/// The lines of property lists that reports show around findings.
@Suite struct ExcerptTests {
  /// The excerpts of the findings of a rule, a line each: number, mark, text.
  private static func lines(_ rule: String, _ files: [String: MemoryStorage.Node]) throws -> [[String]] {
    let run = try PolicyRun(rule)
    let graph = try BundleGraph.fixture("App.app", files)
    let report = try run.report(graph)
    var findings = report.bundles[0].findings
    FindingEvidence.add(.excerpts, to: &findings, in: graph)
    return findings.map { finding in
      (finding.excerpt?.lines ?? []).map { line in
        let mark =
          switch line.mark {
          case .context: " "
          case .found: ">"
          case .missing: "+"
          case .omission: "~"
          }
        return (line.number.map(String.init) ?? "") + mark + (line.isCutAtStart ? "…" : "") + line.text
          + (line.isCutAtEnd ? "…" : "")
      }
    }
  }

  private static let forbid = "rule \"r\" { summary = \"s\", forbid = \"Old\" }\n"
  private static let require = "rule \"r\" { summary = \"s\", require = { \"New\" } }\n"
  private static let list = PropertyListText.document(
    "\t<key>A</key>\n\t<string>a</string>\n\t<key>Old</key>\n\t<string>x</string>")

  private static func info(_ bytes: some Sequence<UInt8>) -> [String: MemoryStorage.Node] {
    ["Contents/Info.plist": .file(Array(bytes))]
  }

  private static let found = [
    [
      "4 <dict>", "5   <key>A</key>", "6   <string>a</string>", "7>  <key>Old</key>", "8>  <string>x</string>",
      "9 </dict>", "10 </plist>", "11 ",
    ]
  ]

  @Test func linesOfText() throws {
    let text = Self.list
    #expect(try Self.lines(Self.forbid, Self.info(text.utf8)) == Self.found)
    // Whatever the ends of lines, and the encoding.
    let windows = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    #expect(try Self.lines(Self.forbid, Self.info(windows.utf8)) == Self.found)
    let old = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r")
    #expect(try Self.lines(Self.forbid, Self.info(old.utf8)) == Self.found)
    #expect(try Self.lines(Self.forbid, Self.info([0xEF, 0xBB, 0xBF] + Array(text.utf8))) == Self.found)
    let wide = text.replacing("UTF-8", with: "UTF-16")
    let units: [UInt8] = wide.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    #expect(try Self.lines(Self.forbid, Self.info([0xFF, 0xFE] + units)) == Self.found)
  }

  @Test func aMissingKeyStandsWhereItShould() throws {
    #expect(
      try Self.lines(Self.require, Self.info(Self.list.utf8)) == [
        [
          "3 <plist version=\"1.0\">", "4 <dict>", "+  <key>New</key>", "5   <key>A</key>", "6   <string>a</string>",
          "7   <key>Old</key>", "8   <string>x</string>", "9 </dict>", "10 </plist>",
        ]
      ])
    let nested = "rule \"r\" { summary = \"s\", require = { \"/D/E<\" } }\n"
    let text = PropertyListText.document("<key>D</key>\n<dict>\n<key>F</key><true/>\n</dict>")
    #expect(
      try Self.lines(nested, Self.info(text.utf8)).first?.prefix(4) == [
        "5 <key>D</key>", "6 <dict>", "+  <key>E&lt;</key>", "7 <key>F</key><true/>",
      ])
  }

  @Test func binaryListsAreWrittenAsXML() throws {
    // A dictionary of five keys: A to D, and Old in the middle.
    let binary = BinaryList.dictionary([("A", "a"), ("B", "b"), ("C", "<c>"), ("Old", "x"), ("E", "e")])
    #expect(
      try Self.lines(Self.forbid, Self.info(binary)) == [
        [
          "<dict>", "~  …", "  <key>B</key> <string>b</string>", "  <key>C</key> <string>&lt;c&gt;</string>",
          ">  <key>Old</key> <string>x</string>", "  <key>E</key> <string>e</string>", "</dict>",
        ].map { ["<", " "].contains($0.prefix(1)) ? " " + $0 : $0 }
      ])
    #expect(
      try Self.lines(Self.require, Self.info(binary)).first?.prefix(3) == [
        " <dict>", "+  <key>New</key>", "   <key>A</key> <string>a</string>",
      ])
    #expect(try Self.lines(Self.require, Self.info(binary)).first?.count == 8)
  }

  @Test func longLinesAreCutAroundTheirColumn() throws {
    let before = String(repeating: "<key>K</key><string>v</string>", count: 1)
    let filler = "<key>F</key><string>" + String(repeating: "é", count: 900) + "</string>"
    let text = PropertyListText.document(
      before + filler + "<key>Old</key><string>x</string>" + filler.replacing("F", with: "G"))
    let line = try #require(try Self.lines(Self.forbid, Self.info(text.utf8)).first?.first { $0.contains(">…") })
    #expect(line.hasPrefix("5>…") && line.hasSuffix("…") && line.contains("<key>Old</key><string>x</string>"))
    #expect(line.unicodeScalars.count == 200 + 4)
    // Nobody wrote a line of this length.
    let huge = PropertyListText.document(
      "<key>F</key><string>" + String(repeating: "a", count: 5000) + "</string><key>Old</key><string>x</string>")
    let lines = try #require(try Self.lines(Self.forbid, Self.info(huge.utf8)).first)
    #expect(lines.first == " <dict>" && lines.contains(">  <key>Old</key> <string>x</string>"))
    #expect(lines.allSatisfy { $0.count < 200 })
  }

  @Test func whatIsAboutNoListHasNone() throws {
    let rule = """
      rule "r" { summary = "s", check = function(bundle, report)
        report("the bundle")
        report:file("Contents/none", "a file")
      end }

      """
    #expect(try Self.lines(rule, Self.info(Self.list.utf8)) == [[], []])
  }

  /// Many findings of one rule take nothing from another.
  @Test func eachRuleHasItsOwn() throws {
    let keys = (0..<900).map { "<key>K\($0)</key><true/>" } + ["<key>Z</key><true/>"]
    let run = try PolicyRun(
      """
      rule "many" { summary = "s", check = function(bundle, report)
        for i = 0, 899 do report:at(bundle.info, "K" .. i, "no") report:at(bundle.info, "K" .. i, "no, again") end
      end }
      rule "one" { summary = "s", forbid = "Z" }

      """)
    let graph = try BundleGraph.app(keys.joined(separator: "\n"))
    var findings = try #require(try run.report(graph).bundles.first).findings
    FindingEvidence.add(.excerpts, to: &findings, in: graph)
    let last = try #require(findings.last { $0.keyPath == "/Z" })
    #expect(last.excerpt != nil)
    let places = Set(findings.filter { $0.excerpt != nil }.map(\.keyPath))
    #expect(places.count == FindingEvidence.mostExcerptsOfRule + 1)
  }

  @Test func theyAreBounded() throws {
    let keys = (0..<900).map { "<key>K\($0)</key>\n<string>\(String(repeating: "x", count: 3000))</string>" }
    let rule = """
      rule "r" { summary = "s", check = function(bundle, report)
        for i = 0, 899 do report:at(bundle.info, "K" .. i, "no") end
      end }

      """
    let run = try PolicyRun(rule)
    let graph = try BundleGraph.app(keys.joined(separator: "\n"))
    let report = try run.report(graph)
    var findings = report.bundles[0].findings
    FindingEvidence.add(.excerpts, to: &findings, in: graph)
    #expect(findings.count == 900)
    let excerpts = findings.compactMap(\.excerpt)
    #expect(excerpts.count == FindingEvidence.mostExcerptsOfRule)
    #expect(
      excerpts.allSatisfy {
        $0.lines.count <= 9 && $0.lines.allSatisfy { $0.text.unicodeScalars.count <= 200 }
      })
  }
}

/// A binary property list of strings (`CFBinaryPList.c`): objects of at most 14 bytes.
private enum BinaryList {
  static func dictionary(_ pairs: [(String, String)]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    func add(_ object: [UInt8]) {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let count = UInt8(pairs.count)
    add([0xD0 | count] + (0..<count * 2).map { $0 + 1 })
    for text in pairs.map(\.0) + pairs.map(\.1) { add([0x50 | UInt8(text.utf8.count)] + Array(text.utf8)) }
    let table = UInt8(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [UInt8(offsets.count), 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
    return bytes
  }
}
