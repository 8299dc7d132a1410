import SampleFiles
import Basics
import PropertyLists
import Testing

@testable import FileFacts

/// Hashes of a signature: its own, and the hashes of the parts that it covers.
@Suite struct SignedContentsTests {
  private static func read(_ bytes: [UInt8]) throws -> (slice: MachOSlice, signature: CodeSignature, source: ByteArray)
  {
    let source = ByteArray(bytes)
    let slice = try #require(try MachOFile.read(source, file: "App")?.slices.first)
    return (slice, try #require(try slice.codeSignature(in: source, file: "App")), source)
  }

  private static func code(_ change: (inout SampleSignature) -> Void = { _ in }) -> [UInt8] {
    SampleMachO { $0.tail = [UInt8](repeating: 7, count: 10_000) }.signed(with: SampleSignature(change))
  }

  @Test(arguments: SignatureHash.allCases) func kindsOfHashes(_ kind: SignatureHash) throws {
    let sample = SampleSignature {
      ($0.hash, $0.partHashes, $0.entitlements) = (kind, [1: kind.hash(of: [5])], [1, 2])
    }
    let (_, signature, source) = try Self.read(SampleMachO { $0.signature = sample.bytes }.bytes)
    let directory = try #require(signature.best)
    #expect(directory.hash == kind && directory.hashSize == kind.size)
    #expect(directory.cdhash == Array(kind.hash(of: sample.directory).prefix(20)))
    #expect(try signature.state(of: .infoPlist, contents: ByteArray([5]), file: "Info.plist") == .same)
    #expect(try signature.state(of: .infoPlist, contents: ByteArray([6]), file: "Info.plist") == .changed)
    #expect(try signature.state(of: .infoPlist, contents: nil, file: "Info.plist") == .missing)
    #expect(try signature.state(of: .resources, contents: ByteArray([6]), file: "x") == .unsigned)
    #expect(try signature.state(of: .resources, contents: nil, file: "x") == nil)
    #expect(try signature.stateOfParts(in: source, file: "App").map { "\($0.slot) \($0.state)" } == ["5 same"])
  }

  @Test func theBestOfSeveralDirectories() throws {
    let other = SampleSignature { ($0.hash, $0.partHashes) = (.sha1, [:]) }
    let sample = SampleSignature {
      $0.partHashes = [:]
      $0.furtherParts = [(0x1000, other.directory)]
    }
    let (_, signature, _) = try Self.read(SampleMachO { $0.signature = sample.bytes }.bytes)
    #expect(signature.directories.map(\.hash) == [.sha256, .sha1])
    #expect(signature.best?.hash == .sha256)
  }

  /// Hashes of zeros mean no hash; parts without hashes and hashes without parts are distinguished.
  @Test func partsWithoutHashes() throws {
    let sample = SampleSignature {
      $0.entitlements = [1]
      $0.partHashes = [5: [UInt8](repeating: 0, count: 32), 7: [UInt8](repeating: 1, count: 32)]
    }
    let (_, signature, source) = try Self.read(SampleMachO { $0.signature = sample.bytes }.bytes)
    let states = try signature.stateOfParts(in: source, file: "App").map { "\($0.slot) \($0.state)" }
    #expect(states == ["5 unsigned", "7 missing"])
  }

  @Test func pages() throws {
    let bytes = Self.code()
    let (slice, signature, source) = try Self.read(bytes)
    let directory = try #require(signature.best)
    #expect(directory.pageCount == 3 && directory.pageSize == 4096)
    let same = try slice.compare(pagesWith: directory, in: source, file: "App")
    #expect(same?.count == 3 && same?.changedCount == 0 && same?.firstChanged == nil)
    let changed = ByteArray(bytes.replacing(9000, 1).replacing(5000, 1))
    let pages = try slice.compare(pagesWith: directory, in: changed, file: "App")
    #expect(pages?.changedCount == 2 && pages?.firstChanged == 4096)
  }

  @Test func aSignatureWithoutHashesOfPages() throws {
    let (slice, signature, source) = try Self.read(SampleMachO { $0.signature = SampleSignature().bytes }.bytes)
    #expect(try slice.compare(pagesWith: try #require(signature.best), in: source, file: "App") == nil)
  }

  @Test(arguments: [
    (28, [0, 0, 0, 2] as [UInt8], "the code directory has hashes of 2 pages, but the code has 3"),
    (32, [0x7F, 0, 0, 0], "the signature covers 2130706432 bytes of code, but the slice has only"),
  ])
  func hashesOfOtherCode(_ position: Int, _ field: [UInt8], _ message: String) throws {
    var bytes = Self.code()
    // The code directory is the last part.
    let magic: [UInt8] = [0xFA, 0xDE, 0x0C, 0x02]
    let start = try #require((0..<bytes.count - 4).last { Array(bytes[$0..<($0 + 4)]) == magic })
    bytes.replaceSubrange((start + position)..<(start + position + 4), with: field)
    let (slice, signature, source) = try Self.read(bytes)
    let directory = try #require(signature.best)
    let error = #expect(throws: FileFactError.self) {
      try slice.compare(pagesWith: directory, in: source, file: "App")
    }
    #expect(error?.message.contains(message) == true)
  }

  static let malformed: [(String, @Sendable (inout SampleSignature) -> Void, String)] = [
    ("slots", { $0.statedSlots = 100_000 }, "has 100000 slots before those of the code; the limit is 64"),
    ("slots outside", { $0.statedSlots = 60 }, "are not within its"),
  ]

  @Test(arguments: malformed)
  func malformedDirectories(_ name: String, _ change: @Sendable (inout SampleSignature) -> Void, _ message: String) {
    let error = #expect(throws: FileFactError.self, "\(name)") {
      try Self.read(
        SampleMachO {
          $0.signature =
            SampleSignature {
              $0.partHashes = [1: [UInt8](repeating: 1, count: 32)]
              change(&$0)
            }.bytes
        }.bytes)
    }
    #expect(error?.message.contains(message) == true, "\(error as Any)")
  }

  /// Changes each byte of a signature: gives an error or facts, never a crash.
  @Test func damage() {
    let sample = SampleSignature {
      ($0.team, $0.isCertified, $0.partHashes) = ("TEAM", true, [1: [UInt8](repeating: 1, count: 32)])
      $0.entitlements = EntitlementsTests.xml("<dict><key>a</key><true/></dict>")
      $0.encodedEntitlements = SampleEntitlements.encoded([("a", .boolean(true))])
      $0.requirements = Self.requirements(Self.words([6, 2, "a", 15]))
    }
    let bytes = SampleMachO().signed(with: sample)
    for position in 32..<bytes.count {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        let source = ByteArray(bytes.replacing(position, value))
        guard let slice = try? MachOFile.read(source, file: "App")?.slices.first,
          let signature = try? slice.codeSignature(in: source, file: "App")
        else { continue }
        _ = try? signature.stateOfParts(in: source, file: "App")
        _ = try? slice.codeRequirements(in: source, file: "App")
        _ = try? slice.encodedEntitlements(in: source, file: "App")
        for directory in signature.directories {
          _ = try? slice.compare(pagesWith: directory, in: source, file: "App")
        }
      }
    }
  }

  // MARK: Requirements

  private static func words(_ values: [Any]) -> [UInt8] {
    var writer = ByteWriter()
    for value in values {
      if let number = value as? Int { writer.add(UInt32(number)) }
      guard let text = value as? String else { continue }
      writer.add(UInt32(text.utf8.count))
      writer.add(text: text)
      while writer.bytes.count % 4 != 0 { writer.add([0]) }
    }
    return writer.bytes
  }

  private static func requirements(_ program: [UInt8], kind: Int = 3) -> [UInt8] {
    let requirement = SampleSignature.blob(0xFADE_0C00, words([1]) + program)
    return SampleSignature.blob(0xFADE_0C01, words([1, kind, 20]) + requirement)
  }

  @Test(
    arguments: [
      (words([2, "com.example.app"]), "identifier \"com.example.app\""), (words([2, "tool"]), "identifier tool"),
      (words([2, "apple"]), "identifier \"apple\""), (words([2, "a\"b"]), "identifier \"a\\\"b\""),
      (words([6, 2, "a", 15]), "identifier a and anchor apple generic"),
      (words([6, 7, 3, 13, 9, 7, 0, 1]), "(anchor apple or anchor trusted) and ! (never or always)"),
      (words([8, "\u{1}\u{2}"]), "cdhash H\"0102\""),
      (words([11, 0, "subject.OU", 1, "ABCDE12345"]), "certificate leaf[subject.OU] = ABCDE12345"),
      (words([14, 1, "\u{2A}\u{3}", 0]), "certificate 1[field.1.2.3] /* exists */"),
      (words([4, -1, "\u{1}"].map { $0 as? Int == -1 ? 0xFFFF_FFFF : $0 }), "certificate root = H\"01\""),
      (words([10, "a.b", 4, "x y"]), "info[a.b] = *\"x y\""), (words([99]), nil), (words([2, 1000]), nil),
      ((0..<500).flatMap { _ in words([9]) }, nil), ((0..<2000).flatMap { _ in words([6, 1]) }, nil),
    ] as [([UInt8], String?)])
  func requirementsAsText(_ program: [UInt8], _ text: String?) throws {
    let sample = SampleSignature { $0.requirements = Self.requirements(program) }
    let (slice, _, source) = try Self.read(SampleMachO { $0.signature = sample.bytes }.bytes)
    let requirements = try #require(try slice.codeRequirements(in: source, file: "App"))
    #expect(requirements == [CodeRequirement(kind: "designated", expression: text)])
  }

  @Test(arguments: [
    (SampleSignature.blob(0xFADE_0C01, [0xFF, 0xFF, 0xFF, 0xFF]), "lists 4294967295 parts; the limit is 16"),
    (SampleSignature.blob(0xFADE_0C01, words([1, 3, 4])), "requirement 1 starts at byte 4"),
    (SampleSignature.blob(0xFADE_0C02, words([0])), "the requirements starts with 0xFADE0C02"),
    (SampleSignature.blob(0xFADE_0C01, words([1, 3, 20, 0xFADE_0C00, 500])), "a requirement states 500 bytes"),
  ])
  func malformedRequirements(_ bytes: [UInt8], _ message: String) throws {
    let sample = SampleSignature { $0.requirements = bytes }
    let (slice, _, source) = try Self.read(SampleMachO { $0.signature = sample.bytes }.bytes)
    let error = #expect(throws: FileFactError.self) { try slice.codeRequirements(in: source, file: "App") }
    #expect(error?.message.contains(message) == true, "\(error as Any)")
  }

  // MARK: Entitlements in DER form

  private static func difference(_ xml: String, _ encoded: [UInt8]) throws -> String? {
    let sample = SampleSignature {
      $0.entitlements = EntitlementsTests.xml("<dict>\(xml)</dict>")
      $0.encodedEntitlements = encoded
    }
    let (slice, _, source) = try Self.read(SampleMachO { $0.signature = sample.bytes }.bytes)
    let list = try #require(try slice.entitlements(in: source, file: "App"))
    return try slice.encodedEntitlements(in: source, file: "App")?.difference(from: list, at: list.root)
  }

  @Test(
    arguments: [
      ("<key>a</key><true/>", [("a", .boolean(true))], nil), ("<key>a</key><true/>", [("a", .boolean(false))], "/a"),
      ("<key>a</key><true/>", [], "/a"), ("", [("b", .boolean(false))], "/b"),
      ("<key>a</key><integer>-3</integer>", [("a", .integer(-3))], nil),
      ("<key>a</key><integer>1</integer>", [("a", .boolean(true))], "/a"),
      ("<key>a</key><data>AQI=</data>", [("a", .data([1, 2]))], nil),
      ("<key>a</key><array><string>x</string></array>", [("a", .array([.string("x")]))], nil),
      ("<key>a</key><array><string>x</string></array>", [("a", .array([.string("y")]))], "/a/0"),
      ("<key>a</key><array/>", [("a", .array([.string("y")]))], "/a"),
      ("<key>a</key><dict><key>b</key><string>x</string></dict>", [("a", .dictionary([("b", .string("x"))]))], nil),
      ("<key>a</key><dict/>", [("a", .dictionary([("b", .string("x"))]))], "/a/b"),
    ] as [(String, [(key: String, value: EntitlementValue)], String?)])
  func bothForms(_ xml: String, _ entries: [(key: String, value: EntitlementValue)], _ path: String?) throws {
    #expect(try Self.difference(xml, SampleEntitlements.encoded(entries)) == path)
  }

  @Test func theFormBeforeIOS15() throws {
    let pair = EncodedBytes.element(0x30, [0x0C, 1, 0x61, 0x01, 1, 0xFF])
    #expect(try Self.difference("<key>a</key><true/>", EncodedBytes.element(0x31, pair)) == nil)
  }

  static let malformedEntitlements: [([UInt8], String)] = [
    ([], "an element without a length"), ([0x70, 5, 1], "an element of 5 bytes where 1 are left"),
    ([0x70, 0x80], "a length of another form"), ([0x70, 0x89], "a length of another form"),
    ([0x04, 0], "an unknown form"),
    ([0x70, 3, 2, 1, 2], "an unknown version"), ([0x70, 5, 2, 1, 1, 0x30, 0], "no dictionary"),
    (SampleEntitlements.encoded([]) + [0], "bytes after the end"),
    (SampleEntitlements.encoded([("a", .boolean(true)), ("a", .boolean(true))]), "the key 'a' twice"),
    (EncodedBytes.element(0x31, [0x0C, 0]), "an entry that is not a key and a value"),
    (EncodedBytes.element(0x31, EncodedBytes.element(0x30, [0x0C, 1, 0xFF, 0x01, 1, 0])), "not UTF-8"),
    (EncodedBytes.element(0x31, EncodedBytes.element(0x30, [0x0C, 0, 0x05, 0])), "the unknown type 0x5"),
    (
      SampleEntitlements.encoded([("a", (0..<100).reduce(.boolean(true)) { value, _ in .array([value]) })]),
      "nested more than 32 levels deep"
    ),
  ]

  @Test(arguments: malformedEntitlements) func malformedEncodings(_ bytes: [UInt8], _ message: String) throws {
    let error = #expect(throws: FileFactError.self) { try Self.difference("", bytes) }
    #expect(error?.message.contains(message) == true, "\(error as Any)")
  }

  @Test func damagedEncodings() {
    let bytes = SampleEntitlements.encoded([
      ("a", .array([.string("x"), .integer(7)])), ("b", .dictionary([("c", .data([1]))])),
    ])
    for position in bytes.indices {
      for value in [0, 1, 0x30, 0x7F, 0x80, 0x84, 0xFF] as [UInt8] {
        _ = try? Self.difference("", bytes.replacing(position, value))
      }
    }
  }
}
