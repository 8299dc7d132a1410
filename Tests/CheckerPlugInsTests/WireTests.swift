import PolicyTestSupport
import PropertyLists
import Testing

@testable import CheckerPlugIns

/// Messages between the program and the process of its checkers.
@Suite struct WireTests {
  private static func info() throws -> PropertyList {
    try PropertyList.parse(
      Array(
        PropertyListText.document(
          "<key>A</key><array><integer>1</integer><string>\u{E9}</string></array><key>B</key><data>AAEC</data>"
        ).utf8), file: "Info.plist")
  }

  private static func facts() throws -> CheckerFacts {
    CheckerFacts(
      path: "Contents/PlugIns/\u{E9}.appex", name: "\u{E9}.appex", kind: "extension", platform: "macos",
      layout: "contents",
      identifier: nil, executable: "Contents/MacOS/x", infoPath: "Contents/Info.plist",
      resourcesPath: "Contents/Resources", parent: 0, children: [2, 3, 500], info: try info())
  }

  private static let description = CheckerDescription(
    identifier: "com.example.icons", version: "1.2", summary: "Icons", help: nil,
    options: [
      .init(
        name: "tolerance", kind: .number, summary: "How much", defaultText: "0.1", isRequired: false, bounds: 0...0.5,
        choices: []),
      .init(
        name: "kinds", kind: .texts, summary: "Which", defaultText: nil, isRequired: true, bounds: nil,
        choices: ["a", "b"]),
    ])

  private static let finding = CheckerFinding(
    severity: .warning, message: "m", expected: "e", fix: nil, discriminator: "", file: "\u{1F600}", bundle: 7,
    pointer: "/A/0", key: nil)

  private static var outcome: CheckerOutcome {
    var outcome = CheckerOutcome()
    outcome.calls = UInt64.max
    outcome.bytes = 12
    outcome.reads = [.init(kind: .files, bundle: 0, name: "**"), .init(kind: .key, bundle: 1, name: "/A")]
    outcome.isReadsCut = true
    outcome.failure = PlugInError(.failed, "why", file: nil, hint: "what")
    return outcome
  }

  private static func bytes(_ write: (inout WireWriter) -> Void) -> [UInt8] {
    var writer = WireWriter()
    write(&writer)
    return writer.bytes
  }

  private struct Message {
    let bytes: [UInt8]
    /// Reads a message; writes what it read again.
    let again: ([UInt8]) throws -> [UInt8]
  }

  private static func messages() throws -> [Message] {
    let facts = try facts()
    return [
      Message(bytes: bytes(facts.write)) { bytes in
        var reader = WireReader(bytes)
        let read = try CheckerFacts(&reader)
        try reader.finish()
        return Self.bytes(read.write)
      },
      Message(bytes: bytes(description.write)) { bytes in
        var reader = WireReader(bytes)
        let read = try CheckerDescription(&reader)
        try reader.finish()
        return Self.bytes(read.write)
      },
      Message(bytes: bytes(finding.write)) { bytes in
        var reader = WireReader(bytes)
        let read = try CheckerFinding(&reader)
        try reader.finish()
        return Self.bytes(read.write)
      },
      Message(bytes: bytes(outcome.write)) { bytes in
        var reader = WireReader(bytes)
        var read = CheckerOutcome()
        try read.readEnd(&reader)
        try reader.finish()
        return Self.bytes(read.write)
      },
      Message(bytes: bytes(PlugInError(.load, "m", file: "f", hint: nil).write)) { bytes in
        var reader = WireReader(bytes)
        let read = try PlugInError(&reader)
        try reader.finish()
        return Self.bytes(read.write)
      },
      Message(bytes: bytes(CheckerReadError.unreadable("why").write)) { bytes in
        var reader = WireReader(bytes)
        let read = try CheckerReadError(&reader)
        try reader.finish()
        return Self.bytes(read.write)
      },
    ]
  }

  @Test func whatIsWrittenIsRead() throws {
    for message in try Self.messages() { #expect(try message.again(message.bytes) == message.bytes) }
    var reader = WireReader(Self.bytes(Self.description.write))
    #expect(try CheckerDescription(&reader) == Self.description)
    reader = WireReader(Self.bytes(Self.finding.write))
    #expect(try CheckerFinding(&reader) == Self.finding)
    for code in PlugInCode.allCases {
      reader = WireReader(Self.bytes(PlugInError(code, "").write))
      #expect(try PlugInError(&reader).code == code)
    }
  }

  @Test func whatIsCutOffIsRefused() throws {
    for message in try Self.messages() {
      for count in 0..<message.bytes.count {
        #expect(throws: WireError.self) { try message.again(Array(message.bytes.prefix(count))) }
      }
      #expect(throws: WireError.self) { try message.again(message.bytes + [0]) }
    }
  }

  /// Damaged messages, the same in each run, are read or refused.
  @Test func damageNeverTraps() throws {
    var state: UInt64 = 0x2026_1122
    func random(_ bound: Int) -> Int {
      // SplitMix64 (Steele, Lea and Flood, 2014).
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return Int((mixed ^ mixed >> 31) % UInt64(bound))
    }
    var refused = 0
    for message in try Self.messages() {
      for _ in 0..<3000 {
        var bytes = message.bytes
        for _ in 0...random(4) {
          let at = random(bytes.count)
          switch random(4) {
          case 0: bytes[at] = UInt8(random(256))
          case 1: bytes[at] ^= 1 << UInt8(random(8))
          case 2: for position in at..<min(at + 8, bytes.count) { bytes[position] = 0xFF }
          default: bytes = bytes.count > 1 ? Array(bytes.prefix(at + 1)) : bytes
          }
        }
        do { _ = try message.again(bytes) } catch { refused += 1 }
      }
    }
    #expect(refused > 1000)
  }

  @Test func whatIsRandomNeverTraps() throws {
    var state: UInt64 = 7
    for length in 0..<400 {
      let bytes = (0..<length).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> (length % 2 == 0 ? 33 : 61))
      }
      for message in try Self.messages() { _ = try? message.again(bytes) }
    }
  }
}
