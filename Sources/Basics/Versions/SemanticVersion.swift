/// Semantic Versioning 2.0.0: grammar of its section 2 and 9–10, precedence of its section 11.
struct SemanticVersion: Hashable, Sendable {
  struct Identifier: Hashable, Sendable {
    let text: String
    let number: DecimalNumber?
  }

  /// Major, minor, patch.
  let core: [DecimalNumber]
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
    var core: [DecimalNumber] = []
    for part in rest.split(separator: ".", omittingEmptySubsequences: false) {
      guard let number = DecimalNumber(part), part == "0" || part.first != "0" else { return nil }
      core.append(number)
    }
    guard core.count == 3 else { return nil }
    self.core = core
    self.prerelease = prerelease
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

  func compare(to other: SemanticVersion) -> Int {
    let order = DecimalNumber.compare(core, other.core)
    if order != 0 { return order }
    if prerelease.isEmpty || other.prerelease.isEmpty {
      return prerelease.isEmpty == other.prerelease.isEmpty ? 0 : (prerelease.isEmpty ? 1 : -1)
    }
    for (left, right) in zip(prerelease, other.prerelease) {
      switch (left.number, right.number) {
      case (let left?, let right?):
        let order = left.compare(to: right)
        if order != 0 { return order }
      case (_?, nil): return -1
      case (nil, _?): return 1
      case (nil, nil):
        if left.text != right.text { return left.text.utf8.lexicographicallyPrecedes(right.text.utf8) ? -1 : 1 }
      }
    }
    return prerelease.count == other.prerelease.count ? 0 : (prerelease.count < other.prerelease.count ? -1 : 1)
  }

  var sortKey: [UInt8] {
    var key = DecimalNumber.sortKey(core)
    if prerelease.isEmpty { return key + [0xFF] }
    for identifier in prerelease {
      if let number = identifier.number { key += [1] + number.sortKey } else { key += [2] + identifier.text.utf8 + [0] }
    }
    return key + [0]
  }
}
