@testable import PolicyConsole
import Bundles
import PolicyTestSupport
import Testing

/// The limits of an answer of `inspect`.
@Suite struct FactReaderTests {
  private static func graph() throws -> BundleGraph {
    try BundleGraph.open(
      storage: MemoryStorage([
        "Contents/Info.plist": .text("<plist><dict/></plist>"),
        "Contents/a.txt": .text(String(repeating: "a", count: 100)),
      ]), name: "A.app")
  }

  /// All fields of an answer share one budget. When it is used up, the remaining fields say so, and the next answer starts over.
  @Test func budget() throws {
    let whole = try FactReader(Self.graph()).facts(ofFile: "Contents/a.txt")
    #expect(whole.problems.isEmpty && whole.child("size") != nil && whole.child("sha256") != nil)
    let reader = try FactReader(Self.graph(), fuel: 2_000)
    for _ in 0..<2 {
      let part = try reader.facts(ofFile: "Contents/a.txt")
      #expect(part.problems.count == 1 && part.problems[0].hasPrefix("reading all of this takes more work"))
      #expect(Set(whole.names).isSubset(of: part.names))
    }
    let one = try reader.facts(ofFile: "Contents/a.txt", field: "size")
    guard case .integer(100) = one else {
      Issue.record("\(one)")
      return
    }
  }
}
