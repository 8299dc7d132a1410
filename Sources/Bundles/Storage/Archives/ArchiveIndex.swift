/// An index of an archive's entries sorted by name, which allows looking up paths and listing directories without a tree.
///
/// Names are compared component by component: `/` is less than every other byte, which places the contents of a directory directly after
/// it. Directories may be entries or only implied by the paths of their contents.
struct ArchiveIndex: Sendable {
  struct Entry: Sendable {
    var nameStart: Int
    /// The length of the name, without the slash at the end of a directory's name.
    var nameCount: Int
    var type: FileType
    var mode: UInt16
  }

  enum Node {
    case entry(Int)
    case impliedDirectory
  }

  let entries: [Entry]
  private let names: [UInt8]
  private let order: [Int]

  /// Sorts `entries`, whose names are in `names`.
  ///
  /// Throws for duplicate names and for entries below a file or a link. Names that differ only in letter case or Unicode normalization are
  /// different names.
  init(entries: [Entry], names: [UInt8], limits: ArchiveLimits) throws(StorageError) {
    guard entries.count <= limits.entries else { throw .tooManyEntries(limits.entries) }
    for entry in entries {
      let end = entry.nameStart.addingReportingOverflow(entry.nameCount)
      guard entry.nameStart >= 0, entry.nameCount >= 0, !end.overflow, end.partialValue <= names.count else {
        throw .malformedArchive("has a name outside its directory")
      }
    }
    self.entries = entries
    self.names = names
    order = names.withUnsafeBufferPointer { bytes in
      func name(_ number: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(
          rebasing: bytes[entries[number].nameStart..<(entries[number].nameStart + entries[number].nameCount)])
      }
      var order = Array(entries.indices)
      // Most writers store a directory's entries in sorted order.
      let isSorted = order.dropFirst().allSatisfy { Self.compare(name($0 - 1), name($0)) < 0 }
      if !isSorted { order.sort { Self.compare(name($0), name($1)) < 0 } }
      return order
    }
    try checkNeighbours(limits)
  }

  /// Checks that the names form a tree: no duplicates, and nothing below an entry that is not a directory.
  private func checkNeighbours(_ limits: ArchiveLimits) throws(StorageError) {
    for entry in entries {
      try name(entry) { name throws(StorageError) in try ArchiveName.check(name, limits: limits) }
    }
    // Entries below a file would directly follow it, so comparing neighbors suffices.
    for position in order.indices.dropFirst() {
      let first = entries[order[position - 1]]
      let second = entries[order[position]]
      let (isSame, isBelow) = name(first) { one in
        name(second) { other in (Self.compare(one, other) == 0, Self.isBelow(other, one)) }
      }
      if isSame {
        throw .entry(.duplicateEntry, text(second), "occurs more than once; tools differ in which one they use")
      }
      guard isBelow else { continue }
      switch first.type {
      case .directory: break
      case .symbolicLink:
        throw .entry(
          .entryTraversal, text(second),
          "would be written through \(text(first)), which is a symbolic link in the same archive")
      case .file, .other:
        throw .entry(
          .duplicateEntry, text(second), "is inside \(text(first)), which is a file in the same archive")
      }
    }
  }

  // MARK: Looking up

  func node(at path: [UInt8]) -> Node? {
    if path.isEmpty { return .impliedDirectory }
    return path.withUnsafeBufferPointer { path -> Node? in
      let position = firstPosition(notBefore: path)
      guard position < order.count else { return nil }
      return name(entries[order[position]]) { name in
        if Self.compare(name, path) == 0 { return .entry(order[position]) }
        return Self.isBelow(name, path) ? .impliedDirectory : nil
      }
    }
  }

  func entries(below directory: [UInt8]) -> ArraySlice<Int> {
    directory.isEmpty ? order[...] : order[positions(below: directory)]
  }

  func children(of directory: [UInt8]) -> [DirectoryEntry] {
    let range = positions(below: directory)
    let skipped = directory.isEmpty ? 0 : directory.count + 1
    var children: [DirectoryEntry] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let entry = entries[order[position]]
      let child = name(entry) { name in Array(name[skipped...].prefix { $0 != 0x2F }) }
      let isImplied = skipped + child.count < entry.nameCount
      let shown = String(decoding: child, as: UTF8.self)
      children.append(
        DirectoryEntry(
          name: shown, type: isImplied ? .directory : entry.type, isNameValid: shown.utf8.elementsEqual(child)))
      position += 1
      let path = directory + (directory.isEmpty ? [] : [0x2F]) + child
      if position < range.upperBound, isBelow(position, path) { position = positions(below: path).upperBound }
    }
    return children
  }

  func text(_ entry: Entry) -> String { name(entry) { String(decoding: $0, as: UTF8.self) } }

  func bytes(of entry: Entry) -> [UInt8] { name(entry) { Array($0) } }

  private func name<Result, Failure: Error>(
    _ entry: Entry, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try names.withUnsafeBufferPointer { bytes throws(Failure) in
      // The initializer checked the bounds of every entry.
      try body(UnsafeBufferPointer(rebasing: bytes[entry.nameStart..<(entry.nameStart + entry.nameCount)]))
    }
  }

  private func isBelow(_ position: Int, _ path: [UInt8]) -> Bool {
    path.withUnsafeBufferPointer { path in name(entries[order[position]]) { Self.isBelow($0, path) } }
  }

  private func positions(below directory: [UInt8]) -> Range<Int> {
    if directory.isEmpty { return order.indices }
    // In this order `directory/` precedes all contents of the directory, and `directory` with NUL follows them: names contain no NUL.
    let start = (directory + [0x2F]).withUnsafeBufferPointer { firstPosition(notBefore: $0) }
    return start..<max(start, (directory + [0]).withUnsafeBufferPointer { firstPosition(notBefore: $0) })
  }

  private func firstPosition(notBefore path: UnsafeBufferPointer<UInt8>) -> Int {
    order.partitionPoint { name(entries[$0], { Self.compare($0, path) }) >= 0 }
  }

  // MARK: The order

  private static func isBelow(_ name: UnsafeBufferPointer<UInt8>, _ directory: UnsafeBufferPointer<UInt8>) -> Bool {
    name.count > directory.count && name[directory.count] == 0x2F && name.starts(with: directory)
  }

  /// Returns a negative number, 0 or a positive number; `/` precedes NUL, which precedes the rest, and a prefix precedes the longer name.
  private static func compare(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Int {
    let shared = min(one.count, other.count)
    var at = 0
    let left = UnsafeRawBufferPointer(one)
    let right = UnsafeRawBufferPointer(other)
    // Neighbors have long common prefixes; both loads stay below `shared`.
    while at + 8 <= shared,
      left.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        == right.loadUnaligned(fromByteOffset: at, as: UInt64.self)
    {
      at += 8
    }
    while at < shared, one[at] == other[at] { at += 1 }
    if at == shared { return one.count - other.count }
    func rank(_ byte: UInt8) -> Int { byte == 0x2F ? -1 : Int(byte) }
    return rank(one[at]) - rank(other[at])
  }
}

/// Checks names of entries.
///
/// Tools treat odd names differently: some strip the parts that lead out of the folder, some follow them, some refuse the archive. A bundle
/// that is meant to be installed has no such names, so each is an error.
enum ArchiveName {
  /// Checks a name, without the slash at the end of a directory's name. `name` is only made for messages.
  static func check(_ bytes: UnsafeBufferPointer<UInt8>, limits: ArchiveLimits) throws(StorageError) {
    func name() -> String { String(decoding: bytes.prefix(256), as: UTF8.self) }
    guard !bytes.isEmpty else { throw .entry(.entryName, "", "has no name") }
    guard bytes.count <= limits.nameBytes else {
      throw .entry(.entryName, name(), "has a name of more than \(limits.nameBytes) bytes")
    }
    if bytes[0] == 0x2F { throw .entry(.entryTraversal, name(), "has an absolute name") }
    var start = 0
    for at in 0...bytes.count {
      let byte = at < bytes.count ? bytes[at] : 0x2F
      switch byte {
      case 0: throw .entry(.entryName, name(), "has a NUL byte in its name, which some tools read as its end")
      case 0x5C: throw .entry(.entryTraversal, name(), "has a backslash in its name, which some tools read as a slash")
      case 0x2F:
        let length = at - start
        if length == 0 { throw .entry(.entryName, name(), "has two slashes in a row in its name") }
        if length == 1, bytes[start] == 0x2E { throw .entry(.entryName, name(), "has a component `.` in its name") }
        if length == 2, bytes[start] == 0x2E, bytes[start + 1] == 0x2E {
          throw .entry(.entryTraversal, name(), "has a component `..` in its name")
        }
        start = at + 1
      default: break
      }
    }
  }
}
