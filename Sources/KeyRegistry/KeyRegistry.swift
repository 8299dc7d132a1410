import Basics

/// The Info.plist keys that Apple's platforms define.
///
/// The facts are in `Policies/apple/keys/*.lua`; the build turns them into constant data, so the registry costs nothing until it is used.
/// Keys are compared by their exact bytes. Qualified variants such as `UISupportedInterfaceOrientations~ipad` are not separate keys: look
/// up the part before the qualifier.
package enum KeyRegistry {
  package static var count: Int { KeyTable().count }

  package static var allKeys: [String] {
    let table = KeyTable()
    return (0..<table.count).map(table.key)
  }

  /// Whether a platform defines the key with these UTF-8 bytes. Does not allocate; O(log n).
  package static func contains(_ key: UnsafeBufferPointer<UInt8>) -> Bool { KeyTable().index(of: key) != nil }

  /// Whether a platform defines the key. O(log n).
  package static func contains(_ key: String) -> Bool { index(of: key) != nil }

  /// Returns the type of a key's value without parsing the whole entry, or nil if no platform defines the key. O(log n).
  package static func type(of key: UnsafeBufferPointer<UInt8>) -> KeyType? {
    let table = KeyTable()
    guard let index = table.index(of: key) else { return nil }
    return KeyType(rawValue: String(decoding: table.fieldBytes(index, 1), as: UTF8.self))
  }

  package static func type(of key: String) -> KeyType? {
    var key = key
    return key.withUTF8 { type(of: $0) }
  }

  package static func schema(of key: String) -> KeySchema? {
    guard let index = index(of: key), let type = type(of: key) else { return nil }
    let notation = KeyTable().fieldBytes(index, 7)
    return notation.isEmpty ? KeySchema(type: type) : KeySchema(notation: Substring(decoding: notation, as: UTF8.self))
  }

  /// Whether there is a key to use instead of this one, without parsing the whole entry.
  package static func hasSuccessor(_ key: String) -> Bool {
    index(of: key).map { !KeyTable().fieldBytes($0, 5).isEmpty } ?? false
  }

  package static func entry(for key: String) -> KeyEntry? {
    guard let index = index(of: key) else { return nil }
    return KeyEntry(record: KeyTable().record(index)[...], sources: KeyTable.source)
  }

  /// The keys that start with a prefix, sorted by bytes; case-sensitive.
  package static func keys(withPrefix prefix: String) -> [String] {
    var prefix = prefix
    let table = KeyTable()
    return prefix.withUTF8 { table.indices(withPrefix: $0).map(table.key) }
  }

  /// Returns the known key that an unknown one is most likely a misspelling of, or nil if none is close.
  ///
  /// Close means equal apart from case, or at most two insertions, deletions, replacements or exchanges of adjacent characters away (one
  /// for keys of fewer than eight characters). Of equally close keys the first by bytes is returned. A known key is its own nearest.
  package static func nearest(to key: String) -> String? {
    var steps: UInt64 = 0
    return nearest(to: key, steps: &steps)
  }

  /// Like `nearest(to:)`; adds the work to `steps`, about 10 ns each.
  package static func nearest(to key: String, steps: inout UInt64) -> String? {
    if contains(key) { return key }
    var search = SpellingCorrector(word: key)
    let table = KeyTable()
    // The letters rule out most words, in 2 ns each; comparing two words takes a step for each pair of letters.
    steps += UInt64(letters.count) / 4
    let length = UInt64(min(key.utf8.count, 128))
    for (index, letters) in letters.enumerated() where search.mayBeNear(letters) {
      steps += 20 + length * length / 4
      search.consider(table.keyBytes(index), at: index)
    }
    return search.best.map(table.key)
  }

  /// Whether `nearest(to:)` might return a key that has the same two letters at its start, in any case and order: typos are rarely there.
  /// Checks only those keys.
  package static func hasNearKey(withTheStartOf key: String) -> Bool {
    var search = SpellingCorrector(word: key)
    let table = KeyTable()
    let start = Array(key.utf8.prefix(2))
    guard start.count == 2 else { return true }
    func cases(_ byte: UInt8) -> [UInt8] {
      (0x41...0x5A).contains(byte & 0xDF) ? [byte & 0xDF, byte | 0x20] : [byte]
    }
    for (first, second) in [(start[0], start[1]), (start[1], start[0])] {
      for prefix in cases(first).flatMap({ first in cases(second).map { [first, $0] } }) {
        for index in prefix.withUnsafeBufferPointer({ table.indices(withPrefix: $0) }) {
          search.consider(table.keyBytes(index), at: index)
        }
      }
    }
    return search.best != nil
  }

  /// Cached for all keys, in order, because a linter looks up thousands of misspelled ones.
  private static let letters: [SpellingCorrector.Letters] = {
    let table = KeyTable()
    return (0..<table.count).map { SpellingCorrector.Letters(table.keyBytes($0)) }
  }()

  /// The top-level keys whose values have a field with this name, sorted: `CFBundleTypeRole` → `CFBundleDocumentTypes`, `CFBundleURLTypes`.
  /// For messages about a key that is one level too high.
  package static func parents(ofNested name: String) -> [String] { parentsOfFields[name] ?? [] }

  /// Top-level keys by the names of the fields in their values, built for the first unknown key.
  private static let parentsOfFields: [String: [String]] = {
    var parents: [String: [String]] = [:]
    for key in allKeys {
      for field in schema(of: key)?.allFields ?? [] where parents[field.name]?.last != key {
        parents[field.name, default: []].append(key)
      }
    }
    return parents
  }()

  private static func index(of key: String) -> Int? {
    var key = key
    return key.withUTF8 { KeyTable().index(of: $0) }
  }
}

extension KeyRegistry {
  /// Returns Apple's prefix that a key starts with, such as `NS` in `NSFooUsageDescription`, or nil.
  ///
  /// The key only *looks like* one of Apple's: an unknown key with such a prefix is still unknown, and more likely a misspelling or a new
  /// key than a custom one.
  package static func applePrefix(of key: String) -> String? {
    applePrefixes.first { prefix in
      guard key.hasPrefix(prefix) else { return false }
      // A word must start after the prefix: `UIColor` has Apple's form, `UIVERSION` and `ATLAS` do not.
      let rest = key.unicodeScalars.dropFirst(prefix.unicodeScalars.count)
      guard let first = rest.first, let second = rest.dropFirst().first else { return false }
      return first.properties.isUppercase && (second.properties.isLowercase || prefix == "NS")
    }
  }

  /// Longer prefixes first, so that the most specific one is returned. Not `SU`, because Sparkle uses it.
  private static let applePrefixes = [
    "com.apple.", "OSBundle", "NFC", "ITS", "WKW", "CLK", "HLS", "TVT", "ASW",
    "AT", "AU", "BG", "CF", "CK", "CS", "DT", "EX", "GC", "GK", "HK", "HM", "IN", "IO", "LS", "MD", "MK", "MT", "NE",
    "NS", "OS", "PH", "PK", "QL", "SB", "SF", "SK", "SM", "TK", "TV", "UI", "UN", "UT", "WK", "XC",
  ].sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
}
