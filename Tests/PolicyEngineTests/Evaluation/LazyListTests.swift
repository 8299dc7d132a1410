import Bundles
import PolicyTestSupport
import PropertyLists
import Testing

@testable import PolicyEngine

/// Long binary property lists, which are decoded as rules look at them.
@Suite struct LazyListTests {
  /// `{fine: "text", broken: ?, pad: 300,000 bytes}`; the object at `broken` is none.
  private static func list(broken: [UInt8] = [0x70]) -> [UInt8] {
    func ascii(_ text: String) -> [UInt8] { [0x50 | UInt8(text.utf8.count)] + Array(text.utf8) }
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> ((size - 1 - $0) * 8)) }
    }
    let objects =
      [[0xD3, 1, 2, 3, 4, 5, 6], ascii("fine"), ascii("broken"), ascii("pad"), ascii("text"), broken] + [
        [0x4F, 0x12] + number(300_000, 4) + [UInt8](repeating: 1, count: 300_000)
      ]
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    bytes += offsets.flatMap { number($0, 4) } + [0, 0, 0, 0, 0, 0, 4, 1]
    return bytes + number(objects.count, 8) + number(0, 8) + number(table, 8)
  }

  private func app(_ bytes: [UInt8]) throws -> BundleGraph {
    try .fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app"]),
        "Contents/Resources/long.plist": .file(bytes),
      ])
  }

  private static let read = "local list = bundles.read(bundle, 'Contents/Resources/long.plist')\n"
  private static let error =
    "plist.malformed App.app/Contents/Resources/long.plist:"
    + " byte 36: 0x70 begins no object of a property list"

  private func rule(_ body: String, _ id: String) -> String { CheckClauseTests.rule(Self.read + body, id) }

  private func withoutHints(_ lines: [String]) -> [String] { lines.map { $0.components(before: " [") } }

  @Test func aRuleThatComesUponADefectIsAnError() throws {
    let run = try PolicyRun(
      rule("report:at(list, 'fine', 'kept'); if list.broken == 'x' then report('x') end", "touches")
        + rule("pcall(function() return plist.type(list.broken) end)", "hides")
        + rule("if list.fine ~= 'text' then report('not text') end", "elsewhere")
        + rule("if list.broken == 'x' then report('x') end", "touches-again")
        + rule("for key, value in pairs(list) do end", "walks") + rule("assert(#plist.diagnostics(list) == 0)", "asks"))
    let report = try run.report(try app(Self.list()))
    #expect(
      withoutHints(run.lines(report)) == ["Contents/Resources/long.plist /fine = text: kept"]
        + [String](repeating: Self.error, count: 5))
    let statuses = report.bundles[0].rules.map { "\($0.id) \($0.status.rawValue)" }
    #expect(
      statuses == [
        "test/touches error", "test/hides error", "test/elsewhere pass", "test/touches-again error", "test/walks error",
        "test/asks error",
      ])
    #expect(
      report.bundles[0].errors.map(\.rule)
        == ["touches", "hides", "touches-again", "walks", "asks"].map { "test/\($0)" })
    #expect(report.verdict == .error && report.bundles[0].verdict == .error)
  }

  /// Whoever explains looks at no more than the rule does.
  @Test func explainingComesUponNothingElse() throws {
    let run = try PolicyRun(
      rule("local pad = list.pad", "pads") + rule("if list.broken == 'x' then report('x') end", "touches")
        + rule("for key, value in pairs(list) do break end", "begins") + rule("local count = #list", "counts")
        + rule("report:at(list, 'fine', 'kept')", "reports") + rule("local _ = list.none", "misses"))
    let plain = try run.report(try app(Self.list()))
    var explained = try run.explained(try app(Self.list()))
    #expect(
      explained.bundles[0].rules[0].explanations?.first?.reads.last?.text.hasSuffix("long.plist /pad = <data>") == true)
    for number in explained.bundles[0].rules.indices { explained.bundles[0].rules[number].explanations = nil }
    #expect(explained.bundles == plain.bundles && plain.bundles[0].errors.count == 2)
  }

  @Test func applicabilityCountsToo() throws {
    let condition = "when = function(bundle)\n\(Self.read)return list.broken == 'x'\nend"
    let run = try PolicyRun("rule \"r\" { summary = \"s\", applies = { \(condition) }, require = \"K\" }")
    let report = try run.report(try app(Self.list()))
    #expect(withoutHints(run.lines(report)) == [Self.error] && report.verdict == .error)
  }

  @Test func goodListsCostTheSameWhateverCameBefore() throws {
    let walk = rule("for key, value in pairs(list) do local _ = #tostring(value) end", "walk")
    let look = rule("assert(list.fine == 'text' and list.broken == true and list.pad.length == 300000)", "look")
    let graph = try app(Self.list(broken: [0x09]))
    let both = try PolicyRun(walk + look).report(graph)
    let alone = try PolicyRun(look).report(graph)
    #expect(both.verdict == .pass && alone.verdict == .pass)
    #expect(both.bundles[0].rules[1].fuel == alone.bundles[0].rules[0].fuel)
    #expect(alone.bundles[0].rules[0].fuel > 300_000 / 16)
  }
}

extension String {
  /// What stands before the first occurrence of a text.
  fileprivate func components(before text: String) -> String {
    guard let found = firstRange(of: text) else { return self }
    return String(self[..<found.lowerBound])
  }

  private func firstRange(of text: String) -> Range<Index>? {
    indices.lazy.filter { self[$0...].hasPrefix(text) }.first.map { $0..<self.index(after: $0) }
  }
}
