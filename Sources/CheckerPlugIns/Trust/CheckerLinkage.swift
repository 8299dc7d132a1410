internal import Basics
internal import Bundles
internal import FileFacts
internal import PropertyLists

/// Checks that the libraries of a locked checker load only each other and libraries of the system: the lock has no
/// digest of others.
enum CheckerLinkage {
  /// Checks every ELF and Mach-O file of a bundle, for any system. Throws for a file that names a library or a folder
  /// of libraries outside the bundle, or cannot be read.
  static func check(_ place: String, shownAs path: String) throws(PlugInError) {
    do {
      let files = try BundleGraph.open(path: place).outer.files
      let entries = try files.all()
      // From a folder that is a link, `..` leads elsewhere.
      let linksFolders = try entries.contains { entry in
        guard entry.type == .symbolicLink,
          case .inside(let target)? = try files.destination(ofLink: entry.path)?.destination
        else { return false }
        return try files.status(target).type == .directory
      }
      for entry in entries where entry.type == .file || entry.type == .symbolicLink {
        let source: any ByteSource
        do throws(StorageError) { source = try files.source(of: entry.path) } catch {
          // A link to a folder or to no file of the bundle, which is not loaded.
          if error.isUnresolvable || error.code == .notAFile { continue }
          throw error
        }
        let shown = "\(path)/\(entry.path)"
        let linkage = Linkage(folder: entry.path, linksFolders: linksFolders, file: shown)
        if let library = try ELFLibrary.read(source, file: shown) {
          try linkage.check(library)
        } else if let code = try MachOFile.read(source, file: shown) {
          for slice in code.slices { try linkage.check(slice) }
        }
      }
    } catch let error as PlugInError {
      throw error
    } catch {
      throw PlugInError(
        .untrusted, "the checker bundle cannot be locked: what its libraries load cannot be read: \(error)", file: path)
    }
  }

  /// The rules for names of other files in a file of the bundle.
  private struct Linkage {
    let depth: Int
    let linksFolders: Bool
    let file: String

    init(folder path: String, linksFolders: Bool, file: String) {
      depth = path.utf8.split(separator: 0x2F).count - 1
      self.linksFolders = linksFolders
      self.file = file
    }

    func check(_ library: ELFLibrary) throws(PlugInError) {
      for name in library.needed where name.utf8.contains(0x2F) && !isInside(name, after: ["$ORIGIN", "${ORIGIN}"]) {
        throw outside("is linked with '\(name)'")
      }
      for list in library.runPaths {
        for folder in list.split(separator: ":", omittingEmptySubsequences: false) {
          let folder = String(folder)
          if !Self.isOfSystem(folder, ["/lib", "/lib64", "/usr/lib", "/usr/lib64"]),
            !isInside(folder, after: ["$ORIGIN", "${ORIGIN}"])
          {
            throw outside("looks for libraries in '\(folder)'")
          }
        }
      }
    }

    private static let systemFolders = ["/usr/lib", "/System/Library"]

    func check(_ slice: MachOSlice) throws(PlugInError) {
      for library in slice.libraries {
        let name = library.name
        // The run paths say where it is looked up.
        if name.hasPrefix("@rpath/"), isInside(name, after: ["@rpath"], ways: 0) { continue }
        if !Self.isOfSystem(name, Self.systemFolders), !isInside(name, after: ["@loader_path"]) {
          throw outside("is linked with '\(name)'")
        }
      }
      for folder in slice.runPaths
      where !Self.isOfSystem(folder, Self.systemFolders) && !isInside(folder, after: ["@loader_path"]) {
        throw outside("looks for libraries in '\(folder)'")
      }
    }

    private func outside(_ what: String) -> PlugInError {
      PlugInError(
        .untrusted, "the checker bundle cannot be locked: this library \(what), which is outside the bundle",
        file: file,
        hint:
          "put the library into the bundle and refer to it with $ORIGIN (@loader_path on macOS), or name the checker with --plugins"
      )
    }

    private static func isOfSystem(_ path: String, _ folders: [String]) -> Bool {
      !path.split(separator: "/").contains("..") && folders.contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    /// Whether a path leads from the file's folder to a place in the bundle. Only its beginning may lead up; the rest
    /// is in the bundle, whose links do not leave it.
    private func isInside(_ path: String, after words: [String], ways most: Int? = nil) -> Bool {
      guard let word = words.first(where: { path == $0 || path.hasPrefix($0 + "/") }) else { return false }
      let parts = path.dropFirst(word.count).split(separator: "/").filter { $0 != "." }
      let ways = parts.prefix { $0 == ".." }.count
      let rest = parts.dropFirst(ways)
      // Other variables have unknown values.
      guard !rest.contains(".."), !rest.contains(where: { $0.contains("$") || $0.hasPrefix("@") }) else { return false }
      return ways <= (most ?? depth) && (ways == 0 || !linksFolders)
    }
  }
}

/// The libraries that a dynamic library in ELF loads (`elf(5)`, `ld.so(8)`).
private struct ELFLibrary {
  /// The names of libraries: needed ones, filters and auditors.
  var needed: [String] = []
  /// Lists of folders, joined by colons.
  var runPaths: [String] = []

  private enum Tag {
    static let needed: Set<UInt64> = [1, 0x6FFF_FEFB, 0x6FFF_FEFC, 0x7FFF_FFFD, 0x7FFF_FFFF]
    static let runPaths: Set<UInt64> = [15, 29]
    static let strings: UInt64 = 5
  }

  private struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  /// Nil for a file that is not ELF, or an object file, which is never loaded. Throws for a malformed file.
  static func read(_ source: any ByteSource, file: String) throws -> ELFLibrary? {
    let header = try source.bytes(at: 0, count: 64)
    guard header.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { return nil }
    let reader = Reader(
      source: source, is64: header.count > 4 && header[4] == 2, isBig: header.count > 5 && header[5] == 2)
    let type = try reader.number(16, 2)
    guard type == 2 || type == 3 else { return nil }
    let word = reader.word
    let start = try reader.number(reader.is64 ? 32 : 28, word)
    let size = try reader.number(reader.is64 ? 54 : 42, 2)
    let count = try reader.number(reader.is64 ? 56 : 44, 2)
    guard size >= (reader.is64 ? 56 : 32), count < 0xFFFF else {
      throw Malformed(description: "\(file): its program headers are malformed")
    }
    var loaded: [(address: UInt64, offset: UInt64, size: UInt64)] = []
    var dynamic: [UInt64] = []
    for number in 0..<count {
      let (place, overflow) = start.addingReportingOverflow(number * size)
      guard !overflow else { throw Malformed(description: "\(file): its program headers are outside the file") }
      let kind = try reader.number(place, 4)
      let address = try reader.number(place, plus: reader.is64 ? 16 : 8, word)
      if kind == 2 { dynamic.append(address) }
      if kind == 1 {
        loaded.append(
          (
            address, try reader.number(place, plus: reader.is64 ? 8 : 4, word),
            try reader.number(place, plus: reader.is64 ? 32 : 16, word)
          ))
      }
    }
    func offset(_ address: UInt64) throws -> UInt64 {
      let holders = loaded.filter { address >= $0.address && address - $0.address < $0.size }
      guard holders.count == 1, let holder = holders.first else {
        throw Malformed(description: "\(file): an address of its dynamic section is not in one segment")
      }
      let (offset, overflow) = holder.offset.addingReportingOverflow(address - holder.address)
      guard !overflow else { throw Malformed(description: "\(file): a segment is outside the file") }
      return offset
    }
    var library = ELFLibrary()
    for address in dynamic {
      var entry = try offset(address)
      var strings: UInt64?
      var names: [(tag: UInt64, at: UInt64)] = []
      for number in 0... {
        guard number < 65_536 else { throw Malformed(description: "\(file): its dynamic section has no end") }
        let tag = try reader.number(entry, word)
        if tag == 0 { break }
        let value = try reader.number(entry, plus: word, word)
        if tag == Tag.strings { strings = value }
        if Tag.needed.contains(tag) || Tag.runPaths.contains(tag) { names.append((tag, value)) }
        entry = entry.addingReportingOverflow(UInt64(2 * word)).partialValue
      }
      for (tag, at) in names {
        guard let strings else { throw Malformed(description: "\(file): its dynamic section has no strings") }
        let name = try reader.string(try offset(strings.addingReportingOverflow(at).partialValue), file)
        if Tag.needed.contains(tag) { library.needed.append(name) } else { library.runPaths.append(name) }
      }
    }
    return library
  }

  private struct Reader {
    let source: any ByteSource
    let is64: Bool
    let isBig: Bool
    var word: Int { is64 ? 8 : 4 }

    func number(_ place: some BinaryInteger, plus: Int = 0, _ count: Int) throws -> UInt64 {
      guard let start = Int(exactly: place), start <= source.count - plus - count else {
        throw Malformed(description: "it ends within its headers")
      }
      let bytes = try source.bytes(at: start + plus, count: count)
      guard bytes.count == count else { throw Malformed(description: "it ends within its headers") }
      return isBig ? UInt64(bigEndianBytes: bytes) : UInt64(littleEndianBytes: bytes)
    }

    func string(_ place: UInt64, _ file: String) throws -> String {
      guard let start = Int(exactly: place), start < source.count else {
        throw Malformed(description: "\(file): a name is outside the file")
      }
      let bytes = try source.bytes(at: start, count: min(4096, source.count - start))
      guard let end = bytes.firstIndex(of: 0), let text = String(validating: bytes[..<end], as: UTF8.self) else {
        throw Malformed(description: "\(file): a name is malformed")
      }
      return text
    }
  }
}

/// The SHA-256 of a checker bundle: of the names, types, execute bits and contents of all its files.
enum CheckerDigest {
  /// Returns `sha256:` and 64 hexadecimal digits. Throws if a file cannot be read, and for pipes, sockets and
  /// devices.
  static func of(_ place: String, shownAs path: String) throws(PlugInError) -> String {
    var digest = SHA256Digest()
    // Each text with its length, so that no name can be mistaken for the end of another.
    func add(_ texts: String...) { for text in texts { digest.update("\(text.utf8.count):\(text)") } }
    do {
      let files = try BundleGraph.open(path: place).outer.files
      for entry in try files.all() {
        guard entry.isNameValid else {
          throw PlugInError(.unreadable, "\(entry.path) has a name that is not UTF-8", file: path)
        }
        switch entry.type {
        case .directory: add("directory", entry.path)
        case .file:
          let isExecutable = try files.status(entry.path).isExecutable
          let content = try SHA256Digest.of(try files.source(of: entry.path), file: entry.path)
          add("file", entry.path, isExecutable ? "executable" : "plain", content)
        case .symbolicLink:
          try refuseLinksOutside(entry.path, files, of: path)
          add("link", entry.path, try files.status(entry.path).linkTarget ?? "")
        case .other: throw PlugInError(.unreadable, "\(entry.path) is not a file, directory or link", file: path)
        }
      }
    } catch let error as PlugInError {
      throw error
    } catch {
      throw PlugInError(.unreadable, "the checker bundle cannot be read: \(error)", file: path)
    }
    return "sha256:" + digest.hexadecimal
  }

  /// Throws for a link that leads out of the bundle: its target could change, or be loaded with the code, without
  /// changing the digest.
  private static func refuseLinksOutside(_ link: String, _ files: FileTree, of path: String) throws(PlugInError) {
    do throws(StorageError) {
      _ = try files.source(of: link)
    } catch {
      guard [.leavesRoot, .absoluteLink, .tooManyLinks].contains(error.code) else { return }
      throw PlugInError(
        .untrusted, "the checker bundle cannot be locked: \(error.description)", file: path,
        hint: "put everything that it needs into the bundle")
    }
  }
}
