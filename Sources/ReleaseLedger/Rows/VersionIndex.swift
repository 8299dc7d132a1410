internal import Basics
internal import Versions

/// An order that builds stand in for one question: what is asked is one step in an index, however long the ledger is.
///
/// Table `lanes` holds an entry for each build in each of its indexes, for a failed one in a single one: the index, the key to sort by, and the row. All of it
/// follows from the rows, and `verify` holds it against them.
enum VersionIndex: Hashable {
  /// The builds of a bundle of a product, in the order recorded.
  case history(IndexOwner)
  /// The products of a name, whatever their identifiers, in the order recorded.
  case name(String, platform: String?)
  /// The builds of one number, by their digests.
  case number(IndexOwner, platform: String?, release: [UInt8], build: [UInt8])
  /// The failed checks of a bundle by the digest of its contents. `policies` is the text of what they were held against.
  case failure(product: String, identifier: String, path: String, policies: String)
  /// The builds by a version of theirs; the key of those without one, or with one that the dialect can't read, is empty.
  case version(VersionField, VersionDialect, IndexOwner, platform: String?, release: [UInt8]?)

  /// What a version stands for: the same for `1.0` and `1.0.0`.
  static func release(_ shortVersion: String?) -> [UInt8] {
    guard let shortVersion else { return [0] }
    return Version(shortVersion, dialect: .apple).map { [1] + $0.sortKey } ?? [2] + shortVersion.utf8
  }

  /// What the index is called in the table: 16 bytes, so that long identifiers cost no more than short ones.
  var key: [UInt8] {
    var digest = SHA256Digest()
    func add(_ bytes: [UInt8]?) {
      digest.update(bigEndian: Int64(bytes?.count ?? -1))
      digest.update(bytes ?? [])
    }
    func add(_ texts: String?...) { for text in texts { add(text.map { Array($0.utf8) }) } }
    switch self {
    case .history(let owner): add("history", owner.product, owner.identifier, owner.path)
    case .name(let name, let platform): add("name", name, platform)
    case .number(let owner, let platform, let release, let build):
      add("number", owner.product, owner.identifier, owner.path, platform)
      add(release)
      add(build)
    case .failure(let product, let identifier, let path, let policies):
      add("failure", product, identifier, path, policies)
    case .version(let field, let dialect, let owner, let platform, let release):
      add("version", field.rawValue, dialect.rawValue, owner.product, owner.identifier, owner.path, platform)
      add(release)
    }
    return Array(digest.bytes.prefix(16))
  }
}

/// Whose builds a index holds: those of a product, or of a part of it. A part may have the identifier of the product around it, and
/// several parts may have one.
struct IndexOwner: Hashable {
  let product: String
  let identifier: String
  /// Where the part lies; `""` for the product.
  let path: String
}

/// One entry of the table `lanes`.
struct IndexEntry: Hashable {
  let index: [UInt8]
  let sortKey: [UInt8]
  let sequence: Int64

  /// The columns of entries, one after the other.
  static func values(_ entries: [IndexEntry]) -> [LedgerValue] {
    entries.flatMap { [.bytes($0.index), .bytes($0.sortKey), .integer($0.sequence)] }
  }

  /// What a row has in the table.
  static func all(of entry: BuildEntry, sequence: Int64) -> [IndexEntry] {
    guard entry.verdict == .pass else {
      return [IndexEntry(index: entry.failureIndex.key, sortKey: entry.digest.bytes, sequence: sequence)]
    }
    var entries: [IndexEntry] = []
    func add(_ index: VersionIndex, _ sortKey: [UInt8]) {
      entries.append(IndexEntry(index: index.key, sortKey: sortKey, sequence: sequence))
    }
    let position = withUnsafeBytes(of: sequence.bigEndian) { Array($0) }
    add(.history(entry.owner), position)
    if entry.isProduct { add(.name(entry.name, platform: entry.platform), position) }
    add(entry.numberIndex, entry.digest.bytes)
    for field in VersionField.allCases {
      let text = field == .build ? entry.build : entry.shortVersion
      for dialect in VersionDialect.allCases {
        let key = text.flatMap { Version($0, dialect: dialect)?.sortKey } ?? []
        func index(_ release: [UInt8]?) -> VersionIndex {
          .version(field, dialect, entry.owner, platform: entry.platform, release: release)
        }
        add(index(nil), key)
        add(index(VersionIndex.release(entry.shortVersion)), key)
      }
    }
    return entries
  }
}

extension BuildEntry {
  /// Whether it is the product itself, not a part of it.
  var isProduct: Bool { path.isEmpty }

  /// Whose indexes it stands in.
  var owner: IndexOwner { IndexOwner(product: product, identifier: identifier, path: path) }

  /// The index of failed checks like it.
  var failureIndex: VersionIndex {
    .failure(product: product, identifier: identifier, path: path, policies: RowText.text(policies))
  }

  /// The index of all builds with its number.
  var numberIndex: VersionIndex {
    .number(owner, platform: platform, release: VersionIndex.release(shortVersion), build: VersionIndex.release(build))
  }
}

/// Tells two sets of index entries apart, whatever order they come in: the sum of their SHA-256, in four parts.
struct IndexSum: Hashable {
  private var parts: [UInt64] = [0, 0, 0, 0]
  private var count: UInt64 = 0

  mutating func add(_ entry: IndexEntry) {
    var digest = SHA256Digest()
    digest.update(bigEndian: Int64(entry.index.count))
    digest.update(entry.index)
    digest.update(bigEndian: entry.sequence)
    digest.update(entry.sortKey)
    let bytes = digest.bytes
    for part in 0..<4 { parts[part] &+= UInt64(bigEndianBytes: bytes[part * 8..<part * 8 + 8]) }
    count &+= 1
  }
}
