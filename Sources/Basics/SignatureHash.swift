/// The hash types of code signatures, by their numbers in `cs_blobs.h` (xnu).
package enum SignatureHash: UInt8, Hashable, Sendable, CaseIterable {
  case sha1 = 1
  case sha256 = 2
  case truncatedSHA256 = 3
  case sha384 = 4

  package var name: String { facts.name }

  package var size: Int { self == .truncatedSHA256 ? 20 : facts.algorithm.size }

  /// The system uses the code directory with the highest rank.
  package var rank: Int { facts.rank }

  private var facts: (name: String, algorithm: DigestAlgorithm, rank: Int) {
    switch self {
    case .sha1: ("sha1", .sha1, 0)
    case .truncatedSHA256: ("sha256-truncated", .sha256, 1)
    case .sha256: ("sha256", .sha256, 2)
    case .sha384: ("sha384", .sha384, 3)
    }
  }

  package func hash(of bytes: [UInt8]) -> [UInt8] {
    var hasher = Hasher(self)
    bytes.withUnsafeBytes { hasher.update($0) }
    return hasher.hash
  }

  package struct Hasher {
    private let size: Int
    private var digest: Digest

    package init(_ kind: SignatureHash) { (size, digest) = (kind.size, Digest(kind.facts.algorithm)) }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) { digest.update(bytes) }

    package var hash: [UInt8] { Array(digest.bytes.prefix(size)) }
  }
}
