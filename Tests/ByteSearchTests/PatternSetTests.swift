import Basics
@testable import PropertyLists
import ReferenceSearch
import Testing

@testable import ByteSearch

/// Searching bytes for sets of patterns.
@Suite struct PatternSetTests {
  private static func matches(
    _ patterns: [String], in bytes: [UInt8], limit: Int? = nil, repetitions: Bool = false,
    windowSize: Int = PatternSet.windowSize
  ) throws -> [ByteMatch] {
    var choice = ByteSearchChoice()
    (choice.limit, choice.includesRepetitions) = (limit, repetitions)
    return try PatternSet(patterns).matches(in: ByteArray(bytes), file: "x", choice, windowSize: windowSize).matches
  }

  /// `PATTERN@OFFSET:LINE KEYPATH text`.
  private static func shown(_ matches: [ByteMatch]) -> [String] {
    matches.map { match in
      "\(match.pattern)@\(match.offset ?? -1)" + (match.line.map { ":\($0)" } ?? "")
        + (match.keyPath.map { " \($0)" } ?? "") + " " + String(decoding: match.text, as: UTF8.self)
    }
  }

  /// Strings of a list that exceeds a limit might match, so the search fails.
  @Test func aListThatExpandsTooMuchIsNotSearched() throws {
    // Arrays of two references to the next one, 20 levels deep; then an empty array.
    let objects = (0..<20).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] } + [[0xA0]]
    var bytes = Array("bplist00".utf8)
    let offsets = objects.map { object in
      defer { bytes += object }
      return UInt8(bytes.count)
    }
    let table = UInt8(bytes.count)
    func number(_ value: UInt8) -> [UInt8] { [0, 0, 0, 0, 0, 0, 0, value] }
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1] + number(UInt8(objects.count)) + number(0) + number(table)
    let error = #expect(throws: ByteSearchError.self) { try Self.matches(["key"], in: bytes) }
    #expect(error?.code == .unreadable)
    #expect(error?.message.contains("repeated references") == true, "\(error?.message ?? "")")
  }

  @Test func findsAllPatternsInOrder() throws {
    let text = Array("one key=1\ntwo key=22\nkey=1".utf8)
    #expect(
      Self.shown(try Self.matches(["key=[0-9]+", "t.o"], in: text)) == ["0@4:1 key=1", "1@10:2 two", "0@14:2 key=22"])
    #expect(Self.shown(try Self.matches(["key=[0-9]+"], in: text, repetitions: true)).last == "0@21:3 key=1")
    #expect(Self.shown(try Self.matches(["key=[0-9]+"], in: text, limit: 1)) == ["0@4:1 key=1"])
    #expect(try Self.matches(["^two", "one$"], in: text).isEmpty)
    #expect(Self.shown(try Self.matches(["(?m)^two", "^one"], in: text)) == ["1@0:1 one", "0@10:2 two"])
  }

  @Test func searchesAnyBytes() throws {
    let bytes: [UInt8] = [0, 0xFF, 0x80] + Array("AIza".utf8) + [0xC3, 0]
    let found = try Self.matches(["AIza[^\\x00]", "\\xFF\\x80"], in: bytes)
    #expect(found.map(\.offset) == [1, 3] && found.map(\.line) == [nil, nil])
    #expect(found.map(\.text) == [[0xFF, 0x80], Array("AIza".utf8) + [0xC3]])
  }

  @Test func decodesUTF16() throws {
    let text = "a😀é\nkey=12\n"
    for isBigEndian in [false, true] {
      let bytes = ([0xFEFF] + Array(text.utf16)).flatMap { unit in
        let parts = [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
        return isBigEndian ? parts.reversed() : parts
      }
      for windowSize in [1, 2, 3, 7, 1 << 16] {
        let found = try Self.matches(["key=[0-9]+", "é"], in: bytes, windowSize: windowSize)
        #expect(Self.shown(found) == ["1@8:1 é", "0@12:2 key=12"])
      }
    }
    // A surrogate without its partner, and half a code unit.
    let broken: [UInt8] = [0xFF, 0xFE, 0x00, 0xD8, 0x6B, 0, 0x00, 0xDC, 0x6B, 0, 0x6B]
    let found = try Self.matches(["k"], in: broken, repetitions: true)
    #expect(found.map(\.offset) == [4, 8])
  }

  @Test func searchesBinaryPropertyListsInWhatTheySay() throws {
    let list = try PropertyList.parse(
      Array(
        "<plist><dict><key>é-key=1</key><array><string>x</string><string>ü key=2</string></array><key>D</key><data>a2V5PTM=</data></dict></plist>"
          .utf8), file: "x")
    let found = try Self.matches(["[éü]\\W?.?key=[0-9]", "key=3"], in: BinaryWriter.bytes(of: list))
    #expect(found.map(\.keyPath) == ["/é-key=1", "/é-key=1/1", "/D"])
    #expect(found.map { String(decoding: $0.text, as: UTF8.self) }.suffix(1) == ["key=3"])
    #expect(found.allSatisfy { $0.line == nil && $0.offset != nil })
    // A file that begins like one but is damaged is searched as bytes.
    #expect(Self.shown(try Self.matches(["key=."], in: Array("bplist00 key=1".utf8))) == ["0@9 key=1"])
  }

  @Test func findsMatchesAcrossWindows() throws {
    for offset in [0, 65_530, 65_535, 65_536, 65_537, 131_070, 140_000] {
      var bytes = [UInt8](repeating: 0, count: 200_000)
      bytes.replaceSubrange(offset..<offset + 12, with: Array("<key=123456>".utf8))
      #expect(try Self.matches(["<key=[0-9]*>"], in: bytes).map(\.offset) == [offset])
      #expect(try Self.matches(["\\b(?:key|k)=[0-9]+\\b"], in: bytes).map(\.offset) == [offset + 1])
    }
    // Up to the limit, a match is whole wherever it starts.
    for offset in [0, 61_440, 65_535] {
      var bytes = [UInt8](repeating: 0, count: 80_000)
      bytes.replaceSubrange(
        offset..<offset + ByteMatch.longest, with: [UInt8](repeating: 0x61, count: ByteMatch.longest))
      #expect(try Self.matches(["a+"], in: bytes).map(\.text.count) == [ByteMatch.longest])
    }
  }

  @Test func searchesPartsOfAFile() throws {
    let set = try PatternSet(["[a-c]+"])
    let found = try set.matches(in: ByteArray(Array("abc.abcabc".utf8)), 1..<6, file: "x")
    #expect(Self.shown(found.matches) == ["0@1 bc", "0@4 ab"])
    #expect(try set.matches(in: ByteArray(Array("abc".utf8)), 5..<9, file: "x").matches.isEmpty)
  }

  @Test(arguments: [
    ("a(b", "'a(b', byte 1: a '(' has no ')'"), ("a\\1", "byte 2: '\\1' is not an escape sequence"),
    ("x(?=y)", "there is no looking ahead or back"), ("x{2000}", "write at most {1000} in all"),
    ("((a{100}){100}){100}", "write at most {1000} in all"), ("*a", "there is nothing before '*' to repeat"),
    ("[z-a]", "'z-a' is not a class or range"), ("[a", "'[a' has no ']'"), ("a)", "a ')' has no '('"),
    ("a\\", "a backslash is at the end"), ("", "the pattern is empty"), ("a**", "'**' repeats a repetition"),
    (String(repeating: "a", count: 5_000), "more than 4096 bytes"),
    ("(?:(?:[a-z]{30}x){30}y|z){30}", "at most {1000} in all"),
  ])
  func rejects(_ pattern: String, _ message: String) throws {
    let error = #expect(throws: PatternError.self) { try PatternSet(["ok", pattern]) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.number == 1)
  }

  @Test func boundsPatterns() {
    #expect(throws: PatternError.self) { try PatternSet([]) }
    let many = #expect(throws: PatternError.self) { try PatternSet(Array(repeating: "a", count: 1_001)) }
    #expect(many?.isLimit == true)
    // Large repetitions that are valid one by one need too much memory together.
    let heavy = (0..<1_000).map { "a\($0)[a-z]{900}(?:[a-z0-9]{900}|[0-9]{900})" }
    let error = #expect(throws: PatternError.self) { try PatternSet(heavy) }
    #expect(error?.isLimit == true, "\(error?.message ?? "")")
  }

  @Test func boundsMatches() throws {
    let text = Array((0..<1_001).map { "<\($0)>" }.joined().utf8)
    let error = #expect(throws: ByteSearchError.self) { try Self.matches(["<[0-9]+>"], in: text) }
    #expect(error?.code == .results)
    #expect(try Self.matches(["<[0-9]+>"], in: text, limit: 1_500).count == 1_001)
    #expect(try Self.matches(["<[0-9]+>"], in: text + text, limit: 7).count == 7)
  }

  @Test func readsNoFurtherThanNeeded() throws {
    final class Source: ByteSource, @unchecked Sendable {
      var read = 0
      let count = 10 << 20
      func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        read = max(read, offset + buffer.count)
        _ = buffer.initializeMemory(as: UInt8.self, repeating: 0x61)
        return buffer.count
      }
    }
    let source = Source()
    var choice = ByteSearchChoice()
    choice.limit = 1
    #expect(try PatternSet(["aaa"]).matches(in: source, file: "x", choice).matches.count == 1)
    #expect(source.read < 1 << 20)
  }

  /// A small generator, so that each run compares the same.
  @Test func agreesWithBacktracking() throws {
    var state: UInt64 = 42
    func random() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    var compared = 0
    for _ in 0..<2_000 {
      var bytes = (0..<40).map { _ in random() }[...]
      let patterns = [ReferencePattern(&bytes), ReferencePattern(&bytes)]
      let text = (0..<60).map { _ in Array("abAB_ \n\0".utf8)[Int(random()) % 8] }
      var expected: [ByteMatch] = []
      for (number, pattern) in patterns.enumerated() {
        for range in try #require(pattern.matches(in: text, steps: 10_000_000)) {
          expected.append(ByteMatch(pattern: number, offset: range.lowerBound, text: Array(text[range])))
        }
      }
      expected.sort { ($0.offset ?? 0, $0.pattern) < ($1.offset ?? 0, $1.pattern) }
      var choice = ByteSearchChoice()
      choice.includesRepetitions = true
      let found = try PatternSet(patterns.map(\.text)).matches(
        in: ByteArray(text), 0..<text.count, file: "x", choice, windowSize: 1 + Int(random()) % 70)
      #expect(found.matches == expected, "\(patterns.map(\.text)) in \(text)")
      compared += expected.count
    }
    #expect(compared > 10_000)
  }
}
