extension StorageError {
  // MARK: The archive as a whole

  static func malformedArchive(_ what: String) -> StorageError {
    StorageError(.malformedArchive, path: "", detail: what)
  }

  static func disagreeingArchive(_ what: String) -> StorageError {
    StorageError(.disagreeingArchive, path: "", detail: what)
  }

  static let noEndRecord = malformedArchive(
    "has no end record at its end: it is truncated, or has extra bytes after it")
  static let severalEndRecords = disagreeingArchive(
    "has more than one possible end record; tools differ in which one they use")
  static let splitArchive = malformedArchive("is one part of an archive in several parts")

  static func foreignBytes(_ count: Int, _ place: String) -> StorageError {
    disagreeingArchive("has bytes \(place) that belong to no entry (\(count)); tools differ in how they read them")
  }

  static let severalMembers = disagreeingArchive(
    "consists of several compressed files joined together; tools differ in whether they read more than the first")
  static let bytesAfterEnd = disagreeingArchive(
    "has data after the end of the tar archive in it; tools differ in whether they read it")
  static let bytesAfterStream = disagreeingArchive(
    "has bytes after the end of its compressed data; tools differ in how they read them")

  static func tooManyEntries(_ limit: Int) -> StorageError {
    StorageError(.tooMany, path: "the archive", limit: limit, detail: "entries")
  }

  // MARK: One entry

  static func entry(_ code: Code, _ path: String, _ what: String) -> StorageError {
    StorageError(code, path: path, detail: what)
  }

  static func overlappingEntries(_ path: String) -> StorageError {
    entry(.overlappingEntry, path, "shares its bytes with another entry or the central directory")
  }

  static func encryptedEntry(_ path: String) -> StorageError { entry(.encryptedEntry, path, "is encrypted") }

  static func unknownMethod(_ method: Int, path: String) -> StorageError {
    let names = [
      1: "Shrink", 6: "Implode", 9: "Deflate64", 12: "bzip2", 14: "LZMA", 20: "Zstandard", 93: "Zstandard", 95: "XZ",
      96: "JPEG", 97: "WavPack", 98: "PPMd", 99: "AES encryption",
    ]
    let name = names[method].map { " (\($0))" } ?? ""
    return StorageError(
      .entryMethod, path: path,
      detail: "is compressed with method \(method)\(name); only stored and deflated entries are supported")
  }

  static func disagreeingEntry(_ path: String, _ what: String) -> StorageError {
    StorageError(
      .disagreeingArchive, path: path,
      detail:
        "has a different \(what) in its own header and in the central directory; tools differ in which one they use")
  }
}

extension StorageCode {
  /// Whether errors of a bundle use this code, which docs/bundles.md explains, instead of `bundle.unreadable`.
  var isReported: Bool {
    switch self {
    case .archiveBomb, .unreadableName, .tooMany, .tooManySteps: true
    default: rawValue.utf8.starts(with: "archive.".utf8)
    }
  }
}
