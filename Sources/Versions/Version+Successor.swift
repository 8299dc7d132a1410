extension Version {
  /// The next version: the last number, or that of the stage, one higher. What a pre-release of Semantic Versioning leads to is its
  /// release.
  public var successor: String {
    switch form {
    case .apple(let version):
      let numbers = version.numbers.map(\.digits)
      guard let stage = version.stage else { return Self.raised(numbers) }
      return numbers.joined(separator: ".") + stage.name + version.stageNumber.successor
    case .sparkle(let version):
      let numbers = version.leadingNumbers.map(\.digits)
      // What comes after the numbers makes a version an earlier one, or is passed over: without it the same numbers come later.
      return version.stage == nil ? Self.raised(numbers) : numbers.joined(separator: ".")
    case .semver(let version):
      let numbers = version.core.map(\.digits)
      return version.prerelease.isEmpty ? Self.raised(numbers) : numbers.joined(separator: ".")
    }
  }

  private static func raised(_ numbers: [String]) -> String {
    let last = numbers.last.flatMap { DecimalNumber($0) } ?? .zero
    return (numbers.dropLast() + [last.successor]).joined(separator: ".")
  }
}

extension DecimalNumber {
  /// The digits of the number that is one higher.
  fileprivate var successor: String {
    var digits = Array(digits.utf8)
    var position = digits.count
    while position > 0 {
      position -= 1
      if digits[position] < UInt8(ascii: "9") {
        digits[position] += 1
        return String(decoding: digits, as: UTF8.self)
      }
      digits[position] = UInt8(ascii: "0")
    }
    return "1" + String(decoding: digits, as: UTF8.self)
  }
}
