/// A regular expression that is matched by backtracking, to compare another engine's results with.
package indirect enum ReferencePattern {
  case byte(UInt8)
  case oneOf([UInt8], isNegated: Bool)
  case any
  case sequence([ReferencePattern])
  case choice([ReferencePattern])
  case repetition(ReferencePattern, Int, Int?, isGreedy: Bool)
  case start, end, boundary

  /// Makes a pattern of any bytes, which are removed.
  package init(_ bytes: inout ArraySlice<UInt8>, depth: Int = 0) {
    let first = bytes.popFirst() ?? 0
    switch depth < 4 ? first % 12 : first % 4 {
    case 1: self = .oneOf([Self.letter(bytes.popFirst()), Self.letter(bytes.popFirst())], isNegated: first & 16 != 0)
    case 2: self = first & 16 != 0 ? .any : .byte(Self.letter(bytes.popFirst()))
    case 4, 5: self = .sequence([Self(&bytes, depth: depth + 1), Self(&bytes, depth: depth + 1)])
    case 6: self = .choice([Self(&bytes, depth: depth + 1), Self(&bytes, depth: depth + 1)])
    case 7, 8:
      let inner = Self(&bytes, depth: depth + 1)
      let least = Int(first >> 5) & 1
      let most = first & 16 != 0 ? nil : least + Int(first >> 6) + 1
      // Engines differ about repetitions of nothing.
      self = inner.canBeEmpty ? inner : .repetition(inner, least, most, isGreedy: first & 128 == 0)
    case 9: self = .start
    case 10: self = .end
    case 11: self = .boundary
    default: self = .byte(Self.letter(bytes.popFirst()))
    }
  }

  private static func letter(_ byte: UInt8?) -> UInt8 { Array("abAB_ \n\0\u{7F}".utf8)[Int(byte ?? 0) % 9] }

  private var canBeEmpty: Bool {
    switch self {
    case .byte, .oneOf, .any: false
    case .sequence(let parts): parts.allSatisfy(\.canBeEmpty)
    case .choice(let parts): parts.contains(where: \.canBeEmpty)
    case .repetition(let part, let least, _, _): least == 0 || part.canBeEmpty
    case .start, .end, .boundary: true
    }
  }

  /// The pattern in RE2's syntax.
  package var text: String {
    func escaped(_ byte: UInt8) -> String {
      let digits = String(byte, radix: 16)
      return "\\x" + (byte < 16 ? "0" : "") + digits
    }
    switch self {
    case .byte(let byte): return escaped(byte)
    case .oneOf(let bytes, let isNegated): return "[" + (isNegated ? "^" : "") + bytes.map(escaped).joined() + "]"
    case .any: return "."
    case .sequence(let parts): return parts.map(\.text).joined()
    case .choice(let parts): return "(?:" + parts.map(\.text).joined(separator: "|") + ")"
    case .repetition(let part, let least, let most, let isGreedy):
      return "(?:\(part.text)){\(least),\(most.map(String.init) ?? "")}" + (isGreedy ? "" : "?")
    case .start: return "^"
    case .end: return "$"
    case .boundary: return "\\b"
    }
  }

  /// The matches that are not empty and do not overlap; nil if finding them takes too long.
  package func matches(in text: [UInt8], steps: Int = 200_000) -> [Range<Int>]? {
    var search = Search(text: text, left: steps)
    var found: [Range<Int>] = []
    var from = 0
    while from < text.count {
      guard let end = search.end(of: self, at: from) else {
        if search.left <= 0 { return nil }
        from += 1
        continue
      }
      if end > from { found.append(from..<end) }
      from = max(end, from + 1)
    }
    return found
  }

  private struct Search {
    let text: [UInt8]
    var left: Int

    mutating func end(of pattern: ReferencePattern, at start: Int) -> Int? {
      var result: Int?
      let isFound = match(pattern, start) { _, end in
        result = end
        return true
      }
      return isFound ? result : nil
    }

    typealias Rest = (inout Search, Int) -> Bool

    mutating func match(_ pattern: ReferencePattern, _ at: Int, _ rest: Rest) -> Bool {
      left -= 1
      guard left > 0 else { return false }
      switch pattern {
      case .byte(let byte): return at < text.count && text[at] == byte && rest(&self, at + 1)
      case .oneOf(let bytes, let isNegated):
        return at < text.count && bytes.contains(text[at]) != isNegated && rest(&self, at + 1)
      case .any: return at < text.count && text[at] != 0x0A && rest(&self, at + 1)
      case .sequence(let parts): return sequence(parts[...], at, rest)
      case .choice(let parts):
        for part in parts where match(part, at, rest) { return true }
        return false
      case .repetition(let part, let least, let most, let isGreedy):
        return repeated(part, least, most, isGreedy, at, rest)
      case .start: return at == 0 && rest(&self, at)
      case .end: return at == text.count && rest(&self, at)
      case .boundary: return isWord(at - 1) != isWord(at) && rest(&self, at)
      }
    }

    private mutating func sequence(_ parts: ArraySlice<ReferencePattern>, _ at: Int, _ rest: Rest) -> Bool {
      guard let first = parts.first else { return rest(&self, at) }
      return match(first, at) { search, end in search.sequence(parts.dropFirst(), end, rest) }
    }

    private mutating func repeated(
      _ part: ReferencePattern, _ least: Int, _ most: Int?, _ isGreedy: Bool, _ at: Int, _ rest: Rest
    ) -> Bool {
      func more(_ search: inout Search) -> Bool {
        if most == 0 { return false }
        return search.match(part, at) { search, end in
          end > at && search.repeated(part, max(0, least - 1), most.map { $0 - 1 }, isGreedy, end, rest)
        }
      }
      if least > 0 { return more(&self) }
      return isGreedy ? more(&self) || rest(&self, at) : rest(&self, at) || more(&self)
    }

    private func isWord(_ at: Int) -> Bool {
      guard at >= 0, at < text.count else { return false }
      let byte = text[at]
      return (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == 0x5F
    }
  }
}
