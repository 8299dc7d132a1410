/// A file for both readers.
struct Sample {
  enum Format: String, CaseIterable { case xml, binary, oldStyle, strings }

  /// Identifies the sample, so that it can be generated again.
  let name: String
  let format: Format
  let bytes: [UInt8]

  /// Returns the generated sample with a number. Deterministic. Every fourth of a format is damaged in one to three places.
  static func generated(_ number: Int) -> Sample {
    var random = RandomNumbers(seed: UInt64(number))
    let format = Format.allCases[number % Format.allCases.count]
    var bytes: [UInt8]
    switch format {
    case .xml:
      let value = SampleValue.root(&random, [.scalars, .references])
      var spelling = XMLSpelling(random)
      bytes = spelling.document(value)
    case .binary:
      let value = SampleValue.root(&random, [.scalars, .references, .binaryOnly])
      var spelling = BinarySpelling(random)
      bytes = spelling.document(value)
    case .oldStyle:
      let value = SampleValue.root(&random, [])
      var spelling = OldStyleSpelling(random)
      bytes = spelling.document(value)
    case .strings:
      var entries: [SampleValue.Entry] = []
      for _ in 0..<random.below(6) {
        entries.append(.init(key: SampleValue.text(&random), value: .string(SampleValue.text(&random))))
      }
      var spelling = OldStyleSpelling(random)
      bytes = spelling.strings(entries)
    }
    if number / Format.allCases.count % 4 == 3 { damage(&bytes, &random) }
    return Sample(name: "generated \(number) (\(format))", format: format, bytes: bytes)
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout RandomNumbers) {
    for _ in 0...random.below(3) where !bytes.isEmpty {
      let at = random.below(bytes.count)
      switch random.below(5) {
      case 0: bytes[at] ^= 1 << UInt8(random.below(8))
      case 1: bytes[at] = random.of([0, 0xFF, 0x80, 0x20, 0x3C, 0x26, 0x22, 0x5C, 0x0A, 0x0D])
      case 2: bytes.insert(random.of([0, 0xFF, 0xC3, 0x20, 0x3C, 0x3E, 0x26, 0x22, 0x2F, 0x2A]), at: at)
      case 3: bytes.removeSubrange(at..<min(at + 1 + random.below(8), bytes.count))
      default: bytes.insert(contentsOf: bytes[at..<min(at + 1 + random.below(20), bytes.count)], at: at)
      }
    }
  }
}
