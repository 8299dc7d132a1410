package import Basics
package import PropertyLists

/// An error while reading a file or directory of a bundle. `subject` is the requested path, relative to the storage's root.
package typealias StorageError = Diagnostic<StorageCode>

package enum StorageCode: String, DiagnosticCode {
  case notFound = "storage.not-found"
  /// A component that should be a directory is not one.
  case notADirectory = "storage.not-a-directory"
  /// A directory, named pipe, socket or device was found instead of a regular file.
  case notAFile = "storage.not-a-file"
  case permissionDenied = "storage.permission-denied"
  /// A link, or a `..`, leads out of the bundle.
  case leavesRoot = "storage.leaves-root"
  /// A link's target begins with `/`.
  case absoluteLink = "storage.absolute-link"
  case brokenLink = "storage.broken-link"
  /// More than 32 links on one path: a cycle.
  case tooManyLinks = "storage.too-many-links"
  /// Following a path takes more steps than in any real bundle: nested links, or repeated `..`.
  case tooManySteps = "limit.path-steps"
  case tooLarge = "storage.too-large"
  /// A directory or a tree has more entries, or is deeper, than the reader's limit.
  case tooMany = "storage.too-many"
  /// A path is absolute, or contains a NUL.
  case invalidPath = "storage.invalid-path"
  /// A directory's name or a link's target is not UTF-8, or a file's name is not and is ambiguous: no path refers to it.
  case unreadableName = "storage.name"
  case changed = "storage.changed"
  case system = "storage.system"
  /// An archive, or an entry of one, is truncated or invalid.
  case malformedArchive = "archive.malformed"
  /// Two parts of an archive disagree, so that tools read different contents.
  case disagreeingArchive = "archive.disagreement"
  /// The name of an archive entry is not a valid file name: empty components, a NUL, too long.
  case entryName = "archive.name"
  /// An archive entry would be written outside its folder: an absolute name, `..`, a backslash, a link on the way.
  case entryTraversal = "archive.traversal"
  case duplicateEntry = "archive.duplicate"
  /// Two archive entries share bytes.
  case overlappingEntry = "archive.overlap"
  case encryptedEntry = "archive.encrypted"
  case entryMethod = "archive.method"
  /// The decompressed size of an archive entry differs from the recorded one.
  case entrySize = "archive.size"
  case entryChecksum = "archive.checksum"
  /// An invalid link in an archive: too long, or a hard link to a missing file.
  case entryLink = "archive.link"
  case archiveBomb = "limit.archive-inflation"

  /// Whether the error means that a limit was exceeded, rather than that something is invalid.
  package var isLimit: Bool { rawValue.hasPrefix("limit.") || self == .tooMany || self == .tooLarge }

  package struct Details: Hashable, Sendable {
    var link: String?
    var target: String?
    var limit: Int?
    /// Additional words: what was found instead, or the operating system's message.
    var detail: String?
  }

  /// One sentence, with the path relative to the storage.
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

  /// Paths and targets may have thousands of bytes; show only the first ones.
  private static func cut(_ text: String) -> String {
    text.utf8.count <= 200 ? text : String(decoding: text.utf8.prefix(200), as: UTF8.self) + "…"
  }
}

extension StorageError {
  package init(
    _ code: Code, path: String, link: String? = nil, target: String? = nil, limit: Int? = nil, detail: String? = nil
  ) {
    let hasDetails = link != nil || target != nil || limit != nil || detail != nil
    self.init(
      code, subject: path,
      details: hasDetails ? Code.Details(link: link, target: target, limit: limit, detail: detail) : nil)
  }

  package var path: String { subject ?? "" }

  /// Whether the bundle lacks the file, independent of its links: the name does not exist, a file is in place of a directory on the way, or
  /// the string is not a path inside the bundle.
  package var isAbsence: Bool {
    switch code {
    case .notFound, .notADirectory, .invalidPath: true
    case .leavesRoot: details?.link == nil
    default: false
    }
  }

  /// Whether the path does not refer to a file of the bundle: `isAbsence`, or a link on the way is broken, cyclic or leads out of the
  /// bundle.
  package var isUnresolvable: Bool {
    isAbsence || [.leavesRoot, .absoluteLink, .brokenLink, .tooManyLinks].contains(code)
  }

  /// The reason, without the path if the code is self-explanatory.
  package var reason: String {
    switch code {
    case .permissionDenied: "permission denied"
    case .system: details?.detail ?? description
    default: description
    }
  }

  /// With `unreadableName`: it is the link's target that is unreadable, not its name.
  static let targetDetail = "target"
}

extension SystemError {
  func storageError(at path: String) -> StorageError {
    switch number {
    // The file system cannot contain such a long name.
    case ENOENT, ENAMETOOLONG: StorageError(.notFound, path: path)
    case ENOTDIR: StorageError(.notADirectory, path: path)
    case EACCES, EPERM: StorageError(.permissionDenied, path: path)
    case ELOOP: StorageError(.changed, path: path)
    default: StorageError(.system, path: path, detail: words)
    }
  }

  /// Descriptions of errors that an operator can act on. Not `strerror`, which depends on the locale; reports must not.
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
  /// Passes all bytes of the file at `path` to `body` in ascending pieces. Throws if they cannot be read, or if the file has become
  /// shorter.
  package func forEachPiece(of path: String, _ body: (UnsafeRawBufferPointer) -> Void) throws(StorageError) {
    let read = try mapError(try forEachPiece(body)) { (error: ByteSourceError) in
      StorageError(.system, path: path, detail: error.description)
    }
    guard read == count else { throw StorageError(.changed, path: path) }
  }
}

extension ByteSource {
  /// Like `read(at:into:)`; errors name `path`.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer, path: String) throws(StorageError) -> Int {
    try mapError(try read(at: offset, into: buffer)) { (error: ByteSourceError) in
      StorageError(.system, path: path, detail: error.description)
    }
  }

  /// Reads exactly `count` bytes from `offset`; errors name `path`.
  func exactly(_ wanted: Int, at offset: Int, path: String = "") throws(StorageError) -> [UInt8] {
    let bytes = try mapError(try self.bytes(at: offset, count: wanted)) { (error: ByteSourceError) in
      StorageError(.system, path: path.isEmpty ? "the archive" : path, detail: error.description)
    }
    guard bytes.count == wanted else {
      throw path.isEmpty ? .malformedArchive("is truncated") : .entry(.malformedArchive, path, "is truncated")
    }
    return bytes
  }
}
