package import Basics
package import PropertyLists

/// Why a file or directory of a bundle couldn't be read. Its subject is the path asked for, relative to the storage's root.
package typealias StorageError = Diagnostic<StorageCode>

/// The reasons, stable names.
package enum StorageCode: String, DiagnosticCode {
  /// Nothing has this name.
  case notFound = "storage.not-found"
  /// A component that should be a directory is something else.
  case notADirectory = "storage.not-a-directory"
  /// A directory, named pipe, socket or device stands where a regular file is needed.
  case notAFile = "storage.not-a-file"
  /// The operating system refused.
  case permissionDenied = "storage.permission-denied"
  /// A link, or a `..`, leads out of the bundle.
  case leavesRoot = "storage.leaves-root"
  /// A link's target begins with `/`.
  case absoluteLink = "storage.absolute-link"
  /// A link's target does not exist.
  case brokenLink = "storage.broken-link"
  /// More than 32 links on one path: a cycle.
  case tooManyLinks = "storage.too-many-links"
  /// Following a path takes more steps than any real bundle's: links of links, or `..` again and again.
  case tooManySteps = "limit.path-steps"
  /// A file is larger than its reader allows.
  case tooLarge = "storage.too-large"
  /// A directory or a tree holds more entries, or is deeper, than its reader allows.
  case tooMany = "storage.too-many"
  /// A path that is absolute, or holds a NUL.
  case invalidPath = "storage.invalid-path"
  /// A directory's name is not UTF-8, or that of a file that would be taken for another, or what a link says: no path leads there.
  case unreadableName = "storage.name"
  /// The file changed while it was read.
  case changed = "storage.changed"
  /// Anything else the operating system reports.
  case system = "storage.system"
  /// An archive, or an entry of one, is cut short or garbage.
  case malformedArchive = "archive.malformed"
  /// Two places of an archive say different things, so that tools read different ones.
  case disagreeingArchive = "archive.disagreement"
  /// A name of an archive's entry is no name of a file: empty components, a NUL, too long.
  case entryName = "archive.name"
  /// An archive's entry would be written outside its folder: an absolute name, `..`, a backslash, a link on the way.
  case entryTraversal = "archive.traversal"
  /// Two entries of an archive have one name.
  case duplicateEntry = "archive.duplicate"
  /// Two entries of an archive share bytes.
  case overlappingEntry = "archive.overlap"
  /// An archive's entry is encrypted.
  case encryptedEntry = "archive.encrypted"
  /// An archive's entry is compressed by a method that is not read.
  case entryMethod = "archive.method"
  /// An archive's entry inflates to another size than the archive gives.
  case entrySize = "archive.size"
  /// An archive's entry is not what its checksum was made of.
  case entryChecksum = "archive.checksum"
  /// A link in an archive that can't be one: too long, or a hard link to nothing.
  case entryLink = "archive.link"
  /// An archive inflates to more than the limits allow.
  case archiveBomb = "limit.archive-inflation"

  /// Whether there is more than is read: not wrong, but too much.
  package var isLimit: Bool { rawValue.hasPrefix("limit.") || self == .tooMany || self == .tooLarge }

  /// What a message is made of besides the path.
  package struct Details: Hashable, Sendable {
    /// The link that caused it, relative to the storage's root.
    var link: String?
    /// The target of `link`.
    var target: String?
    /// The bound that was exceeded.
    var limit: Int?
    /// A few words more: what was found instead, or the operating system's own message.
    var detail: String?
  }

  /// One sentence, without the path's storage.
  package static func message(of error: StorageError) -> String {
    let (path, limit, detail) = (error.path, error.details?.limit, error.details?.detail)
    let link = error.details?.link
    let shown = path.isEmpty ? "the top directory" : cut(path)
    let arrow = "the symbolic link \(link.map(cut) ?? shown) -> \(cut(error.details?.target ?? ""))"
    let bound = limit.map(String.init) ?? "the limit"
    switch error.code {
    case .notFound: return "\(shown) does not exist"
    case .notADirectory: return "\(shown) is not a directory" + (detail.map { " but \($0)" } ?? "")
    case .notAFile:
      return "\(shown) is not a regular file" + (detail.map { " but \($0)" } ?? "") + "; it was not opened"
    case .permissionDenied: return "\(shown) cannot be read: permission denied"
    case .leavesRoot where link == nil: return "\(shown) points outside the bundle; it was not followed"
    case .leavesRoot: return "\(arrow) points outside the bundle; it was not followed"
    case .absoluteLink: return "\(arrow) is absolute; links inside a bundle must be relative"
    case .brokenLink: return "\(arrow) points to a file that does not exist"
    case .tooManyLinks: return "more than \(bound) symbolic links on the path to \(shown), the last one \(arrow)"
    case .tooManySteps:
      return "finding \(shown) takes more than \(bound) steps" + (link == nil ? "" : ", the last link \(arrow)")
    case .tooLarge: return "\(shown) is larger than \(bound) bytes"
    case .tooMany: return "\(shown) has more than \(bound) \(detail ?? "entries")"
    case .invalidPath: return "\(shown) is not a path inside a bundle" + (detail.map { ": \($0)" } ?? "")
    case .unreadableName where detail == StorageError.targetDetail:
      return "the target of the symbolic link \(shown) is not UTF-8, so it was not followed; name the target in UTF-8"
    case .unreadableName:
      return
        "the name of \(shown) is not UTF-8, so \(detail == nil ? "it" : "what it contains") cannot be read; rename the \(detail ?? "file")"
    case .changed: return "\(shown) changed while it was being read"
    case .system: return "\(shown) cannot be read" + (detail.map { ": \($0)" } ?? "")
    case .malformedArchive, .disagreeingArchive, .entryName, .entryTraversal, .duplicateEntry, .overlappingEntry,
      .encryptedEntry, .entryMethod, .entrySize, .entryChecksum, .entryLink, .archiveBomb:
      let what = detail ?? "cannot be read"
      return path.isEmpty ? "the archive \(what)" : "the archive's entry \(path) \(what)"
    }
  }

  /// Paths and targets may have thousands of bytes, of which nobody reads more than these.
  private static func cut(_ text: String) -> String {
    text.utf8.count <= 200 ? text : String(decoding: text.utf8.prefix(200), as: UTF8.self) + "…"
  }
}

extension StorageError {
  /// Makes an error.
  package init(
    _ code: Code, path: String, link: String? = nil, target: String? = nil, limit: Int? = nil, detail: String? = nil
  ) {
    let hasDetails = link != nil || target != nil || limit != nil || detail != nil
    self.init(
      code, subject: path,
      details: hasDetails ? Code.Details(link: link, target: target, limit: limit, detail: detail) : nil)
  }

  /// The path asked for, relative to the storage's root.
  package var path: String { subject ?? "" }

  /// Whether the bundle has no such file, whatever its links are: nothing has this name, a file is in place of a directory on the way, or
  /// the text is not a path inside the bundle.
  package var isAbsence: Bool {
    switch code {
    case .notFound, .notADirectory, .invalidPath: true
    case .leavesRoot: details?.link == nil
    default: false
    }
  }

  /// Whether the path leads to no file of the bundle: `isAbsence`, or a link on the way leads nowhere, out of the bundle or in a circle.
  package var leadsNowhere: Bool {
    isAbsence || [.leavesRoot, .absoluteLink, .brokenLink, .tooManyLinks].contains(code)
  }

  /// Why it cannot be read, without the path where the code says it all.
  package var reason: String {
    switch code {
    case .permissionDenied: "permission denied"
    case .system: details?.detail ?? description
    default: description
    }
  }

  /// With `unreadableName`: it is not the name of the link, but what the link says.
  static let targetDetail = "target"
}

extension SystemError {
  /// The failure to do something at a path, as an error that says something.
  func storageError(at path: String) -> StorageError {
    switch number {
    // No file of this file system has so long a name.
    case ENOENT, ENAMETOOLONG: StorageError(.notFound, path: path)
    case ENOTDIR: StorageError(.notADirectory, path: path)
    case EACCES, EPERM: StorageError(.permissionDenied, path: path)
    case ELOOP: StorageError(.changed, path: path)
    default: StorageError(.system, path: path, detail: words)
    }
  }

  /// The few an operator can act on, by name: `text` depends on the locale, and reports must not.
  private var words: String {
    switch number {
    case EMFILE, ENFILE: "too many open files (raise `ulimit -n`)"
    case ENOMEM: "out of memory"
    case EIO: "disk input/output error"
    case ENXIO, ENODEV: "no such device"
    default: "system error \(number)"
    }
  }
}

extension ByteSource {
  /// Hands over all bytes of the file at `path`, ascending, a piece at a time. Throws when they can't be read, and when there are fewer than
  /// there were.
  package func forEachPiece(of path: String, _ body: (UnsafeRawBufferPointer) -> Void) throws(StorageError) {
    let read: Int
    do throws(ByteSourceError) {
      read = try forEachPiece(body)
    } catch {
      throw StorageError(.system, path: path, detail: error.description)
    }
    guard read == count else { throw StorageError(.changed, path: path) }
  }
}

extension ByteSource {
  /// Exactly `count` bytes from `offset` on; an error names `path`.
  func exactly(_ wanted: Int, at offset: Int, path: String = "") throws(StorageError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(ByteSourceError) {
      bytes = try self.bytes(at: offset, count: wanted)
    } catch {
      throw StorageError(.system, path: path.isEmpty ? "the archive" : path, detail: error.description)
    }
    guard bytes.count == wanted else {
      throw path.isEmpty ? .malformedArchive("is truncated") : .malformedEntry(path, "is truncated")
    }
    return bytes
  }
}
