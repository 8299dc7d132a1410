import Testing

@testable import Basics

/// Digests, also of bytes given in chunks of any size.
@Suite struct DigestTests {
  /// The examples of FIPS 180-4: "abc", and "a" a million times.
  @Test(arguments: [
    (
      DigestAlgorithm.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d", "34aa973cd4c4daa4f61eeb2bdbad27316534016f"
    ),
    (
      .sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
    (
      .sha384,
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
      "9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b07b8b3dc38ecc4ebae97ddd87f3d8985"
    ),
    (
      .sha512,
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
      "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973ebde0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b"
    ),
  ])
  func knownDigests(_ algorithm: DigestAlgorithm, _ short: String, _ long: String) {
    #expect(Hexadecimal.text(of: algorithm.digest(of: Array("abc".utf8)[...])) == short)
    #expect(algorithm.size * 2 == short.utf8.count)
    let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(Hexadecimal.text(of: algorithm.digest(of: million[...])) == long)
    // Lengths near the block sizes, 64 and 128 bytes.
    for size in [1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 1000] {
      var digest = Digest(algorithm)
      var rest = million[...]
      while !rest.isEmpty {
        rest.prefix(size).withUnsafeBytes { digest.update($0) }
        rest = rest.dropFirst(size)
      }
      #expect(Hexadecimal.text(of: digest.bytes) == long, "in pieces of \(size) bytes")
    }
  }

  @Test func readingADigestEndsNothing() {
    var digest = Digest(.sha512)
    let empty = digest.bytes
    let copy = digest
    Array("abc".utf8).withUnsafeBytes { digest.update($0) }
    digest.update(UnsafeRawBufferPointer(start: nil, count: 0))
    #expect(digest.bytes == DigestAlgorithm.sha512.digest(of: Array("abc".utf8)[...]) && digest.bytes == digest.bytes)
    #expect(copy.bytes == empty && empty == DigestAlgorithm.sha512.digest(of: [][...]))
    let shortened = Array(SHA256Digest(of: Array("abc".utf8)).bytes.prefix(20))
    #expect(SignatureHash.truncatedSHA256.hash(of: Array("abc".utf8)) == shortened)
  }
}
