import Testing

@testable import KeyRegistry

@Suite("The generated table")
struct KeyTableTests {
  @Test("is large enough to know a current app")
  func count() {
    #expect(KeyRegistry.count >= 580)
    #expect(KeyRegistry.allKeys.count == KeyRegistry.count)
  }

  @Test("is sorted by bytes, without duplicates")
  func sorted() {
    let keys = KeyRegistry.allKeys
    for (first, second) in zip(keys, keys.dropFirst()) {
      #expect(first.utf8.lexicographicallyPrecedes(second.utf8), "\(first) before \(second)")
    }
  }

  @Test("finds each of its keys, and only those")
  func everyKey() throws {
    for key in KeyRegistry.allKeys {
      #expect(KeyRegistry.contains(key))
      let entry = try #require(KeyRegistry.entry(for: key), "\(key) has a malformed record")
      #expect(entry.name == key)
      #expect(KeyRegistry.type(of: key) == entry.type)
      #expect(!entry.summary.isEmpty)
      #expect(!entry.source.isEmpty)
      #expect(!entry.availability.isEmpty, "\(key) has no platform")
      #expect(!KeyRegistry.contains(key + "x"))
      #expect(!KeyRegistry.contains(String(key.dropLast()) + "\u{7F}"))
    }
  }

  @Test(
    "does not find strings that are not keys",
    arguments: ["", "A", "zzz", "CFBundle", "CFBundleVersion|", "\n", "cfbundleversion"])
  func unknown(key: String) {
    #expect(!KeyRegistry.contains(key))
    #expect(KeyRegistry.entry(for: key) == nil)
    #expect(KeyRegistry.type(of: key) == nil)
  }

  @Test("looks up raw bytes that are not UTF-8")
  func bytes() {
    let invalid: [UInt8] = [0xFF, 0xFE, 0x00]
    invalid.withUnsafeBufferPointer { #expect(!KeyRegistry.contains($0)) }
    Array("NSPrincipalClass".utf8).withUnsafeBufferPointer { #expect(KeyRegistry.contains($0)) }
    [UInt8]().withUnsafeBufferPointer { #expect(!KeyRegistry.contains($0)) }
  }

  @Test("names only successors that exist")
  func successors() throws {
    for key in KeyRegistry.allKeys {
      guard let successor = KeyRegistry.entry(for: key)?.successor else { continue }
      #expect(
        KeyRegistry.contains(successor) || !KeyRegistry.parents(ofNested: successor).isEmpty, "\(key) → \(successor)")
    }
  }

  @Test("lists the keys under a prefix")
  func prefix() {
    #expect(
      KeyRegistry.keys(withPrefix: "CFPlugIn") == [
        "CFPlugInDynamicRegisterFunction", "CFPlugInDynamicRegistration", "CFPlugInDynamicRegistrationFunction",
        "CFPlugInFactories", "CFPlugInTypes", "CFPlugInUnloadFunction",
      ])
    #expect(KeyRegistry.keys(withPrefix: "").count == KeyRegistry.count)
    #expect(KeyRegistry.keys(withPrefix: "cfplug").isEmpty)
    #expect(KeyRegistry.keys(withPrefix: "zz").isEmpty)
    #expect(KeyRegistry.keys(withPrefix: "tsInputMethodPaletteIconFileKey") == ["tsInputMethodPaletteIconFileKey"])
  }
}
