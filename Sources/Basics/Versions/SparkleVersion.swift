/// Versions as the Sparkle updater orders them: runs of digits and runs of letters.
struct SparkleVersion: VersionForm {
  enum Part: Sendable {
    case number(DecimalNumber)
    case letters(String)

    var number: DecimalNumber? { if case .number(let number) = self { number } else { nil } }
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

  /// A version continues with infinitely many zeros, which come after letters: 1.0b1 is before 1.0, and 1.0 equals 1.0.0. So each nonzero
  /// part is encoded with the number of zeros before it: letters sort below zeros, and lower the earlier they occur; numbers sort above
  /// zeros, and higher the earlier they occur.
  var sortKey: [UInt8] {
    var key: [UInt8] = []
    var zeros: UInt32 = 0
    for part in parts {
      switch part {
      case .number(let number) where number == .zero:
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

  var numbers: [DecimalNumber] { parts.prefix { $0.number != nil }.compactMap(\.number) }

  var stage: String? {
    let rest = parts.dropFirst(numbers.count)
    if rest.isEmpty { return nil }
    return rest.map {
      switch $0 {
      case .letters(let text): text
      case .number(let number): number.digits
      }
    }
    .joined()
  }

  var successor: String? {
    // The part after the numbers makes a version an earlier one, or is ignored; without it the same numbers sort later.
    let next = stage == nil ? DecimalNumber.raised(numbers) : DecimalNumber.text(numbers)
    // The range that its comparator can read (SUStandardVersionComparator.m).
    return next.split(separator: ".").allSatisfy { Int64($0) != nil } ? next : nil
  }
}
