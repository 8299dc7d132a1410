internal import Basics
import BuildRecords
internal import Bundles
internal import PropertyLists

/// The kind of data that a digest is of. No tag is the beginning of another, because each ends in its only zero byte.
enum ContentTag: String {
  case file = "bundlepolicy file 1"
  case link = "bundlepolicy link 1"
  case directory = "bundlepolicy directory 1"
  case propertyList = "bundlepolicy property list 1"
  /// For revisions of files, never stored.
  case revisions = "bundlepolicy revisions 1"
}

extension SHA256Digest {
  init(_ tag: ContentTag) {
    self.init()
    update(tag.rawValue + "\0")
  }

  init(of revisions: [FileRevision?]) {
    self.init(.revisions)
    for revision in revisions {
      let numbers = revision?.numbers ?? []
      update(bigEndian: UInt8(clamping: numbers.count))
      for number in numbers { update(bigEndian: number) }
    }
  }
}

extension ContentDigest {
  init(of list: PropertyList, file: String) throws(LedgerError) {
    var hash = SHA256Digest(.propertyList)
    hash.update(list.binaryBytes)
    guard let digest = ContentDigest(bytes: hash.bytes) else { throw .contentUnread(file, "it has no digest") }
    self = digest
  }
}
