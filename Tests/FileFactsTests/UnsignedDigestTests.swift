import FileFacts
import PropertyLists
import SampleFiles
import Testing

/// `MachOFile.unsignedDigest`
@Suite struct UnsignedDigestTests {
  private static func code(_ signature: [UInt8]?, _ change: (inout SampleMachO) -> Void = { _ in }) -> [UInt8] {
    SampleMachO {
      ($0.symbols, $0.tail) = (.init(exports: ["_main"]), [1, 2, 3, 0, 0, 4])
      $0.signature = signature
      change(&$0)
    }.bytes
  }

  private static func digest(_ bytes: [UInt8]) throws -> String {
    let source = ByteArray(bytes)
    return try #require(try MachOFile.read(source, file: "App")).unsignedDigest(in: source, file: "App")
  }

  /// The code as it was before `codesign` added its command and the signature.
  private static func unsigned(_ bytes: [UInt8], signature: Int) -> [UInt8] {
    var bytes = Array(bytes.dropLast(signature))
    let size = Int(bytes[20]) | Int(bytes[21]) << 8
    bytes[16] -= 1
    (bytes[20], bytes[21]) = (UInt8((size - 16) & 0xFF), UInt8((size - 16) >> 8))
    for position in (32 + size - 16)..<(32 + size) { bytes[position] = 0 }
    return bytes
  }

  @Test func signaturesDoNotCount() throws {
    let (short, long) = ([UInt8](repeating: 7, count: 40), [UInt8](repeating: 9, count: 400))
    let wanted = try Self.digest(Self.code(short))
    #expect(try Self.digest(Self.code(long)) == wanted)
    #expect(try Self.digest(Self.unsigned(Self.code(short), signature: 40)) == wanted)
    // The padding before a signature.
    #expect(try Self.digest(Self.unsigned(Self.code(short), signature: 40) + [0, 0, 0]) == wanted)
    #expect(try Self.digest(SampleMachO.fat([(0x0100_000C, 0, Self.code(long))])) == wanted)
  }

  @Test func theSizeOfTheLastSegmentDoesNotCount() throws {
    func code(_ size: UInt64, name: String = "__LINKEDIT") -> [UInt8] {
      Self.code([1, 2]) { code in
        var body = ByteWriter(isBigEndian: false)
        body.add(name: name)
        body.add64(0, size, 0, size)
        body.add(1, 1, 0, 0)
        code.commands.append((0x19, body.bytes))
      }
    }
    #expect(try Self.digest(code(16)) == Self.digest(code(32)))
    #expect(try Self.digest(code(16, name: "__TEXT")) != Self.digest(code(32, name: "__TEXT")))
  }

  @Test func everythingElseCounts() throws {
    let wanted = try Self.digest(Self.code([1, 2]))
    for bytes in [
      Self.code([1, 2]) { $0.tail[5] = 5 }, Self.code([1, 2]) { $0.tail[3] = 1 },
      Self.code([1, 2]) { $0.symbols = .init(exports: ["_mail"]) },
      Self.code([1, 2]) { $0.add(library: "/usr/lib/a") },
      Self.code([1, 2]) { $0.flags = 1 }, Self.code([1, 2]) + [8],
      SampleMachO.fat([
        (0x0100_000C, 0, Self.code([1, 2])),
        (
          0x0100_0007, 3,
          Self.code([1, 2]) {
            $0.cpuType = 0x0100_0007; $0.cpuSubtype = 3
          }
        ),
      ]),
    ] { #expect(try Self.digest(bytes) != wanted) }
  }

  @Test func aSignatureOutsideIsAnError() throws {
    let bytes = Array(Self.code([1, 2, 3, 4]).dropLast(2))
    #expect(throws: FileFactError.self) { try Self.digest(bytes) }
  }
}
