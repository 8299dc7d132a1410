/// `CFBundleVersion` as Apple documents it, with any number of numbers of any size.
struct AppleVersion: Hashable, Sendable {
  /// The development stages, in order; a version without one is a release and comes after them.
  enum Stage: Int, Hashable, Sendable {
    case development, alpha, beta, finalCandidate

    var name: String {
      switch self {
      case .development: "d"
      case .alpha: "a"
      case .beta: "b"
      case .finalCandidate: "fc"
      }
    }
  }

  let numbers: [DecimalNumber]
  let stage: Stage?
  let stageNumber: DecimalNumber

  init?(_ text: String) {
    var rest = Substring(text)
    var stage: Stage?
    var stageNumber = DecimalNumber.zero
    if let letter = rest.firstIndex(where: { !$0.isASCII || !($0.isNumber || $0 == ".") }) {
      for candidate in [Stage.development, .alpha, .beta, .finalCandidate]
      where rest[letter...].hasPrefix(candidate.name) {
        stage = candidate
        guard let number = DecimalNumber(rest[letter...].dropFirst(candidate.name.count)) else { return nil }
        stageNumber = number
      }
      guard stage != nil else { return nil }
      rest = rest[..<letter]
    }
    var numbers: [DecimalNumber] = []
    for part in rest.split(separator: ".", omittingEmptySubsequences: false) {
      guard let number = DecimalNumber(part) else { return nil }
      numbers.append(number)
    }
    self.numbers = numbers
    self.stage = stage
    self.stageNumber = stageNumber
  }

  func compare(to other: AppleVersion) -> Int {
    let order = DecimalNumber.compare(numbers, other.numbers)
    if order != 0 { return order }
    let released = Stage.finalCandidate.rawValue + 1
    let (left, right) = (stage?.rawValue ?? released, other.stage?.rawValue ?? released)
    return left != right ? (left < right ? -1 : 1) : stageNumber.compare(to: other.stageNumber)
  }

  var sortKey: [UInt8] {
    let stage = stage?.rawValue ?? Stage.finalCandidate.rawValue + 1
    return DecimalNumber.sortKey(numbers) + [UInt8(truncatingIfNeeded: stage)] + stageNumber.sortKey
  }
}
