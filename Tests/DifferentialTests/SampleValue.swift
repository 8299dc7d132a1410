/// A value for writing property lists in various formats.
indirect enum SampleValue {
  /// Entries in the order written; keys may be duplicates.
  case dictionary([Entry])
  case array([SampleValue])
  case set([SampleValue])
  case string(String)
  case signed(Int64)
  case unsigned(UInt64)
  case real(Double)
  case boolean(Bool)
  /// Seconds since 2001.
  case date(Double)
  case data([UInt8])
  case uid(UInt32)
  case null

  struct Entry {
    let key: String
    let value: SampleValue
  }
}

extension SampleValue {
  /// Kinds of values that a format supports.
  struct Kinds: OptionSet {
    let rawValue: Int
    /// Numbers, Booleans and dates.
    static let scalars = Kinds(rawValue: 1)
    static let references = Kinds(rawValue: 2)
    /// Sets and null.
    static let binaryOnly = Kinds(rawValue: 4)
  }

  /// Returns a value for the root of a file, usually a dictionary.
  static func root(_ random: inout RandomNumbers, _ kinds: Kinds) -> SampleValue {
    random.chance(0.85) ? anyDictionary(&random, kinds, depth: 0) : anyValue(&random, kinds, depth: 0)
  }

  static func anyDictionary(_ random: inout RandomNumbers, _ kinds: Kinds, depth: Int) -> SampleValue {
    var entries: [Entry] = []
    for _ in 0..<random.below(random.chance(0.05) ? 40 : 5) {
      entries.append(Entry(key: text(&random), value: anyValue(&random, kinds, depth: depth + 1)))
    }
    if random.chance(0.08), let entry = entries.first {
      entries.append(Entry(key: entry.key, value: .string("second")))
    }
    return .dictionary(entries)
  }

  static func anyValue(_ random: inout RandomNumbers, _ kinds: Kinds, depth: Int) -> SampleValue {
    if depth < 4, random.chance(0.3) {
      switch random.below(5) {
      case 0, 1: return anyDictionary(&random, kinds, depth: depth)
      // Rare, because Foundation must be restarted after each.
      case 2 where kinds.contains(.binaryOnly) && random.chance(0.1):
        return .set((0..<random.below(4)).map { _ in anyValue(&random, kinds, depth: depth + 1) })
      default: return .array((0..<random.below(5)).map { _ in anyValue(&random, kinds, depth: depth + 1) })
      }
    }
    if kinds.contains(.binaryOnly), random.chance(0.03) { return .null }
    if kinds.contains(.references), random.chance(0.06) { return .uid(random.of([0, 1, 255, 256, 70_000, .max])) }
    guard kinds.contains(.scalars), random.chance(0.7) else {
      return random.chance(0.75) ? .string(text(&random)) : .data(bytes(&random))
    }
    switch random.below(5) {
    case 0: return .boolean(random.chance(0.5))
    case 1:
      return .real(
        random.of([
          0, -0.0, 1, -1.5, 0.1, 1e300, 1e-300, .leastNonzeroMagnitude, .nan, .infinity, -.infinity, 16_777_217,
        ]))
    // Whole seconds, because XML has no fractions.
    case 2: return .date(Double(Int(random.below(2_000_000_000))) - 1_000_000_000)
    case 3: return .unsigned(random.of([0, 1, 127, 128, 255, 256, 65_535, 65_536, 1 << 32, 1 << 63, .max]))
    default: return .signed(random.of([-1, 0, 7, -128, -32_769, 2_147_483_648, .min, .max]))
    }
  }

  /// Words, and pieces that are hard for readers: empty text, markup, quotes, blanks, other scripts, combining marks, higher planes.
  static func text(_ random: inout RandomNumbers) -> String {
    let pieces = [
      "CFBundleName", "a", "b", "key", "7", "", " ", "\n", "\t", "<", ">", "&", "\"", "'", "\\", "/", "//", "/*", "*/",
      ";", "=", "é",
      "Ø", "ü", "中文", "😀", "e\u{301}", "\u{FEFF}", "\u{7F}", "\u{2028}", "_$.:-", "x y", "CF$UID", "]]>",
    ]
    if random.chance(0.4) { return random.of(pieces) + String(random.below(100)) }
    return (0..<random.below(4)).map { _ in random.of(pieces) }.joined()
  }

  static func bytes(_ random: inout RandomNumbers) -> [UInt8] {
    (0..<random.below(random.chance(0.1) ? 300 : 7)).map { _ in UInt8(random.below(256)) }
  }
}
