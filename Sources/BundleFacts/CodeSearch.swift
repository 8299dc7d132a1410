package import Bundles
package import FileFacts
import PropertyLists

package struct CodeItem: Sendable {
  package let role: CodeRole
  /// The path in the bundle that contains it; of the archive, for a file in a zip archive.
  package let path: String
  /// The path in a zip archive; nil for a file of the bundle.
  package var contained: String?
  /// Whether it is in a folder where the system expects code.
  package let isInPlace: Bool
  /// Whether all its slices have a code signature, for a file in a zip archive.
  package var isSigned: Bool?
  package var problem: String?
}

package struct CodeSearch {
  private let bundle: Bundle
  private let bundles: [Bundle]
  private let limit: UInt64
  private let machO: (FileTree.Entry) -> FileReading<MachOFile>
  private let archive: (FileTree.Entry) -> FileReading<[Int: StaticArchive]>
  package private(set) var fuel: UInt64 = 0

  private static let containedLimit = 5_000

  /// `bundles`: all bundles of the graph. `limit`: the fuel that the search may take. `machO` and `archive` read a file, or know what is in
  /// it.
  package init(
    _ bundle: Bundle, among bundles: [Bundle], limit: UInt64,
    machO: @escaping (FileTree.Entry) -> FileReading<MachOFile>,
    archive: @escaping (FileTree.Entry) -> FileReading<[Int: StaticArchive]>
  ) {
    (self.bundle, self.bundles, self.limit) = (bundle, bundles, limit)
    (self.machO, self.archive) = (machO, archive)
  }

  package mutating func items() throws(StorageError) -> [CodeItem] {
    var items: [CodeItem] = []
    for entry in try candidates() {
      guard fuel <= limit else {
        throw StorageError(
          .tooMany, path: bundle.path, limit: Int(clamping: limit), detail: "units of work in the search for code"
        )
      }
      fuel += 150 + bundle.files.price(to: entry)
      let beginning: [UInt8]
      do throws(StorageError) {
        beginning = try bundle.files.beginning(of: entry.path, count: 8)
      } catch {
        if error.code.isLimit { throw error }
        items.append(unreadable(entry.path, "it cannot be read: \(error.reason)", bundle.isCodePlace(entry.path)))
        continue
      }
      if let item = item(entry, beginning) { items.append(item) }
      if ContainedFiles.isArchive(beginning) { items += contained(in: entry) }
    }
    return items.sorted {
      $0.path.hasSameBytes(as: $1.path)
        ? ($0.contained ?? "").precedesInBytes($1.contained ?? "") : $0.path.precedesInBytes($1.path)
    }
  }

  /// The files that are not in a nested bundle, in the order in which they are read fastest.
  private mutating func candidates() throws(StorageError) -> [FileTree.Entry] {
    let all = try bundle.files.all()
    fuel += UInt64(all.count) * 2
    let skipped = bundle.path.isEmpty ? 0 : bundle.path.utf8.count + 1
    let nested = Set(bundle.children.map { Array(bundles[$0].path.utf8.dropFirst(skipped)) })
    var found: [(entry: FileTree.Entry, position: Int)] = []
    for entry in all where entry.type == .file && entry.isNameValid {
      if BundlePath.isInside(nested, entry.path.utf8) { continue }
      found.append((entry, (try? bundle.files.readingPosition(of: entry.path)) ?? 0))
    }
    if found.contains(where: { $0.position != 0 }) { found.sort { $0.position < $1.position } }
    return found.map(\.entry)
  }

  private mutating func item(_ entry: FileTree.Entry, _ beginning: [UInt8]) -> CodeItem? {
    let isInPlace = bundle.isCodePlace(entry.path)
    func item<Facts>(_ reading: FileReading<Facts>, _ role: (Facts) -> CodeRole?) -> CodeItem? {
      fuel += reading.fuel
      switch reading.outcome {
      case .none: return nil
      case .found(let facts):
        return role(facts).map { CodeItem(role: $0, path: entry.path, isInPlace: isInPlace) }
      case .malformed(let error): return unreadable(entry.path, error.message, isInPlace)
      case .failed(let failure): return unreadable(entry.path, failure.message, isInPlace)
      }
    }
    if (try? MachOFile.hasMagicNumber(ByteArray(beginning))) == true {
      return item(machO(entry)) { isMain(entry.path) ? .main : CodeRole($0.slices) }
    }
    guard beginning.elementsEqual("!<arch>\n".utf8) || beginning.elementsEqual("!<thin>\n".utf8) else { return nil }
    // A Debian package is an archive of the same kind.
    return item(archive(entry)) { $0[0]?.members.first?.name == "debian-binary" ? nil : .archive }
  }

  private func unreadable(_ path: String, _ reason: String, _ isInPlace: Bool) -> CodeItem {
    CodeItem(role: isMain(path) ? .main : .other, path: path, isInPlace: isInPlace, problem: reason)
  }

  private func isMain(_ path: String) -> Bool { bundle.executable?.hasSameBytes(as: path) ?? false }

  // MARK: Zip archives

  private static let archives: Set<String> = ["jar", "zip", "whl", "egg", "war", "ear", "aar"]

  private static let depthLimit = 3

  /// The size up to which an archive in an archive is kept in memory, because reading a compressed file anywhere but in order is slow.
  private static let keptLimit = 64 << 20

  private mutating func contained(in entry: FileTree.Entry) -> [CodeItem] {
    let isInPlace = bundle.isCodePlace(entry.path)
    func item(_ contained: String?, _ problem: String) -> CodeItem {
      CodeItem(role: .other, path: entry.path, contained: contained, isInPlace: isInPlace, problem: problem)
    }
    let source: MeteredSource
    do throws(StorageError) {
      source = MeteredSource(try bundle.files.source(of: entry.path))
    } catch {
      return [item(nil, "it cannot be read: \(error.reason)")]
    }
    defer { fuel += source.price(bytesPerUnit: 8) }
    let contents: ContainedFiles
    do throws(StorageError) {
      contents = try ContainedFiles(source)
    } catch {
      // A document that only begins like an archive has no code that can be loaded.
      guard error.code.isLimit || Self.isArchive(entry.path) else { return [] }
      return [item(nil, error.description)]
    }
    var items: [CodeItem] = []
    var left = Self.containedLimit
    var pending = [(contents: contents, prefix: "", depth: 1)]
    while let (contents, prefix, depth) = pending.popLast() {
      fuel += UInt64(contents.entries.count) * 4
      for file in contents.entries {
        let isArchive = Self.isArchive(file.path)
        guard isArchive || file.mayBeCode else { continue }
        left -= 1
        guard left >= 0 else {
          items.append(item(nil, "it has more than \(Self.containedLimit) files that may be code"))
          return items
        }
        fuel += 1_000
        let name = prefix + file.path
        do throws(StorageError) {
          let inner = MeteredSource(try contents.source(of: file))
          if !isArchive {
            defer { fuel += inner.price(bytesPerUnit: 2) }
            if let code = try Self.code(in: inner, entry.path, contained: name, isInPlace) { items.append(code) }
          } else if depth == Self.depthLimit {
            items.append(item(name, "it is inside more than \(Self.depthLimit - 1) other archives"))
          } else {
            defer { fuel += inner.price(bytesPerUnit: 8) }
            if let files = try Self.archive(inner, name) { pending.append((files, name + "/", depth + 1)) }
          }
        } catch {
          items.append(item(name, error.description))
        }
      }
    }
    return items
  }

  private static func isArchive(_ path: String) -> Bool { archives.contains(BundlePath.loweredExtension(path)) }

  /// The files of an archive in an archive; nil if it is another file.
  private static func archive(_ source: MeteredSource, _ name: String) throws(StorageError) -> ContainedFiles? {
    var whole: any ByteSource = source
    do throws(ByteSourceError) {
      guard ContainedFiles.isArchive(try source.bytes(at: 0, count: 4)) else { return nil }
      if source.count <= keptLimit { whole = ByteArray(try source.bytes(at: 0, count: source.count)) }
    } catch {
      throw StorageError(.system, path: name, detail: error.description)
    }
    return try ContainedFiles(whole)
  }

  /// The code in a file of an archive; nil if it is another file.
  private static func code(
    in source: MeteredSource, _ path: String, contained: String, _ isInPlace: Bool
  ) throws(StorageError) -> CodeItem? {
    do throws(ByteSourceError) {
      guard try MachOFile.hasMagicNumber(source) else { return nil }
    } catch {
      throw StorageError(.system, path: contained, detail: error.description)
    }
    do throws(FileFactError) {
      guard let code = try MachOFile.read(source, file: contained) else { return nil }
      return CodeItem(
        role: CodeRole(code.slices), path: path, contained: contained, isInPlace: isInPlace,
        isSigned: code.slices.allSatisfy(\.hasCodeSignature))
    } catch {
      return CodeItem(role: .other, path: path, contained: contained, isInPlace: isInPlace, problem: error.message)
    }
  }
}
