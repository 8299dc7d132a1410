import Bundles
import Measures
import PolicyTestSupport
import PropertyLists
import Testing

@Suite struct MeasureReaderTests {
  private static let info = Array(
    "<plist><dict><key>CFBundleIdentifier</key><string>com.x.app</string><key>CFBundlePackageType</key><string>APPL</string></dict></plist>"
      .utf8)
  private static let code: [UInt8] = [0xCF, 0xFA, 0xED, 0xFE] + [UInt8](repeating: 0, count: 96)

  private static let nodes: [String: MemoryStorage.Node] = [
    "Info.plist": .file(info), "App": .file(code), "big.dat": .zeros(5_000), "link": .link("big.dat"),
    "en.lproj/a.strings": .text("\"a\" = \"b\";"), "Frameworks/Kit.framework/Info.plist": .file(info),
    "Frameworks/Kit.framework/Kit": .file(code), "Frameworks/lib.a": .text("!<arch>\nxxxx"),
  ]

  private static func values(_ graph: BundleGraph, _ bundle: Int = 0) throws -> [String: Int64] {
    let reader = MeasureReader()
    var fuel: UInt64 = 0
    var values: [String: Int64] = [:]
    for measure in BuiltInMeasure.allCases {
      values[measure.rawValue] = try reader.value(
        of: measure.rawValue, for: graph.bundles[bundle], in: graph, fuel: &fuel)?.number
    }
    return values
  }

  @Test func filesOfNestedBundlesCount() throws {
    let graph = try BundleGraph.open(storage: MemoryStorage(Self.nodes), name: "App.app")
    let info = Int64(Self.info.count)
    #expect(graph.bundles.map(\.path) == ["", "Frameworks/Kit.framework"])
    #expect(
      try Self.values(graph) == [
        "install-size": 2 * info + 200 + 5_000 + 10 + 12, "largest-file": 5_000, "code-size": 212,
        "resources-size": 2 * info + 5_010, "localizations": 1,
      ])
    #expect(
      try Self.values(graph, 1) == [
        "install-size": info + 100, "largest-file": max(info, 100), "code-size": 100, "resources-size": info,
        "localizations": 0,
      ])
  }

  @Test func theLargestFileIsNamedInItsBundle() throws {
    let graph = try BundleGraph.open(storage: MemoryStorage(Self.nodes), name: "App.app")
    var fuel: UInt64 = 0
    let reader = MeasureReader()
    #expect(try reader.value(of: "largest-file", for: graph.outer, in: graph, fuel: &fuel)?.file == "big.dat")
    #expect(
      try reader.value(of: "largest-file", for: graph.bundles[1], in: graph, fuel: &fuel)?.file == "Info.plist")
  }

  @Test func anAskedMeasureCostsTheSameAgain() throws {
    let graph = try BundleGraph.open(storage: MemoryStorage(Self.nodes), name: "App.app")
    let reader = MeasureReader()
    var (first, second): (UInt64, UInt64) = (0, 0)
    _ = try reader.value(of: "code-size", for: graph.outer, in: graph, fuel: &first)
    _ = try reader.value(of: "code-size", for: graph.outer, in: graph, fuel: &second)
    #expect(first == second && first > 0)
  }

  @Test func impossibleSizesDoNotOverflow() throws {
    let graph = try BundleGraph.open(
      storage: MemoryStorage(["Info.plist": .file(Self.info), "a": .zeros(.max), "b": .zeros(.max)]), name: "App.app")
    #expect(try Self.values(graph)["install-size"] == .max)
  }

  @Test func aBarePropertyListHasNoFiles() throws {
    let list = try PropertyList.parse(Self.info, file: "Info.plist")
    let graph = BundleGraph.propertyList(list, name: "Info.plist", displayPath: "Info.plist", storage: nil)
    #expect(try Self.values(graph).isEmpty)
  }
}
