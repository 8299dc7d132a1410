/// A tree held in memory, or indexed there, that tells what lies at a path without following links.
protocol PathTable {
  /// What lies at `path`, whose bytes are relative to the root and hold no `.`, `..` or link; nil for nothing.
  func status(at path: [UInt8]) throws(StorageError) -> FileStatus?
}

/// Moves through a `PathTable`.
final class PathTableCursor<Table: PathTable>: PathCursor {
  private let table: Table
  private var directory: [UInt8] = []

  init(_ table: Table) { self.table = table }

  private func key(_ name: String) -> [UInt8] { directory + (directory.isEmpty ? [] : [0x2F]) + Array(name.utf8) }

  func enter(_ name: String, path: String) throws(StorageError) -> PathStep {
    let next = key(name)
    guard let status = try table.status(at: next) else { throw StorageError(.notFound, path: path) }
    switch status.type {
    case .directory: directory = next
    case .symbolicLink: return .link(status.linkTarget ?? "")
    case .file, .other: throw StorageError(.notADirectory, path: path)
    }
    return .entered
  }

  func look(_ name: String, path: String) throws(StorageError) -> FileStatus {
    guard let status = try table.status(at: key(name)) else { throw StorageError(.notFound, path: path) }
    return status
  }

  func restart() { directory = [] }
}
