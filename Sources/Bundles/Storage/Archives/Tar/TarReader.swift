import PropertyLists

struct TarReader {
  private let source: any ByteSource
  private let format: ArchiveFormat
  private let budget: ArchiveBudget
  private var limits: ArchiveLimits { budget.limits }

  private var entries: [ArchiveIndex.Entry] = []
  private var nodes: [TarNode] = []
  private var names: [UInt8] = []
  private var numbers: [[UInt8]: Int] = [:]
  private var kept = 0
  private var linkBytes = 0

  /// Bytes to cache of every file: enough for the headers of images and executables.
  private static let headBytes = 4096
  /// Files up to this size are cached completely while less than half of the space is used.
  private static let smallFile = 64 << 10
  /// Property lists, strings and the like up to this size are cached completely, because most rules read them.
  private static let likelyFile = 1 << 20
  private static let likelyExtensions: Set<String> = [
    "plist", "strings", "stringsdict", "loctable", "xcprivacy", "entitlements", "json",
  ]

  init(_ source: any ByteSource, format: ArchiveFormat, budget: ArchiveBudget) {
    self.source = source
    self.format = format
    self.budget = budget
  }

  mutating func read() throws(StorageError) -> (ArchiveIndex, [TarNode]) {
    if format == .tar { try checkEnd() }
    let pass = try TarPass(source, format: format, budget: budget)
    while let header = try pass.next() { try add(header, pass) }
    return (try ArchiveIndex(entries: entries, names: names, limits: limits), nodes)
  }

  /// Throws unless the tar ends with blocks of zeros. libarchive also accepts the end of the file, so that an archive truncated between two
  /// entries would look complete; for a compressed one, the compression detects that.
  private func checkEnd() throws(StorageError) {
    let isWhole = source.count >= 512 && source.count % 512 == 0
    guard isWhole, try source.exactly(512, at: source.count - 512).allSatisfy({ $0 == 0 }) else {
      throw .malformedArchive(
        "does not end in zeros as a tar archive must: it is truncated, or has extra bytes after it")
    }
  }

  private mutating func add(_ header: TarPass.Header, _ pass: TarPass) throws(StorageError) {
    let name = normalized(header.name)
    // `./`, the folder in which the archive was made.
    if name.isEmpty, !header.name.isEmpty, header.name[0] == 0x2E { return }
    let shown = String(decoding: name.prefix(256), as: UTF8.self)
    guard entries.count < limits.entries else { throw .tooManyEntries(limits.entries) }
    guard name.count <= limits.nameBytes else {
      throw .entry(.entryName, shown, "has a name of more than \(limits.nameBytes) bytes")
    }
    var type = FileType(mode: header.mode)
    var mode = UInt16(truncatingIfNeeded: header.mode & 0o7777)
    var node = TarNode(
      number: pass.passed - 1, position: header.position, size: header.size, linkTarget: header.symbolicLink, kept: [])
    if let target = header.hardLink {
      guard let earlier = numbers[normalized(target)], entries[earlier].type == .file else {
        throw .entry(
          .entryLink, shown,
          "is a hard link to \(String(decoding: target, as: UTF8.self)), which is not an earlier file in the archive")
      }
      // Unpacking writes these bytes over the link's target.
      guard header.size == 0 else { throw .entry(.entryLink, shown, "is a hard link with data of its own") }
      (type, mode, node) = (.file, entries[earlier].mode, nodes[earlier])
    } else if type == .file {
      if format != .tar { node.kept = try keep(header.size, of: name, pass) }
    } else {
      node.size = 0
    }
    if type == .symbolicLink {
      guard let target = node.linkTarget, !target.isEmpty, target.count <= limits.linkBytes else {
        throw .entry(
          .entryLink, shown, "is a symbolic link without a target, or with one of more than \(limits.linkBytes) bytes")
      }
    }
    // In a compressed archive names take almost no space.
    guard names.count + name.count + linkBytes <= limits.directoryBytes else {
      throw StorageError(
        .tooMany, path: "the archive", limit: limits.directoryBytes, detail: "bytes of names and symbolic links")
    }
    linkBytes += node.linkTarget?.count ?? 0
    numbers[name] = entries.count
    entries.append(ArchiveIndex.Entry(nameStart: names.count, nameCount: name.count, type: type, mode: mode))
    names += name
    nodes.append(node)
  }

  /// Removes the `./` that `tar -C folder .` adds, and the slash at the end of a directory's name.
  private func normalized(_ name: [UInt8]) -> [UInt8] {
    var rest = name[...]
    while rest.starts(with: [0x2E, 0x2F]) { rest = rest.dropFirst(2) }
    if rest.elementsEqual([0x2E]) { return [] }
    if rest.count > 1, rest.last == 0x2F { rest = rest.dropLast() }
    return Array(rest)
  }

  /// Reads the bytes to cache of a file: all if it is small or likely to be read and there is space, otherwise the first ones.
  private mutating func keep(_ size: Int, of name: [UInt8], _ pass: TarPass) throws(StorageError) -> [UInt8] {
    let path = String(decoding: name, as: UTF8.self)
    let last = BundlePath.lastComponent(path)
    let isLikely =
      Self.likelyExtensions.contains(BundlePath.loweredExtension(last)) || last == "PkgInfo" || last == "CodeResources"
    var wanted = Self.headBytes
    if isLikely, size <= Self.likelyFile { wanted = size }
    if size <= Self.smallFile, kept < limits.keptBytes / 2 { wanted = size }
    wanted = min(wanted, size, limits.keptBytes - kept)
    guard wanted > 0 else { return [] }
    let bytes = try pass.bytes(wanted, path: path)
    kept += bytes.count
    return bytes
  }
}

extension TarPass {
  func bytes(_ count: Int, path: String) throws(StorageError) -> [UInt8] {
    let bytes = try [UInt8](count: count) { (buffer) throws(StorageError) in try fill(buffer, path: path) }
    guard bytes.count == count else { throw .entry(.entrySize, path, "ends before the size in its header") }
    return bytes
  }

  /// Fills `buffer`; returns fewer bytes only at the entry's end.
  func fill(_ buffer: UnsafeMutableRawBufferPointer, path: String) throws(StorageError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])  // inside `buffer`, by the loop
      let got = try read(into: rest, path: path)
      if got == 0 { break }
      filled += got
    }
    return filled
  }
}

struct TarNode: Sendable {
  var number: Int
  var position: Int
  var size: Int
  var linkTarget: [UInt8]?
  /// The first bytes, cached if the tar is compressed; all of them if there are `size`.
  var kept: [UInt8]
}
