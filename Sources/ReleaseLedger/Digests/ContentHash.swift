internal import Basics
import BuildRecords
internal import Bundles
internal import PropertyLists

struct ContentHash {
  /// The kind of data. No tag is the beginning of another, because each ends in its only zero byte.
  enum Tag: String {
    case file = "bundlepolicy file 1"
    case link = "bundlepolicy link 1"
    case directory = "bundlepolicy directory 1"
    case propertyList = "bundlepolicy property list 1"
    /// For revisions of files, never stored.
    case revisions = "bundlepolicy revisions 1"
  }

  private var digest = SHA256Digest()

  init(_ tag: Tag) {
    add(tag.rawValue)
    add(byte: 0)
  }

  mutating func add(byte: UInt8) { digest.update(bigEndian: byte) }

  mutating func add(_ bytes: [UInt8]) { digest.update(bytes) }

  mutating func add(_ bytes: UnsafeRawBufferPointer) { digest.update(bytes) }

  mutating func add(_ text: String) { digest.update(text) }

  mutating func add(number: UInt64) { digest.update(bigEndian: number) }

  var bytes: [UInt8] { digest.bytes }

  static func of(_ revisions: [FileRevision?]) -> [UInt8] {
    var hash = ContentHash(.revisions)
    for revision in revisions {
      let numbers = revision?.numbers ?? []
      hash.add(byte: UInt8(clamping: numbers.count))
      for number in numbers { hash.add(number: number) }
    }
    return hash.bytes
  }

  static func of(_ list: PropertyList, file: String) throws(LedgerError) -> ContentDigest {
    var hash = ContentHash(.propertyList)
    hash.add(list.binaryBytes)
    guard let digest = ContentDigest(bytes: hash.bytes) else { throw .contentUnread(file, "it has no digest") }
    return digest
  }
}
