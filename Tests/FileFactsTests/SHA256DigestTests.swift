import Basics
import FileFacts
import PropertyLists
import Testing

@Suite struct SHA256DigestTests {
  /// The first three are from FIPS 180-4 and `sha256sum`.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func digests(_ text: String, _ expected: String) throws {
    #expect(try SHA256Digest.of(ByteArray(Array(text.utf8)), file: "a") == expected)
    var pieces = SHA256Digest()
    for byte in text.utf8.prefix(1000) { withUnsafeBytes(of: byte) { pieces.update($0) } }
    if text.utf8.count <= 1000 { #expect(pieces.hexadecimal == expected) }
  }

  @Test func readsInPieces() throws {
    let source = CountingSource([UInt8](repeating: 1, count: 1 << 20))
    _ = try SHA256Digest.of(source, file: "a.bin")
    #expect(source.bytesRead == 1 << 20)
    #expect(source.reads == 4)
  }

  @Test func whatCannotBeReadIsAnError() {
    let broken = CountingSource([UInt8](repeating: 1, count: 1 << 20))
    broken.failsFrom = 1 << 19
    #expect(throws: FileFactError.self) { try SHA256Digest.of(broken, file: "a.bin") }
    let cut = CountingSource([UInt8](repeating: 1, count: 1 << 20))
    cut.endsAt = 1 << 18
    let error = #expect(throws: FileFactError.self) { try SHA256Digest.of(cut, file: "a.bin") }
    #expect(error?.description == "a.bin:byte 262144: error: the file became shorter while it was being read")
    let error2 = #expect(throws: FileFactError.self) { try SHA256Digest.of(Endless(), file: "a.bin") }
    #expect(
      error2?.description
        == "a.bin: error: the file has 9223372036854775807 bytes; a SHA-256 is computed only for files of up to 1073741824 bytes"
    )
  }

  private struct Endless: ByteSource {
    let count = Int.max
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
      buffer.count
    }
  }
}
