/// What rules ask of an ordinary bundle in which they find nothing, as `passes.txt` has it: with it, the program need not run them to know.
///
/// Each line is `FILE|DIGEST|KIND|PLATFORM|OUTCOME|TRANSCRIPT`, but for the first, which is `functions|DIGEST`. What was taken down of
/// another text of a rule, or of a module that it imports, is left out.
struct KnownPasses {
  static let name = "apple/passes.txt"

  /// The digest of the functions that transcripts call by their numbers; empty when nothing is known.
  private(set) var functions = ""
  private var passes: [String: [(digest: String, record: String)]] = [:]

  init(_ source: TableSource?) throws(Mistake) {
    guard let source else { return }
    for (number, line) in source.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      switch (fields.first, fields.count) {
      case ("functions", 2): functions = fields[1]
      case (let file?, 6):
        let record = (fields[2..<5] + [TableKind.text(of: Self.decode(fields[5]))]).joined(separator: "|")
        passes[file, default: []].append((fields[1], record))
      default:
        throw Mistake(source.path, number + 1, "is not FILE|DIGEST|KIND|PLATFORM|OUTCOME|TRANSCRIPT")
      }
    }
  }

  /// The bytes of a text in Base64, which a test writes; what is none comes to bytes that are no transcript.
  private static func decode(_ text: String) -> [UInt8] {
    var (bytes, group, bits): ([UInt8], UInt32, Int) = ([], 0, 0)
    for digit in text.utf8 {
      let value: UInt8
      switch digit {
      case 0x41...0x5A: value = digit - 0x41
      case 0x61...0x7A: value = digit - 0x61 + 26
      case 0x30...0x39: value = digit - 0x30 + 52
      case 0x2B: value = 62
      case 0x2F: value = 63
      default: continue
      }
      group = (group << 6 | UInt32(value)) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
      }
    }
    return bytes
  }

  /// What is known of a rule's file, each behind its size in bytes of UTF-8 and a colon: most are not for the bundle at hand.
  func records(of file: String, _ digest: String) -> String {
    (passes[file] ?? []).filter { $0.digest == digest }.map { "\($0.record.utf8.count):\($0.record)" }.joined()
  }

  /// Tells the texts of a file and of all that it imports from any others: FNV-1a, as nobody makes texts to deceive.
  static func digest(of file: Int, _ texts: [String], _ imports: [[Int]]) -> String {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    var (seen, open): (Set<Int>, [Int]) = ([], [file])
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      for byte in texts[next].utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
      open += imports[next]
    }
    return String(digest, radix: 36)
  }
}
