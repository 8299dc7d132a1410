import BuildRecords
import ReleaseLedger
import ReportTestSupport
import Testing
@testable import LedgerViews
@testable import Presentation

/// The ledger for people.
@Suite struct LedgerTextTests {
  private static let text = LedgerText(isColored: false)

  @Test func oneAlignedLineForEachBuildNewestFirst() {
    let share = BuildEntry.sample(identifier: "com.x.app.share", path: "PlugIns/S.appex", verdict: .fail)
    let other = BuildEntry.sample(
      product: "é", platform: nil, shortVersion: nil, build: "7", labels: [.init(name: "commit", value: "c0ffee")])
    #expect(
      Self.text.log([.sample(9, share), .sample(120, other), .sample(8)], total: 345) == """
         row  recorded (UTC)       check  bundle             platform  version      contents      labels
        #120  2026-01-02 03:04:05  pass   é                  -         none (7)     abababababab  commit=c0ffee
          #9  2026-01-02 03:04:05  fail   + com.x.app.share  macos     1.2.3 (456)  abababababab
          #8  2026-01-02 03:04:05  pass   com.x.app          macos     1.2.3 (456)  abababababab

        3 of 345 builds, last recorded first
        + marks a nested bundle, recorded with its product

        """)
  }

  @Test(
    arguments: [
      (0, nil, "no builds"), (0, 0, "no builds"), (0, 5, "0 of 5 builds, last recorded first"), (1, 1, "1 build"),
      (2, 2, "2 builds"), (2, nil, "2 builds, last recorded first"), (1, nil, "1 build, last recorded first"),
      (2, 9, "2 of 9 builds, last recorded first"),
    ] as [(Int, Int?, String)])
  func theLastLineSaysHowMany(shown: Int, total: Int?, line: String) {
    let text = Self.text.log((0..<shown).map { .sample(Int64($0 + 1)) }, total: total)
    #expect(text.split(separator: "\n").last.map(String.init) == line)
    #expect(text.contains("recorded (UTC)") == (shown > 0))
  }

  @Test(
    arguments: [
      "com." + String(repeating: "long.", count: 10_000) + "end", String(repeating: "\u{202E}\n", count: 5000),
      "e" + String(repeating: "\u{301}", count: 10_000), String(repeating: "漢", count: 1000), "\u{1B}[2J\0",
      "",
    ])
  func columnsSurviveAnything(_ hostile: String) throws {
    let label = BuildEntry.Label(name: hostile, value: hostile)
    let entry = BuildEntry.sample(
      product: hostile, platform: hostile, path: "p", shortVersion: hostile, build: hostile,
      labels: [BuildEntry.Label](repeating: label, count: 9))
    let text = Self.text.log([.sample(1, entry), .sample(2)], total: nil)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.count == 7 && lines[1...2].allSatisfy { $0.contains("  abababababab") }, "\(lines)")
    let places = lines[1...2].compactMap { line in
      line.firstRange(of: "  abababababab").map { ColumnText.width(String(line[..<$0.lowerBound])) }
    }
    #expect(Set(places).count == 1, "\(lines)")
    #expect(text.utf8.count < 12_000)
    #expect(Set(text.unicodeScalars).allSatisfy { $0 == "\n" || TerminalText.escape(String($0)) == String($0) })
    #expect(
      Self.text.show(.sample(1, entry)).unicodeScalars.allSatisfy { $0 != "\u{1B}" && $0 != "\u{202E}" && $0 != "\0" })
  }

  @Test func everythingOfOneBuild() {
    let entry = BuildEntry.sample(
      path: "Contents/PlugIns/S.appex", shortVersion: "", build: nil, verdict: .fail,
      policies: [
        .init(id: "house", version: "2.1", digest: "sha256:11"), .init(id: "loose", version: nil, digest: "sha256:22"),
      ], waivers: [.init(rule: "house/icons", because: "later", owner: "jo", expires: "2026-12-31")],
      labels: [.init(name: "commit", value: "c0ffee"), .init(name: "pipeline", value: "")], entitlements: [0xFF])
    let text = Self.text.show(.sample(3, entry))
    #expect(
      text == """
        #3  com.x.app  "" (none)  fail
          recorded        2026-01-02 03:04:05.678 UTC
          tool            bundlepolicy 1.0
          product         com.x.app
          identifier      com.x.app
          platform        macos
          kind            extension
          name            App
          path            Contents/PlugIns/S.appex
          short version   ""
          build           (none)
          contents        sha256:\(String(repeating: "ab", count: 32))
          policies        2, in the order loaded
            house 2.1
              digest      sha256:11
            loose
              digest      sha256:22
          waivers         1
            house/icons
              because     later
              owner       jo
              last day    2026-12-31
          labels          2
            commit = c0ffee
            pipeline = ""
          info            dictionary, 1 key
            CFBundleName = "App"
          entitlements    cannot be read: 1 byte, but not a readable property list: \(Self.reason(text))
          previous hash   sha256:\(String(repeating: "02", count: 32))
          hash            sha256:\(String(repeating: "03", count: 32))

        """)
    #expect(Self.reason(text).hasPrefix("entitlements:"))
  }

  private static let withdrawn = RecordedBuild.sample(1).with(
    [
      .sample(7, .sample().about(1, .shipped, labels: [.init(name: "store", value: "app")])),
      .sample(9, .sample().about(1, .freed, because: "crashes\u{1B}")),
    ])

  @Test func whatLaterRowsSayStandsBelow() {
    var behind = RecordedBuild.sample(2, .sample(labels: [.init(name: "a", value: "1")]))
    behind.isClockBehind = true
    #expect(
      Self.text.log([behind, Self.withdrawn], total: 2) == """
        row  recorded (UTC)       check            bundle     platform  version      contents      labels
         #2  2026-01-02 03:04:05  pass             com.x.app  macos     1.2.3 (456)  abababababab  a=1
             the recorder's clock was behind the time of the row before
         #1  2026-01-02 03:04:05  pass, withdrawn  com.x.app  macos     1.2.3 (456)  abababababab  store=app
             withdrawn 2026-01-02 03:04:05, row #9: crashes\\u{1b} (its number is free)
             shipped 2026-01-02 03:04:05, row #7

        2 builds

        """)
    let text = Self.text.show(Self.withdrawn)
    #expect(text.contains("  shipped         2026-01-02 03:04:05 UTC, row #7\n"))
    #expect(text.contains("  withdrawn       2026-01-02 03:04:05 UTC, row #9; its number is free\n"))
    #expect(text.contains("  because         crashes\\u{1b}\n") && text.contains("    store = app\n"))
    let row = Self.text.show(Self.withdrawn.marks[1])
    #expect(row.hasPrefix("#9  com.x.app  1.2.3 (456)  pass\n  withdraws       row #1, and frees its number\n"))
    #expect(!row.contains("info") && !row.contains("policies"))
  }

  private static let waiver = BuildEntry.Waiver(rule: "a/b", because: "later", owner: "jo", expires: "2026-12-31")
  private static let baselined = BuildEntry.Waiver(
    rule: "a/c", because: "3 findings that a baseline lets be", owner: "", expires: "")

  @Test(
    arguments: [
      (0, 0, nil), (1, 0, "1 waiver"), (2, 0, "2 waivers"), (0, 1, "1 baselined"), (1, 2, "1 waiver, 2 baselined"),
      (1200, 3400, "1,200 waivers, 3,400 baselined"),
    ] as [(Int, Int, String?)])
  func whatWasLetBeStandsBehindTheVerdict(waivers: Int, baselined: Int, shown: String?) {
    let all =
      [BuildEntry.Waiver](repeating: Self.baselined, count: baselined)
      + [BuildEntry.Waiver](repeating: Self.waiver, count: waivers)
    let entry = BuildEntry.sample(waivers: all)
    #expect(entry.exceptionsText == shown)
    let check = (shown.map { "pass, " + $0 } ?? "pass ")
    #expect(Self.text.log([.sample(1, entry)], total: nil).contains("  \(check)  com.x.app"))
  }

  @Test func whatABaselineLetBeHasNoOwner() {
    let entry = BuildEntry.sample(waivers: [Self.waiver, Self.baselined])
    #expect(
      Self.text.show(.sample(3, entry)).contains(
        """
          waivers         1
            a/b
              because     later
              owner       jo
              last day    2026-12-31
          baselined       1 rule
            a/c
              because     3 findings that a baseline lets be
          labels          (none)
        """))
    let baselinedOnly = Self.text.show(.sample(3, .sample(waivers: [Self.baselined])))
    #expect(baselinedOnly.contains("  waivers         (none)\n  baselined       1 rule\n"))
    // With either of the two somebody answers for it.
    for (owner, expires) in [("jo", ""), ("", "2026-12-31")] {
      let waiver = BuildEntry.Waiver(rule: "a/b", because: "x", owner: owner, expires: expires)
      #expect(BuildEntry.sample(waivers: [waiver]).exceptionsText == "1 waiver")
    }
  }

  /// The message of the property list reader, which is not tested here.
  private static func reason(_ text: String) -> String {
    let line = text.split(separator: "\n").first { $0.contains("cannot be read") } ?? ""
    return line.firstRange(of: "property list: ").map { String(line[$0.upperBound...]) } ?? ""
  }

  @Test func whatIsMissingIsSaid() {
    let lines = Self.text.show(.sample(1, .sample(platform: nil, shortVersion: nil, build: nil)))
      .split(separator: "\n").map(String.init)
    #expect(lines.first == "#1  com.x.app  none  pass")
    for line in [
      "  platform        (none)", "  path            (the product itself)", "  short version   (none)",
      "  policies        (none)", "  waivers         (none)", "  labels          (none)", "  entitlements    (none)",
    ] { #expect(lines.contains(line), "\(line)") }
  }

  @Test func colors() {
    let text = LedgerText(isColored: true).log([.sample(1), .sample(2, .sample(verdict: .fail))], total: nil)
    #expect(text.contains("\u{1B}[32mpass\u{1B}[0m") && text.contains("\u{1B}[1;31mfail\u{1B}[0m"))
    #expect(LedgerText(isColored: true).show(.sample(1)).contains("\u{1B}[32mpass\u{1B}[0m"))
  }
}
