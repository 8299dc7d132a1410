import BuildRecords
import Testing
import Bundles

@testable import ReleaseLedger

@Suite struct RowLimitTests {
  private static let texts: [(name: String, limit: Int, set: @Sendable (inout BuildEntry, String) -> Void)] = [
    ("product", 1_000, { $0.product = $1 }), ("identifier", 1_000, { $0.identifier = $1 }),
    ("kind", 1_000, { $0.kind = $1 }), ("name", 1_000, { $0.name = $1 }), ("path", 4_096, { $0.path = $1 }),
    ("shortVersion", 1_000, { $0.shortVersion = $1 }), ("build", 1_000, { $0.build = $1 }),
    ("tool", 4_096, { $0.tool = $1 }),
  ]

  @Test(arguments: LedgerPlace.all)
  func textsAreAsLongAsTheyMayBe(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    for (number, field) in Self.texts.enumerated() {
      // Of letters, of two bytes each: bytes are counted.
      for character in ["x", "é"] {
        var entry = BuildEntry.sample("com.example.\(field.name)", contents: "\(number) \(character)", verdict: .fail)
        field.set(&entry, String(repeating: character, count: field.limit / character.utf8.count))
        #expect(try test.record([entry]).first?.isNew == true, "\(field.name)")
        field.set(&entry, String(repeating: character, count: field.limit / character.utf8.count) + "x")
        #expect(code { try test.record([entry]) } == .refused, "\(field.name)")
      }
      var entry = BuildEntry.sample(contents: "NUL")
      field.set(&entry, "a\u{0}b")
      let error = failure { try test.record([entry]) }
      #expect(error?.code == .refused && error?.message.contains("U+0000") == true, "\(field.name)")
    }
    #expect(try test.rows().count == Self.texts.count * 2)
    #expect(try test.ledger.complaints() == [])
  }

  /// By their names: a test that fails writes its arguments out.
  private static let unfit: [String: @Sendable (inout BuildEntry) -> Void] = [
    "no identifier": { $0.identifier = "" }, "no product": { $0.product = "" },
    "unknown platform": { $0.platform = "amiga" }, "platform in capitals": { $0.platform = "macOS" },
    "empty platform": { $0.platform = "" }, "NUL in the platform": { $0.platform = "macos\u{0}" },
    "a label twice": { $0.labels = [.init(name: "a", value: "1"), .init(name: "a", value: "2")] },
    // To Swift and to the reader of JSON these are one name.
    "a label twice, spelled differently": {
      $0.labels = [.init(name: "\u{E9}", value: "1"), .init(name: "e\u{301}", value: "2")]
    },
    "long labels": { $0.labels = [.init(name: "a", value: String(repeating: "x", count: 1 << 20))] },
    "long waivers": {
      $0.waivers = [.init(rule: "", because: String(repeating: "x", count: 1 << 20), owner: "", expires: "")]
    },
    "long policies": { $0.policies = [.init(id: String(repeating: "x", count: 1 << 20), version: nil, digest: "")] },
    "a large property list": { $0.info = [UInt8](repeating: 0, count: 16 << 20 + 1) },
    "large entitlements": { $0.entitlements = [UInt8](repeating: 0, count: 16 << 20 + 1) },
  ]

  @Test(arguments: unfit.keys.sorted())
  func isNotRecorded(_ name: String) throws {
    let entry = BuildEntry.sample().with(try #require(Self.unfit[name]))
    let test = try TestLedger(.file)
    #expect(code { try test.record([entry]) } == .refused)
    #expect(try test.rows() == [])
    // Builds that are refused do not affect others.
    try test.record([.sample()])
    #expect(try test.ledger.complaints() == [])
  }

  @Test(arguments: LedgerPlace.all)
  func theLargestRowIsRecorded(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    let large = BuildEntry.sample().with {
      $0.info = [UInt8](repeating: 1, count: 16 << 20)
      $0.entitlements = [UInt8](repeating: 2, count: 16 << 20)
    }
    try test.recordEach([large, .sample(build: "2")])
    #expect(try test.rows().first?.entry == large)
    #expect(try test.ledger.complaints() == [])
  }

  @Test(arguments: LedgerPlace.all)
  func longVersions(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    let texts = [
      "1" + String(repeating: ".1", count: 270), String(repeating: "9", count: 1_000),
      "1.0.0-" + String(repeating: "1.", count: 270) + "1", "1.0.0-" + String(repeating: "a", count: 990),
      String(repeating: "1a", count: 500),
    ]
    for text in texts { #expect(try test.record([.sample(build: text)]).first?.isNew == true) }
    #expect(try test.ledger.complaints() == [])
  }
}
