import SampleFiles
import Basics
import FileFacts
import PropertyLists
import Testing

@Suite struct CodeSignatureTests {
  private static func signature(_ bytes: [UInt8]) throws -> CodeSignature? {
    let source = ByteArray(bytes)
    let file = try #require(try MachOFile.read(source, file: "App"))
    return try #require(file.slices.last).codeSignature(in: source, file: "App")
  }

  private static func signed(_ change: (inout SampleSignature) -> Void) -> [UInt8] {
    SampleMachO { $0.signature = SampleSignature(change).bytes }.bytes
  }

  @Test func unsigned() throws {
    #expect(try Self.signature(SampleMachO().bytes) == nil)
  }

  @Test func adHoc() throws {
    let signature = try #require(try Self.signature(Self.signed { _ in }))
    #expect(signature.identifier == "com.example.app")
    #expect(signature.team == nil)
    #expect(signature.flags == .adHoc)
    #expect(!signature.hasCertificate)
  }

  @Test func identified() throws {
    let signature = try #require(
      try Self.signature(
        Self.signed {
          ($0.identifier, $0.team, $0.flags, $0.isCertified) = ("org.example.tool", "ABCDE12345", 0x1_0000, true)
        }))
    #expect(signature.identifier == "org.example.tool")
    #expect(signature.team == "ABCDE12345")
    #expect(signature.flags == .hardenedRuntime)
    #expect(signature.hasCertificate)
  }

  @Test func byTheLinker() throws {
    let signature = try #require(try Self.signature(Self.signed { $0.flags = 0x2_0002 }))
    #expect(signature.flags == [.adHoc, .linkerSigned])
  }

  /// Directories before version 0x20200 have other bytes at the position of the team.
  @Test(arguments: [(0x2_0100, nil), (0x2_0200, "TEAM"), (0x2_0400, "TEAM")] as [(UInt32, String?)])
  func versions(_ version: UInt32, _ team: String?) throws {
    let signature = try Self.signature(Self.signed { ($0.version, $0.team) = (version, "TEAM") })
    #expect(signature?.identifier == "com.example.app")
    #expect(signature?.team == team)
  }

  @Test func aDirectoryAlone() throws {
    let signature = try Self.signature(SampleMachO { $0.signature = SampleSignature().directory }.bytes)
    #expect(signature?.identifier == "com.example.app")
    #expect(signature?.hasCertificate == false)
  }

  @Test func ofTheSecondSlice() throws {
    let arm = Self.signed { $0.identifier = "arm" }
    let intel = SampleMachO {
      ($0.cpuType, $0.cpuSubtype) = (0x0100_0007, 3)
      $0.signature = SampleSignature { $0.identifier = "intel" }.bytes
    }.bytes
    let fat = SampleMachO.fat([(0x0100_000C, 0, arm), (0x0100_0007, 3, intel)])
    #expect(try Self.signature(fat)?.identifier == "intel")
  }

  @Test func ofAFileWithItsMostSignificantByteFirst() throws {
    let bytes = SampleMachO {
      ($0.isBigEndian, $0.is64Bit) = (true, false)
      $0.signature = SampleSignature().bytes
    }.bytes
    #expect(try Self.signature(bytes)?.identifier == "com.example.app")
  }

  static let malformed: [(String, [UInt8], String)] = [
    ("outside", SampleMachO { $0.add(0x1D, 47, 2) }.bytes, "has 2 bytes at offset 47, but the slice has only 48"),
    ("far outside", SampleMachO { $0.add(0x1D, .max, .max) }.bytes, "has 4294967295 bytes at offset 4294967295"),
    (
      "of four bytes", SampleMachO { $0.signature = [1, 2, 3, 4] }.bytes,
      "the code signature needs 8 bytes here, but only 4"
    ),
    (
      "zeros", SampleMachO { $0.signature = [UInt8](repeating: 0, count: 32) }.bytes,
      "the code signature states 0 bytes; it has at least 8, and 32 are left"
    ),
    (
      "of another kind", SampleMachO { $0.signature = [0xFA, 0xDE, 0x0C, 0xC1, 0, 0, 0, 12, 0, 0, 0, 0] }.bytes,
      "starts with 0xFADE0CC1, not with 0xFADE0CC0"
    ),
    (
      "empty", SampleMachO { $0.signature = [0xFA, 0xDE, 0x0C, 0xC0, 0, 0, 0, 12, 0, 0, 0, 0] }.bytes,
      "has no code directory"
    ),
    ("huge count", signed { $0.statedCount = .max }, "lists 4294967295 parts; the limit is 64"),
    ("table outside", signed { $0.statedCount = 64 }, "the table of the code signature needs 512 bytes here"),
    ("directory in the table", signed { $0.directoryOffset = 27 }, "part 0x0 starts at byte 27"),
    ("directory outside", signed { $0.directoryOffset = .max }, "part 0x0 starts at byte 4294967295"),
    ("no directory", signed { $0.directoryOffset = 28 }, "the code directory states 8 bytes; it has at least 44"),
    ("short directory", signed { $0.directoryLength = 43 }, "the code directory states 43 bytes; it has at least 44"),
    ("long directory", signed { $0.directoryLength = .max }, "the code directory states 4294967295 bytes"),
    (
      "directory without room for the team", signed { $0.directoryLength = 51 },
      "which is not after the fields and within 51 bytes"
    ),
    ("identifier in the fields", signed { $0.identifierOffset = 43 }, "the identifier in the code directory starts at"),
    ("identifier outside", signed { $0.identifierOffset = .max }, "the identifier in the code directory starts at"),
    ("identifier without end", signed { $0.isTerminated = false }, "has no end within 15 bytes"),
    (
      "endless identifier", signed { $0.identifier = String(repeating: "x", count: 4000) }, "has no end within 1024"
    ),
  ]

  @Test(arguments: malformed) func malformedSignatures(_ name: String, _ bytes: [UInt8], _ message: String) {
    let error = #expect(throws: FileFactError.self, "\(name)") { try Self.signature(bytes) }
    #expect(error?.message.contains(message) == true, "\(name): \(error as Any)")
  }

  /// Changes each byte, and several at once: gives an error or a signature, never a crash.
  @Test func damage() {
    let bytes = Self.signed { ($0.team, $0.isCertified) = ("TEAM", true) }
    for position in 4..<bytes.count {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] { _ = try? Self.signature(bytes.replacing(position, value)) }
    }
    var state: UInt64 = 20_261_122
    for _ in 0..<2_000 {
      var damaged = bytes
      for _ in 0..<4 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let position = 4 + Int(state >> 33) % (bytes.count - 4)
        damaged[position] = UInt8(truncatingIfNeeded: state >> 24)
      }
      _ = try? Self.signature(damaged)
    }
  }
}

/// The certificate that signed the code.
@Suite struct SignerTests {
  private static func signer(_ message: [UInt8]?, certified: Bool = false) throws(FileFactError) -> SigningCertificate?
  {
    let signature = SampleSignature {
      $0.message = message
      $0.isCertified = certified
    }
    let source = ByteArray(SampleMachO { $0.signature = signature.bytes }.bytes)
    guard let slice = try MachOFile.read(source, file: "App")?.slices.first else { return nil }
    return try slice.signatureMessage(in: source, file: "App")?.certificates.first
  }

  private static let signed = SampleProfile([]) {
    $0.certificate = SampleCertificate()
    $0.hasContent = false
  }

  @Test func isFoundByItsNumber() throws {
    // Another certificate of the same issuer comes first.
    let signer = try #require(try Self.signer(Self.signed.bytes))
    #expect(signer.commonName == "Apple Distribution: Example (ABCDE12345)" && signer.team == "ABCDE12345")
    #expect(signer.sha256 == SHA256Digest(of: SampleCertificate().bytes).hexadecimal)
    var pieces = Self.signed
    pieces.pieceSize = 10
    #expect(try Self.signer(pieces.bytes) == signer)
  }

  @Test func whereThereIsNone() throws {
    #expect(try Self.signer([]) == nil)
    // The certificate is missing or has another name.
    #expect(try Self.signer(SampleProfile([]).bytes) == nil)
    let plain = ByteArray(SampleMachO().bytes)
    #expect(try MachOFile.read(plain, file: "App")?.slices.first?.signatureMessage(in: plain, file: "App") == nil)
  }

  @Test func whatIsMalformed() {
    func message(_ bytes: [UInt8]?) -> String? {
      do throws(FileFactError) {
        _ = try Self.signer(bytes, certified: true)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(
      message(nil) == "the signature in the code signature is malformed: the signed message is malformed: it ends early"
    )
    #expect(message([UInt8](repeating: 0, count: (1 << 20) + 1))?.hasSuffix("the limit is 1048576") == true)
    let whole = Self.signed.bytes
    for count in 1..<whole.count { #expect(message(Array(whole[..<count])) != nil, "\(count) bytes") }
  }
}
