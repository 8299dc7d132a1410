internal import Basics

/// The names, modes and digests of a pack's files, as text. Its own SHA-256 is the pack's.
///
///     bundlepolicy-pack 1
///     100644 4b2f… 812 ios.lua
struct PackInventory: Equatable {
  struct Entry: Equatable {
    let path: String
    let isExecutable: Bool
    let size: Int
    /// 64 hexadecimal digits.
    let digest: String
  }

  private static let head = "bundlepolicy-pack 1"
  /// The largest text: what the most files with the longest names come to.
  static let limit = 8 << 20

  let entries: [Entry]

  /// `entries` are sorted by the bytes of their paths, none of which has a line break in it.
  init(_ entries: [Entry]) { self.entries = entries }

  var text: String {
    Self.head + "\n"
      + entries.map { "\($0.isExecutable ? "100755" : "100644") \($0.digest) \($0.size) \($0.path)\n" }.joined()
  }

  /// `sha256:` and 64 hexadecimal digits.
  var digest: String { "sha256:" + SHA256Digest(of: Array(text.utf8)).hexadecimal }

  /// Reads a text; nil when it is none.
  init?(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.popLast()?.isEmpty ?? false, let head = lines.first, head.elementsEqual(Self.head.utf8) else {
      return nil
    }
    var entries: [Entry] = []
    for line in lines.dropFirst() {
      let words = line.split(separator: 0x20, maxSplits: 3, omittingEmptySubsequences: false)
      guard words.count == 4, let path = String(validating: words[3], as: UTF8.self),
        let size = Int(String(decoding: words[2], as: UTF8.self)), size >= 0,
        let mode = ["100644", "100755"].firstIndex(of: String(decoding: words[0], as: UTF8.self)),
        PackPath.problem(in: path) == nil
      else { return nil }
      entries.append(
        Entry(path: path, isExecutable: mode == 1, size: size, digest: String(decoding: words[1], as: UTF8.self)))
    }
    self.entries = entries
    // One text for one inventory.
    if Array(text.utf8) != bytes { return nil }
  }
}
