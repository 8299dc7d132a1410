import PolicyEngine

/// Names of snapshots: safe as names of files on every system, those that ignore letter case included.
enum SnapshotName {
  /// Characters, each a byte.
  static let maximumLength = 100

  /// Lower-case letters and digits, in parts joined by `-`.
  static func isValid(_ name: String) -> Bool {
    var previousIsWord = false
    for byte in name.utf8 {
      let isWord = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
      guard isWord || (byte == UInt8(ascii: "-") && previousIsWord) else { return false }
      previousIsWord = isWord
    }
    return previousIsWord && name.utf8.count <= maximumLength
  }

  /// The words of a test's name; nil when it has none, or too many. Letters that are not ASCII are left out.
  static func made(of name: String) -> String? {
    let words = name.utf8.split { byte in
      !(0x61...0x7A).contains(byte | 0x20) && !(0x30...0x39).contains(byte)
    }
    let made = words.map { word in
      String(decoding: word.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }.joined(separator: "-")
    return isValid(made) ? made : nil
  }
}
