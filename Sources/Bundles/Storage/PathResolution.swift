import Basics

/// A place in a directory tree that can be moved one name at a time.
///
/// The two storages differ in how a step is made (an open directory, a dictionary); what a path with links in it means
/// is decided once, in `PathResolution`.
protocol PathCursor: AnyObject {
  /// Goes into the directory `name` if it is one, else says what the link `name` holds.
  func enter(_ name: String, path: String) throws(StorageError) -> PathStep
  /// The status of `name` here, not followed.
  func look(_ name: String, path: String) throws(StorageError) -> FileStatus
  /// Goes back to the root.
  func restart() throws(StorageError)
  /// Goes from the root into a directory that was entered before, if it is still at hand. The path has no `.`, `..` or link.
  func enter(known directory: ArraySlice<UInt8>) -> Bool
}

extension PathCursor {
  func enter(known directory: ArraySlice<UInt8>) -> Bool { false }
}

/// What `PathCursor.enter` did.
enum PathStep {
  case entered
  case link(String)
}

/// Where a path leads: the directory the cursor stands in, and the last name unless the path ended in that directory.
struct ResolvedPath {
  var directory: [String]
  var name: String?
  var status: FileStatus?
  /// The path as it was given, where it had no links.
  fileprivate var plain: String?

  /// The path, links resolved.
  var path: String { plain ?? (directory + (name.map { [$0] } ?? [])).joined(separator: "/") }
}

/// Follows a path component by component, so that no link can lead out of the root unseen.
enum PathResolution {
  /// What to do with the last component.
  enum Last {
    /// Report it, even when it is a link.
    case keep
    /// Follow it while it is a link.
    case follow
    /// It must be a directory; go into it.
    case enter
  }

  /// Links followed on one path before it counts as a cycle; Linux allows 40, Darwin 32.
  static let maximumLinks = 32

  /// Steps on one path: names looked at and directories entered, again after a `..`. Those of a real bundle are some dozens.
  static let maximumSteps = 1024

  /// Bytes of a path or a link's target: 128 directories inside one another with the longest names.
  static let maximumPathBytes = 32_768

  /// Follows `path` from the root.
  static func resolve(_ path: String, last: Last, with cursor: some PathCursor) throws(StorageError) -> ResolvedPath {
    var steps = 0
    return try resolve(path, last: last, with: cursor, steps: &steps)
  }

  /// Follows `path` from the root; adds the steps that took to `steps`, also when it throws.
  static func resolve(
    _ path: String, last: Last, with cursor: some PathCursor, steps: inout Int
  ) throws(StorageError) -> ResolvedPath {
    guard path.utf8.first != 0x2F else {
      throw StorageError(.invalidPath, path: path, detail: "it is absolute")
    }
    guard !path.contains(byte: 0) else {
      throw StorageError(.invalidPath, path: path, detail: "it contains a NUL byte")
    }
    // Most paths lie beside the one that was looked up before.
    if let place = try place(of: path, last, inKnownDirectory: cursor, &steps) { return place }
    var directory: [String] = []
    // With each link, how many components of the path come after what it stands for.
    var followed: [(link: String, target: String, after: Int)] = []
    var taken = 0
    defer { steps += taken }
    func tooMany() -> StorageError {
      StorageError(
        .tooManySteps, path: path, link: followed.last?.link, target: followed.last?.target, limit: maximumSteps)
    }
    // No file has such a path. A component takes at least two bytes of a text, so a longer one need not be taken apart.
    let isTooLong = StorageError(.invalidPath, path: path, detail: "it is longer than any path")
    guard path.utf8.count <= maximumPathBytes else { throw isTooLong }
    var pending: [String] = BundlePath.components(path).reversed()
    guard pending.count <= maximumSteps else { throw isTooLong }
    // Whether the cursor stands elsewhere since a `..`.
    var isAway = false

    /// Checked before the step is made.
    func step() throws(StorageError) {
      guard taken < maximumSteps else { throw tooMany() }
      taken += 1
    }

    /// Back to `directory`, by way of the root: the parent of a directory that was moved meanwhile may lie outside.
    func comeBack() throws(StorageError) {
      guard isAway else { return }
      isAway = false
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
          isAway = true
        } else if pending.isEmpty, last != .enter {
          try comeBack()
          try step()
          let status = try cursor.look(name, path: path)
          if last == .follow, status.type == .symbolicLink {
            try follow(name, to: status.linkTarget ?? "")
          } else {
            return ResolvedPath(directory: directory, name: name, status: status)
          }
        } else {
          try comeBack()
          try step()
          switch try cursor.enter(name, path: path) {
          case .entered: directory.append(name)
          case .link(let target): try follow(name, to: target)
          }
        }
      }
      try comeBack()
    } catch {
      // What isn't there behind a link that leads somewhere is no fault of the link's.
      if error.code == .notFound, let broken = followed.last(where: { pending.count >= $0.after }) {
        throw StorageError(.brokenLink, path: path, link: broken.link, target: broken.target)
      }
      throw error
    }
    return ResolvedPath(directory: directory)
  }
}

extension PathResolution {
  /// Where a path leads whose directory was entered before, and is still at hand; nil when it was not, and when there is more to follow.
  fileprivate static func place(
    of path: String, _ last: Last, inKnownDirectory cursor: some PathCursor, _ steps: inout Int
  ) throws(StorageError) -> ResolvedPath? {
    guard path.utf8.count <= maximumPathBytes else { return nil }
    let bytes = Array(path.utf8)
    // Where the component at hand starts.
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
    // A link is followed from the start.
    steps -= components
    try cursor.restart()
    return nil
  }
}

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
