import PropertyLists
import Testing

/// Text around the value of an XML property list: comments, instructions, DOCTYPE and text before the first element, between elements and
/// after the last. If a file has two lists, our reader must read the one that Core Foundation reads, or none.
@Suite struct PrologTests {
  private static let tokens = [
    " ", "\n", "<!--", "-->", "-", ">", "<?p", "?>", "<?p ?>", "<!DOCTYPE plist", "<!DOCTYPE plist>", "[", "]", "\"",
    "'",
    "x", "<!---->", "<!-- -->", "<", "/", "!", "<plist>", "</plist>", "<true/>", "<false/>", "<plist><false/></plist>",
    "<plist a=\"", "<string>", "</string>",
  ]

  /// All sequences of up to two of them, with text before and after.
  private static let sequences: [String] = {
    var all = [""]
    var last = [""]
    for _ in 0..<2 {
      last = last.flatMap { start in tokens.map { start + $0 } }
      all += last
    }
    return all
  }()

  /// Counts the lists that our reader and Core Foundation read.
  private struct Tally {
    var read = 0
    var readByThem = 0

    mutating func check(_ text: String) {
      let bytes = Array(text.utf8)
      let theirs = CoreFoundationScanner.reading(of: bytes)
      if theirs != nil { readByThem += 1 }
      // Text that is not XML is read as an old-style list, by both readers.
      guard let list = try? PropertyList.parse(bytes, file: "f"), list.format == .xml else { return }
      read += 1
      if list.canonical != theirs {
        let shown = theirs.map { String(decoding: $0, as: UTF8.self) } ?? "refused"
        Issue.record(
          "\(text.debugDescription): ours \(String(decoding: list.canonical, as: UTF8.self)), theirs \(shown)")
      }
    }
  }

  @Test func prologs() {
    var tally = Tally()
    let rests = [
      "<plist><true/></plist>", "<plist><true/></plist><!-- --><plist><false/></plist>", "<true/>--><false/>",
      "<plist><true/></plist>?><false/><!-->",
    ]
    for prolog in Self.sequences { for rest in rests { tally.check(prolog + rest) } }
    #expect(tally.read > 100 && tally.readByThem > tally.read, "\(tally)")
  }

  /// In the value and after it.
  @Test func contentsAndTrailers() {
    var tally = Tally()
    for text in Self.sequences {
      tally.check("<plist>\(text)<true/></plist> ")
      tally.check("<plist><true/>\(text)</plist><plist><false/></plist>")
      tally.check("<plist><true/></plist>\(text)<plist><false/></plist>")
      tally.check("<array>\(text)<true/></array>--><array><false/></array>")
      tally.check("<dict><key>k</key>\(text)<true/></dict>")
      tally.check("<string>\(text)</string>\(text)")
    }
    #expect(tally.read > 1_000 && tally.readByThem > tally.read, "\(tally)")
  }

  @Test func random() {
    var tally = Tally()
    for number in 0..<20_000 { tally.check(Self.document(number)) }
    #expect(tally.read > 500 && tally.readByThem > tally.read, "\(tally)")
  }

  /// The scanner reads the same as Core Foundation.
  @Test(.enabled(if: FoundationAnswers.reader != nil, "compared with Foundation on Linux only"))
  func scanner() throws {
    let samples = (0..<3_000).map { Sample(name: "prolog \($0)", format: .xml, bytes: Array(Self.document($0).utf8)) }
    let answers = try FoundationAnswers.answers(to: samples, reader: try #require(FoundationAnswers.reader))
    var accepted = 0
    for (sample, answer) in zip(samples, answers) {
      let reading = CoreFoundationScanner.reading(of: sample.bytes)
      let shown = "\(String(decoding: sample.bytes, as: UTF8.self).debugDescription): \(answer)"
      guard let reading else {
        if answer == .error { continue }
        // Core Foundation tries the old-style format next.
        let list = try? PropertyList.parse(sample.bytes, file: "f")
        #expect(list?.format == .oldStyle && answer == list.map { .list($0.canonical) }, "\(shown)")
        continue
      }
      accepted += 1
      #expect(answer == .list(reading), "\(shown)")
    }
    #expect(accepted > 200, "\(accepted)")
  }

  /// Some tokens before, inside and after a list.
  private static func document(_ number: Int) -> String {
    var random = RandomNumbers(seed: UInt64(number) &+ 0x9120)
    func some(_ most: Int) -> String { (0..<random.below(most + 1)).map { _ in random.of(tokens) }.joined() }
    let comment = random.chance(0.3) ? "<!--\(some(1))-->" : ""
    let head = random.of(["", "", "<?xml version=\"1.0\"?>", "<!DOCTYPE plist>", "<!-- a -->"])
    let value = random.of([
      "<true/>", "<array><true/></array>", "<dict><key>k</key><true/></dict>", "<string>s</string>",
    ])
    let tail = random.of(["", "-->", "<!-- -->", "<plist><false/></plist>", "?>"])
    return head + comment + some(2) + "<plist>" + some(1) + value + some(1) + "</plist>" + some(3) + tail
      + "<plist><false/></plist>"
  }
}
