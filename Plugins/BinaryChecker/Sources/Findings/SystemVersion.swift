/// The version of a system: one to three numbers, missing ones 0.
struct SystemVersion: Comparable {
  private let numbers: [UInt32]

  /// Nil for what is no version: other than digits and dots, more than three numbers, a number above 2^32 - 1.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return nil }
    var numbers: [UInt32] = []
    for part in parts {
      guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt32(part) else { return nil }
      numbers.append(number)
    }
    self.numbers = numbers + [UInt32](repeating: 0, count: 3 - numbers.count)
  }

  static func < (left: SystemVersion, right: SystemVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}
