extension Version {
  /// The next version: the last number, or that of the stage, one higher. What a pre-release of Semantic Versioning leads to is its
  /// release. Nil when the dialect has none.
  ///
  /// In the dialect `apple` there are three numbers at most. A version within what the documents allow, 9999.99.99 with a stage up to 255
  /// (Information Property List Key Reference, `CFBundleVersion`), is followed by one within it: 1.2.99 by 1.3.0, 9999 by 9999.1, 1.0b255 by
  /// 1.0fc1. Others have at most the 18 characters that the store takes (Technical Note TN2420). The numbers of `sparkle` have 64 bits.
  package var successor: String? {
    switch form {
    case .apple(let version): return version.successor
    case .sparkle(let version):
      let numbers = version.leadingNumbers.map(\.digits)
      // What comes after the numbers makes a version an earlier one, or is passed over: without it the same numbers come later.
      let next = version.stage == nil ? Self.raised(numbers) : numbers.joined(separator: ".")
      // What its comparator reads (SUStandardVersionComparator.m).
      return next.split(separator: ".").allSatisfy { Int64($0) != nil } ? next : nil
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

extension AppleVersion {
  /// The largest numbers of the documents.
  private static let largest = [9999, 99, 99]
  private static let largestOfStage = 255
  /// Characters of a version that the store takes.
  private static let longest = 18

  fileprivate var successor: String? {
    let next = stage == nil ? nextNumbers : nextOfStage
    guard let next, next.utf8.count <= Self.longest else { return nil }
    return next
  }

  /// The numbers, if the documents allow them.
  private var small: [Int]? {
    let small = zip(numbers, Self.largest).compactMap { number, largest in
      Int(number.digits).flatMap { $0 <= largest ? $0 : nil }
    }
    return small.count == numbers.count ? small : nil
  }

  private var nextNumbers: String? {
    // Of more numbers than there are, those that count first.
    let first = numbers.prefix(Self.largest.count)
    guard var next = small else {
      return (first.dropLast().map(\.digits) + [first.last?.successor ?? "1"]).joined(separator: ".")
    }
    for position in next.indices.reversed() {
      if next[position] < Self.largest[position] {
        next[position] += 1
        return next.map(String.init).joined(separator: ".")
      }
      next[position] = 0
    }
    // All of them are the largest: there is room behind them, if there is any.
    guard numbers.count < Self.largest.count else { return nil }
    return (numbers.map(\.digits) + ["1"]).joined(separator: ".")
  }

  private var nextOfStage: String? {
    guard let stage, numbers.count <= Self.largest.count else {
      return AppleVersion(numbers.map(\.digits).joined(separator: "."))?.nextNumbers
    }
    let release = numbers.map(\.digits).joined(separator: ".")
    if let number = Int(stageNumber.digits), number < Self.largestOfStage {
      return release + stage.name + String(number + 1)
    }
    guard let later = Stage(rawValue: stage.rawValue + 1) else { return release }
    return release + later.name + "1"
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
