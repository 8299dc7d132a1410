import SampleFiles
import FileFacts
import PropertyLists
import Testing

@Suite struct EntitlementsTests {
  static func read(_ bytes: [UInt8]) throws -> PropertyList? {
    let source = ByteArray(bytes)
    return try #require(try MachOFile.read(source, file: "App")).entitlements(in: source, file: "App")
  }

  static func xml(_ entries: String) -> [UInt8] { Array("<plist version=\"1.0\">\(entries)</plist>".utf8) }

  static func signed(_ change: (inout SampleSignature) -> Void) -> [UInt8] {
    SampleMachO { $0.signature = SampleSignature(change).bytes }.bytes
  }

  static func signed(_ entries: String) -> [UInt8] { signed { $0.entitlements = xml("<dict>\(entries)</dict>") } }

  /// Returns keys and values in order.
  static func text(_ list: PropertyList?) -> String? {
    guard let list else { return nil }
    return (0..<list.count(of: list.root)).map { position in
      let value = list.element(of: list.root, at: position)
      let shown = value.map { list.boolean(of: $0).map(String.init) ?? list.string(of: $0) ?? list.kind(of: $0).name }
      return "\(list.key(of: list.root, at: position))=\(shown ?? "")"
    }.joined(separator: " ")
  }

  @Test func noneInUnsignedCode() throws {
    #expect(try Self.read(SampleMachO().bytes) == nil)
    #expect(try Self.read(Self.signed { $0.isCertified = true }) == nil)
    #expect(try Self.read(SampleMachO { $0.signature = SampleSignature().directory }.bytes) == nil)
  }

  @Test func values() throws {
    let entries =
      "<key>a.sandbox</key><true/><key>a.team</key><string>T</string><key>a.groups</key><array><string>g</string></array>"
    let list = try #require(try Self.read(Self.signed(entries)))
    #expect(Self.text(list) == "a.sandbox=true a.team=T a.groups=array")
    let groups = try #require(list.value(of: list.root, forKey: "a.groups"))
    #expect(list.element(of: groups, at: 0).flatMap { list.string(of: $0) } == "g")
  }

  @Test func anEmptyDictionaryIsNotNone() throws {
    #expect(Self.text(try Self.read(Self.signed(""))) == "")
  }

  @Test func bothForms() throws {
    let bytes = Self.signed {
      $0.entitlements = Self.xml("<dict><key>a</key><true/></dict>")
      $0.encodedEntitlements = [0x70, 0]
    }
    #expect(Self.text(try Self.read(bytes)) == "a=true")
  }

  @Test func theCodeSignatureIsReadAllTheSame() throws {
    let source = ByteArray(Self.signed { ($0.entitlements, $0.identifier, $0.isCertified) = ([1], "com.x", true) })
    let slice = try #require(try MachOFile.read(source, file: "App")?.slices.first)
    let signature = try slice.codeSignature(in: source, file: "App")
    #expect(signature?.identifier == "com.x" && signature?.hasCertificate == true)
  }

  static func fat(_ first: [UInt8]?, _ second: [UInt8]?) -> [UInt8] {
    func slice(_ type: UInt32, _ subtype: UInt32, _ entitlements: [UInt8]?) -> (UInt32, UInt32, [UInt8]) {
      let code = SampleMachO {
        ($0.cpuType, $0.cpuSubtype) = (type, subtype)
        $0.signature = SampleSignature { $0.entitlements = entitlements }.bytes
      }
      return (type, subtype, code.bytes)
    }
    return SampleMachO.fat([slice(0x0100_000C, 0, first), slice(0x0100_0007, 3, second)])
  }

  @Test(
    arguments: [
      ("<key>a</key><true/>", "<key>a</key><true/>", "a=true"), (nil, nil, nil), ("", nil, ""), ("", "", ""),
      ("<key>a</key><array/><key>b</key><true/>", "<key>b</key><true/><key>a</key> <array/>", "a=array b=true"),
    ] as [(String?, String?, String?)])
  func ofSeveralSlices(_ first: String?, _ second: String?, _ expected: String?) throws {
    func list(_ entries: String?) -> [UInt8]? { entries.map { Self.xml("<dict>\($0)</dict>") } }
    let text = Self.text(try Self.read(Self.fat(list(first), list(second))))
    #expect(text.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  /// A key that is missing in one slice is not hidden by another slice.
  @Test(
    arguments: [
      ("<key>a</key><true/>", nil, "the slice arm64 has the entitlement 'a', but the slice x86_64 does not"),
      (nil, "<key>a</key><true/>", "the slice x86_64 has the entitlement 'a', but the slice arm64 does not"),
      ("<key>a</key><true/>", "", "the slice arm64 has the entitlement 'a', but the slice x86_64 does not"),
      (
        "<key>a</key><true/>", "<key>b</key><false/><key>a</key><true/>",
        "the slice x86_64 has the entitlement 'b', but the slice arm64 does not"
      ),
      // Different keys that Unicode considers equivalent.
      (
        "<key>\u{E9}</key><true/>", "<key>e\u{301}</key><true/>",
        "the slice x86_64 has the entitlement 'e\u{301}', but the slice arm64 does not"
      ),
    ] as [(String?, String?, String)])
  func slicesThatLackEntitlements(_ first: String?, _ second: String?, _ message: String) {
    func list(_ entries: String?) -> [UInt8]? { entries.map { Self.xml("<dict>\($0)</dict>") } }
    let error = #expect(throws: FileFactError.self) { try Self.read(Self.fat(list(first), list(second))) }
    #expect(error.map { Array($0.message.utf8) } == Array(message.utf8))
  }

  @Test func oneSliceThatIsNotSigned() {
    let signed = SampleMachO { $0.signature = SampleSignature { $0.entitlements = Self.sound }.bytes }.bytes
    let bytes = SampleMachO.fat([
      (0x0100_000C, 0, signed), (0x0100_0007, 3, SampleMachO { ($0.cpuType, $0.cpuSubtype) = (0x0100_0007, 3) }.bytes),
    ])
    let error = #expect(throws: FileFactError.self) { try Self.read(bytes) }
    #expect(error?.message == "the slice arm64 has the entitlement 'a', but the slice x86_64 is not signed")
  }

  @Test(arguments: [
    ("<true/>", "<false/>"), ("<true/>", "<string>true</string>"), ("<integer>1</integer>", "<real>1</real>"),
    ("<array><string>g</string></array>", "<array><string>g</string><string>h</string></array>"),
  ])
  func slicesThatDisagree(_ first: String, _ second: String) {
    let fat = Self.fat(Self.xml("<dict><key>a</key>\(first)</dict>"), Self.xml("<dict><key>a</key>\(second)</dict>"))
    let error = #expect(throws: FileFactError.self) { try Self.read(fat) }
    #expect(error?.message == "the entitlement 'a' has different values in the slices arm64 and x86_64")
    #expect(error?.file == "App")
  }

  @Test func aMalformedSecondSlice() {
    let error = #expect(throws: FileFactError.self) { try Self.read(Self.fat(Self.xml("<dict/>"), Self.xml("<dict>"))) }
    #expect(error?.message.contains("malformed") == true)
  }

  static let sound = xml("<dict><key>a</key><true/></dict>")

  static let malformed: [(String, [UInt8], String)] = [
    ("DER alone", signed { $0.encodedEntitlements = [0x70, 0] }, "only in DER form, which is not supported"),
    ("empty", signed { $0.entitlements = [] }, "the entitlements are malformed"),
    ("garbage", signed { $0.entitlements = [0xFF, 0, 0xFE] }, "the entitlements "),
    ("cut short", signed { $0.entitlements = Array(sound.dropLast(9)) }, "the entitlements are malformed"),
    (
      "old style", signed { $0.entitlements = Array("{ a = b; }".utf8) },
      "the entitlements are not an XML property list"
    ),
    ("binary", signed { $0.entitlements = Array("bplist00".utf8) }, "the entitlements are malformed"),
    ("an array", signed { $0.entitlements = xml("<array/>") }, "the entitlements must be a dictionary, not array"),
    ("a string", signed { $0.entitlements = xml("<string>a</string>") }, "not string"),
    (
      "one key twice", signed("<key>a</key><true/><key>a</key><false/>"),
      "tools read these entitlements differently"
    ),
    ("more behind the list", signed { $0.entitlements = sound + sound }, "these entitlements "),
    ("another magic number", signed { ($0.entitlements, $0.entitlementsMagic) = (sound, 0xFADE_7172) }, "0xFADE7172"),
    (
      "no length", signed { ($0.entitlements, $0.entitlementsLength) = (sound, 0) }, "states 0 bytes; it has at least 8"
    ),
    ("length of seven", signed { ($0.entitlements, $0.entitlementsLength) = (sound, 7) }, "states 7 bytes"),
    ("head alone", signed { ($0.entitlements, $0.entitlementsLength) = (sound, 8) }, "the entitlements are malformed"),
    ("huge length", signed { ($0.entitlements, $0.entitlementsLength) = (sound, .max) }, "states 4294967295 bytes"),
    (
      "length into the next part",
      signed { ($0.entitlements, $0.entitlementsLength) = (sound, UInt32(sound.count + 9)) },
      "shares bytes with part 0x0"
    ),
    (
      "over another part",
      signed { ($0.entitlements, $0.encodedEntitlements, $0.partOffset) = (sound, sound, (7, 52 + 16)) },
      "states"
    ),
    (
      "part on the same place",
      signed { ($0.entitlements, $0.partOffset, $0.encodedEntitlements) = (sound, (7, 52), sound) },
      "shares bytes with part 0x7"
    ),
    ("in the table", signed { ($0.entitlements, $0.partOffset) = (sound, (5, 35)) }, "part 0x5 starts at byte 35"),
    ("outside", signed { ($0.entitlements, $0.partOffset) = (sound, (5, .max)) }, "part 0x5 starts at byte 4294967295"),
    ("another part outside", signed { ($0.entitlements, $0.partOffset) = (sound, (0x1_0000, .max)) }, "part 0x10000"),
    (
      "twice",
      signed {
        $0.entitlements = sound
        $0.furtherParts = [(5, SampleSignature.blob(0xFADE_7171, xml("<dict/>")))]
      }, "contains entitlements twice"
    ),
    (
      "too large", signed { $0.entitlements = [UInt8](repeating: 0x20, count: 1 << 20) + sound }, "the limit is 1048576"
    ),
    ("deep", signed { $0.entitlements = deep }, "the entitlements are malformed"),
  ]

  static let deep = xml(String(repeating: "<array>", count: 10_000) + String(repeating: "</array>", count: 10_000))

  @Test(arguments: malformed) func malformedEntitlements(_ name: String, _ bytes: [UInt8], _ message: String) {
    let error = #expect(throws: FileFactError.self, "\(name)") { try Self.read(bytes) }
    #expect(error?.message.contains(message) == true, "\(name): \(error as Any)")
    #expect(error?.file == "App")
  }

  /// A changed byte gives an error or a list, never a crash.
  @Test func damage() {
    let bytes = Self.fat(Self.sound, Self.xml("<dict><key>b</key><integer>1</integer></dict>"))
    for position in 4..<bytes.count {
      for value in [0, 0x7F, 0xFF] as [UInt8] { _ = try? Self.read(bytes.replacing(position, value)) }
    }
    for count in stride(from: 4, to: bytes.count, by: 3) { _ = try? Self.read(Array(bytes.prefix(count))) }
  }
}
