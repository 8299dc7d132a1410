/// Versions as the Sparkle updater orders them: runs of digits and runs of letters.
struct SparkleVersion: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case number(DecimalNumber)
    case letters(String)
  }

  let parts: [Part]

  /// Fails unless the text starts with a digit: a commit hash or a name cannot be ordered.
  init?(_ text: String) {
    guard let first = text.utf8.first, first >= 0x30, first <= 0x39 else { return nil }
    var parts: [Part] = []
    var run = ""
    var runIsNumber = false
    func finishRun() {
      if run.isEmpty { return }
      if runIsNumber, let number = DecimalNumber(run) {
        parts.append(.number(number))
      } else {
        parts.append(.letters(run))
      }
      run = ""
    }
    for character in text.prefix(while: { $0 != "-" }) {
      let isNumber = character.isASCII && character.isNumber
      if !isNumber && !character.isLetter {
        finishRun()
        continue
      }
      if isNumber != runIsNumber { finishRun() }
      runIsNumber = isNumber
      run.append(character)
    }
    finishRun()
    self.parts = parts
  }

  func compare(to other: SparkleVersion) -> Int {
    for position in 0..<max(parts.count, other.parts.count) {
      // A missing part counts as 0, which comes after letters: 1.0b1 is before 1.0, and 1.0 equals 1.0.0.
      let left = position < parts.count ? parts[position] : .number(.zero)
      let right = position < other.parts.count ? other.parts[position] : .number(.zero)
      switch (left, right) {
      case (.number(let left), .number(let right)):
        let order = left.compare(to: right)
        if order != 0 { return order }
      case (.letters(let left), .letters(let right)):
        if !left.utf8.elementsEqual(right.utf8) { return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1 }
      case (.letters, .number): return -1
      case (.number, .letters): return 1
      }
    }
    return 0
  }

  /// A version continues with infinitely many zeros. So each nonzero part is encoded with the number of zeros before it: letters sort below
  /// zeros, and lower the earlier they occur; numbers sort above zeros, and higher the earlier they occur.
  var sortKey: [UInt8] {
    var key: [UInt8] = []
    var zeros: UInt32 = 0
    for part in parts {
      switch part {
      case .number(.zero):
        zeros = zeros == .max ? zeros : zeros + 1
        continue
      case .letters(let text):
        key.append(1)
        withUnsafeBytes(of: zeros.bigEndian) { key += $0 }
        key += text.utf8
        key.append(0)
      case .number(let number):
        key.append(3)
        withUnsafeBytes(of: (UInt32.max - zeros).bigEndian) { key += $0 }
        key += number.sortKey
      }
      zeros = 0
    }
    return key + [2]
  }

  var leadingNumbers: [DecimalNumber] {
    parts.prefix { if case .number = $0 { true } else { false } }.compactMap {
      if case .number(let number) = $0 { number } else { nil }
    }
  }

  var stage: String? {
    let rest = parts.dropFirst(leadingNumbers.count)
    if rest.isEmpty { return nil }
    return rest.map {
      if case .letters(let text) = $0 { text } else if case .number(let number) = $0 { number.digits } else { "" }
    }
    .joined()
  }
}
