import Foundation
import Testing

@testable import KeyRegistry

@Suite("Keys of real bundles")
struct RealKeysTests {
  static let packageRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let corpus = packageRoot.appendingPathComponent("../shared/corpus/bundles")
  static var hasCorpus: Bool { FileManager.default.fileExists(atPath: corpus.path) }

  private func topLevelKeys(_ file: URL) throws -> [String] {
    let value = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
    return try #require(value as? [String: Any]).keys.sorted()
  }

  /// The part of a key before its qualifiers.
  private func base(_ key: String) -> String {
    var key = key[...]
    if let tilde = key.lastIndex(of: "~") { key = key[..<tilde] }
    if !key.hasPrefix("com."), let hyphen = key.lastIndex(of: "-") { key = key[..<hyphen] }
    return String(key)
  }

  @Test("of others are all known", .enabled(if: hasCorpus, "the corpus is not here"))
  func corpusKeys() throws {
    let walk = try #require(FileManager.default.enumerator(at: Self.corpus, includingPropertiesForKeys: nil))
    var files = 0
    for case let file as URL in walk
    where file.lastPathComponent.lowercased().hasSuffix("info.plist") || file.path.hasSuffix("IOHIDLib.plist") {
      files += 1
      for key in try topLevelKeys(file) {
        #expect(KeyRegistry.contains(base(key)), "\(key) in \(file.lastPathComponent)")
      }
    }
    #expect(files >= 10)
  }

  @Test("of the examples are known, apart from the examples' own")
  func exampleKeys() throws {
    let examples = Self.packageRoot.appendingPathComponent("Examples")
    let own = Set(["com.example.APIHost", "com.example.HelloChannel"])
    for (path, unknown) in [
      ("Hello.app/Contents/Info.plist", own), ("Hello-41.app/Contents/Info.plist", own),
      ("Broken.app/Contents/Info.plist", ["APIHost", "com.example.HelloChannel"]),
      ("iOS/HelloPhone.app/Info.plist", []), ("iOS/HelloPhone.app/PlugIns/Share.appex/Info.plist", []),
      ("iOS/HelloPhone.app/Frameworks/Kit.framework/Info.plist", []), ("iOS/HelloPhone.app/PrivacyInfo.xcprivacy", []),
    ] {
      let keys = try topLevelKeys(examples.appendingPathComponent(path))
      #expect(Set(keys.filter { !KeyRegistry.contains(base($0)) }) == unknown, "\(path)")
    }
  }
}
