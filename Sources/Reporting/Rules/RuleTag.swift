/// Words that rules are tagged with, as pages name and order them.
enum RuleTag {
  /// The anchor of a tag's heading: letters, digits, `-` and `.` stand for themselves, so that two tags never share one.
  static func anchor(_ tag: String) -> String {
    tag.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: String(decoding: [byte], as: UTF8.self)
      default: "_" + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }

  /// By bytes, but that numbers go by value: S2 stands before S10.
  static func precedes(_ left: String, _ right: String) -> Bool {
    let (lefts, rights) = (parts(left), parts(right))
    for (left, right) in zip(lefts, rights) where left != right {
      if isNumber(left), isNumber(right), left.count != right.count { return left.count < right.count }
      return left.lexicographicallyPrecedes(right)
    }
    return lefts.count == rights.count ? left.utf8.lexicographicallyPrecedes(right.utf8) : lefts.count < rights.count
  }

  private static func isNumber(_ part: [UInt8]) -> Bool { part.first.map { (0x30...0x39).contains($0) } ?? false }

  /// Runs of digits, without leading zeros, and what stands between them.
  private static func parts(_ text: String) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    for byte in text.utf8 {
      let isDigit = (0x30...0x39).contains(byte)
      if let last = parts.last, isNumber(last) == isDigit {
        if last == [0x30] { parts[parts.count - 1] = [byte] } else { parts[parts.count - 1].append(byte) }
      } else {
        parts.append([byte])
      }
    }
    return parts
  }
}
