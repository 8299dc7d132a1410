/// Semantic Versioning 2.0.0: grammar of its section 2 and 9–10, precedence of its section 11.
struct SemanticVersion: VersionForm {
  struct Identifier: Sendable {
    let text: String
    let number: DecimalNumber?
  }

  /// Major, minor, patch.
  let numbers: [DecimalNumber]
  let prerelease: [Identifier]

  init?(_ text: String) {
    var rest = Substring(text)
    if let plus = rest.firstIndex(of: "+") {
      guard Self.identifiers(rest[rest.index(after: plus)...], allowsLeadingZeros: true) != nil else { return nil }
      rest = rest[..<plus]
    }
    var prerelease: [Identifier] = []
    if let dash = rest.firstIndex(of: "-") {
      guard let identifiers = Self.identifiers(rest[rest.index(after: dash)...], allowsLeadingZeros: false) else {
        return nil
      }
      prerelease = identifiers
      rest = rest[..<dash]
    }
    let hasLeadingZeros = rest.split(separator: ".").contains { $0 != "0" && $0.first == "0" }
    guard !hasLeadingZeros, let numbers = DecimalNumber.list(rest), numbers.count == 3 else { return nil }
    (self.numbers, self.prerelease) = (numbers, prerelease)
  }

  private static func identifiers(_ text: Substring, allowsLeadingZeros: Bool) -> [Identifier]? {
    var identifiers: [Identifier] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard !part.isEmpty, part.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else {
        return nil
      }
      let number = DecimalNumber(part)
      if number != nil && !allowsLeadingZeros && part != "0" && part.first == "0" { return nil }
      identifiers.append(Identifier(text: String(part), number: number))
    }
    return identifiers
  }

  var stage: String? { prerelease.isEmpty ? nil : prerelease.map(\.text).joined(separator: ".") }

  var sortKey: [UInt8] {
    var key = DecimalNumber.sortKey(numbers)
    if prerelease.isEmpty { return key + [0xFF] }
    for identifier in prerelease {
      if let number = identifier.number { key += [1] + number.sortKey } else { key += [2] + identifier.text.utf8 + [0] }
    }
    return key + [0]
  }

  var successor: String? { prerelease.isEmpty ? DecimalNumber.raised(numbers) : DecimalNumber.text(numbers) }
}
