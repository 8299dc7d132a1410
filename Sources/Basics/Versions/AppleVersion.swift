/// `CFBundleVersion` as Apple documents it, with any number of numbers of any size.
struct AppleVersion: VersionForm {
  /// The development stages, in order.
  static let stages = ["d", "a", "b", "fc"]

  let numbers: [DecimalNumber]
  /// The position of its stage; a release comes after all of them.
  let rank: Int
  let stageNumber: DecimalNumber

  init?(_ text: String) {
    var rest = Substring(text)
    var (rank, stageNumber) = (Self.stages.count, DecimalNumber.zero)
    if let letter = rest.firstIndex(where: { !$0.isASCII || !($0.isNumber || $0 == ".") }) {
      guard let position = Self.stages.firstIndex(where: { rest[letter...].hasPrefix($0) }),
        let number = DecimalNumber(rest[letter...].dropFirst(Self.stages[position].count))
      else { return nil }
      (rank, stageNumber, rest) = (position, number, rest[..<letter])
    }
    guard let numbers = DecimalNumber.list(rest) else { return nil }
    (self.numbers, self.rank, self.stageNumber) = (numbers, rank, stageNumber)
  }

  var stage: String? { rank < Self.stages.count ? Self.stages[rank] + stageNumber.digits : nil }

  var sortKey: [UInt8] {
    DecimalNumber.sortKey(numbers) + [UInt8(truncatingIfNeeded: rank)] + stageNumber.sortKey
  }
}

extension AppleVersion {
  private static let largest = [9999, 99, 99]
  private static let largestOfStage = 255
  /// The maximum length that the App Store accepts, in characters.
  private static let longest = 18

  var successor: String? {
    let next = stage == nil ? nextNumbers : nextStage
    return next.flatMap { $0.utf8.count <= Self.longest ? $0 : nil }
  }

  /// The numbers, if they are within the documented maximum.
  private var small: [Int]? {
    let small = zip(numbers, Self.largest).compactMap { number, largest in
      Int(number.digits).flatMap { $0 <= largest ? $0 : nil }
    }
    return small.count == numbers.count ? small : nil
  }

  private var nextNumbers: String? {
    // If there are too many numbers, the first ones are the significant ones.
    guard var next = small else { return DecimalNumber.raised(numbers.prefix(Self.largest.count)) }
    for position in next.indices.reversed() {
      if next[position] < Self.largest[position] {
        next[position] += 1
        return next.map(String.init).joined(separator: ".")
      }
      next[position] = 0
    }
    // All numbers are at their maximum: append one if there is room.
    return numbers.count < Self.largest.count ? DecimalNumber.text(numbers) + ".1" : nil
  }

  private var nextStage: String? {
    let release = DecimalNumber.text(numbers)
    guard numbers.count <= Self.largest.count else { return AppleVersion(release)?.nextNumbers }
    if let number = Int(stageNumber.digits), number < Self.largestOfStage {
      return release + Self.stages[rank] + String(number + 1)
    }
    return rank + 1 < Self.stages.count ? release + Self.stages[rank + 1] + "1" : release
  }
}
