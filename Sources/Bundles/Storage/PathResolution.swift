import Basics

/// A position in a directory tree that moves one name at a time.
///
/// Storages implement the steps differently (an open directory, a dictionary); `PathResolution` alone defines how links in a path are
/// followed.
protocol PathCursor: AnyObject {
  /// Enters the directory `name`, or returns the target if `name` is a link.
  func enter(_ name: String, path: String) throws(StorageError) -> PathStep
  /// The status of `name` here; a link is not followed.
  func look(_ name: String, path: String) throws(StorageError) -> FileStatus
  func restart() throws(StorageError)
  /// Enters a cached directory from the root; returns false if it is not cached. The path has no `.`, `..` or link.
  func enter(known directory: ArraySlice<UInt8>) -> Bool
}

extension PathCursor {
  func enter(known directory: ArraySlice<UInt8>) -> Bool { false }
}

enum PathStep {
  case entered
  case link(String)
}

/// The destination of a path: the directory of the cursor, and the last name unless the path ends in that directory.
struct ResolvedPath {
  var directory: [String]
  var name: String?
  var status: FileStatus?
  /// The original path, if it had no links.
  fileprivate var plain: String?

  var path: String { plain ?? (directory + (name.map { [$0] } ?? [])).joined(separator: "/") }
}

/// Follows a path component by component, so that no link can lead out of the root undetected.
enum PathResolution {
  enum Last {
    case keep
    case follow
    case enter
  }

  /// The maximum number of links on one path, beyond which it counts as a cycle; Linux allows 40, Darwin 32.
  static let maximumLinks = 32

  /// The maximum number of steps on one path: names looked up and directories entered, again after each `..`. Real bundles need a few
  /// dozen.
  static let maximumSteps = 1024

  /// The maximum length of a path or a link's target, in bytes: 128 nested directories with the longest names.
  static let maximumPathBytes = 32_768

  static func resolve(_ path: String, last: Last, with cursor: some PathCursor) throws(StorageError) -> ResolvedPath {
    var steps = 0
    return try resolve(path, last: last, with: cursor, steps: &steps)
  }

  /// Follows `path` from the root; adds the number of steps to `steps`, even if it throws.
  static func resolve(
    _ path: String, last: Last, with cursor: some PathCursor, steps: inout Int
  ) throws(StorageError) -> ResolvedPath {
    guard path.utf8.first != 0x2F else { throw StorageError(.invalidPath, path: path, detail: "it is absolute") }
    guard !path.contains(byte: 0) else {
      throw StorageError(.invalidPath, path: path, detail: "it contains a NUL byte")
    }
    // Most paths are in the same directory as the previous one.
    if let place = try place(of: path, last, inKnownDirectory: cursor, &steps) { return place }
    var directory: [String] = []
    // For each link, how many components of the path remain after its target.
    var followed: [(link: String, target: String, after: Int)] = []
    var taken = 0
    defer { steps += taken }
    func tooMany() -> StorageError {
      StorageError(
        .tooManySteps, path: path, link: followed.last?.link, target: followed.last?.target, limit: maximumSteps)
    }
    // No file has such a path. A component takes at least two bytes, so a longer path need not be split.
    let isTooLong = StorageError(.invalidPath, path: path, detail: "it is longer than any path")
    guard path.utf8.count <= maximumPathBytes else { throw isTooLong }
    var pending: [String] = BundlePath.components(path).reversed()
    guard pending.count <= maximumSteps else { throw isTooLong }
    // Whether the cursor has not moved back since a `..`.
    var mustReturn = false

    func step() throws(StorageError) {
      guard taken < maximumSteps else { throw tooMany() }
      taken += 1
    }

    func returnToDirectory() throws(StorageError) {
      guard mustReturn else { return }
      mustReturn = false
      try cursor.restart()
      for parent in directory {
        try step()
        guard case .entered = try cursor.enter(parent, path: path) else { throw StorageError(.changed, path: path) }
      }
    }

    func follow(_ name: String, to target: String) throws(StorageError) {
      let link = (directory + [name]).joined(separator: "/")
      followed.append((link, target, pending.count))
      guard followed.count <= maximumLinks else {
        throw StorageError(.tooManyLinks, path: path, link: link, target: target, limit: maximumLinks)
      }
      guard target.utf8.first != 0x2F else {
        throw StorageError(.absoluteLink, path: path, link: link, target: target)
      }
      guard !target.isEmpty else { throw StorageError(.brokenLink, path: path, link: link, target: target) }
      guard pending.count <= maximumSteps, target.utf8.count <= maximumPathBytes else { throw tooMany() }
      pending.append(contentsOf: BundlePath.components(target).reversed())
    }

    do throws(StorageError) {
      while let name = pending.popLast() {
        if name == ".." {
          guard directory.popLast() != nil else {
            throw StorageError(.leavesRoot, path: path, link: followed.last?.link, target: followed.last?.target)
          }
          mustReturn = true
        } else if pending.isEmpty, last != .enter {
          try returnToDirectory()
          try step()
          let status = try cursor.look(name, path: path)
          if last == .follow, status.type == .symbolicLink {
            try follow(name, to: status.linkTarget ?? "")
          } else {
            return ResolvedPath(directory: directory, name: name, status: status)
          }
        } else {
          try returnToDirectory()
          try step()
          switch try cursor.enter(name, path: path) {
          case .entered: directory.append(name)
          case .link(let target): try follow(name, to: target)
          }
        }
      }
      try returnToDirectory()
    } catch {
      // If a link's target exists, but something below it does not, the link is not broken.
      if error.code == .notFound, let broken = followed.last(where: { pending.count >= $0.after }) {
        throw StorageError(.brokenLink, path: path, link: broken.link, target: broken.target)
      }
      throw error
    }
    return ResolvedPath(directory: directory)
  }
}

extension PathResolution {
  /// Resolves a path whose directory is cached; returns nil if it is not cached, or if a link has to be followed.
  fileprivate static func place(
    of path: String, _ last: Last, inKnownDirectory cursor: some PathCursor, _ steps: inout Int
  ) throws(StorageError) -> ResolvedPath? {
    guard path.utf8.count <= maximumPathBytes else { return nil }
    let bytes = Array(path.utf8)
    // The start of the current component.
    var start = 0
    var components = 1
    for at in 0...bytes.count where at == bytes.count || bytes[at] == 0x2F {
      let isDots = (1...2).contains(at - start) && bytes[start..<at].allSatisfy { $0 == 0x2E }
      if at == start || isDots { return nil }
      if at == bytes.count { break }
      start = at + 1
      components += 1
    }
    guard start > 0, components <= maximumSteps, cursor.enter(known: bytes[..<(start - 1)]) else { return nil }
    let name = String(decoding: bytes[start...], as: UTF8.self)
    var place = ResolvedPath(directory: [], plain: path)
    steps += components
    if last == .enter {
      if case .entered = try cursor.enter(name, path: path) { return place }
    } else {
      let status = try cursor.look(name, path: path)
      (place.name, place.status) = (name, status)
      if last == .keep || status.type != .symbolicLink { return place }
    }
    // Follow the link from the root.
    steps -= components
    try cursor.restart()
    return nil
  }
}

protocol ResolvingStorage: BundleStorage {
  associatedtype Cursor: PathCursor

  func makeCursor() -> Cursor
  /// The status of the directory `cursor` is in, at the end of `path`.
  func status(at cursor: Cursor, _ place: ResolvedPath, path: String) throws(StorageError) -> FileStatus
}

extension ResolvingStorage {
  package func status(_ path: String, steps: inout Int) throws(StorageError) -> FileStatus {
    let cursor = makeCursor()
    let place = try PathResolution.resolve(path, last: .keep, with: cursor, steps: &steps)
    if let status = place.status { return status }
    return try status(at: cursor, place, path: path)
  }

  package func resolve(_ path: String, steps: inout Int) throws(StorageError) -> String {
    try PathResolution.resolve(path, last: .follow, with: makeCursor(), steps: &steps).path
  }
}

/// A tree in memory, or with an index in memory, that looks up paths without following links.
protocol PathTable: ResolvingStorage {
  /// Returns the status of the file at `path`, which is relative to the root and contains no `.`, `..` or link; nil if there is none.
  func status(at path: [UInt8]) throws(StorageError) -> FileStatus?
}

extension PathTable {
  func makeCursor() -> PathTableCursor<Self> { PathTableCursor(self) }

  func status(at cursor: PathTableCursor<Self>, _ place: ResolvedPath, path: String) throws(StorageError) -> FileStatus
  {
    try status(at: Array(place.path.utf8)) ?? FileStatus(type: .directory, size: 0, mode: 0o755)
  }
}

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
