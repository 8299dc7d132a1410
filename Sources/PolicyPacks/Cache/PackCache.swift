import Basics
import Bundles
import GitRepositories

/// The cache of fetched packs, one folder per digest:
///
///     packs/4b2f…/inventory    the names, modes and digests of its files; the SHA-256 of this file is the pack's digest
///     packs/4b2f…/tree/…       the files
///     packs/4b2f…/origin-…     empty: one for each lock for which it was fetched (`recordVerification`)
///
/// Entries are verified against the digest on every use, and appear and disappear as a whole, by renaming.
package struct PackCache: Hashable, Sendable {
  package let root: String

  /// The cache in `BUNDLEPOLICY_CACHE`, or in the system's folder for caches. Throws if neither is known.
  package static func standard() throws(PackError) -> PackCache {
    guard let root = CacheFolder.standard else {
      throw PackError(
        .cache, "the cache of packs has no location because HOME is not set",
        hint: "name a folder with BUNDLEPOLICY_CACHE")
    }
    return PackCache(root: root)
  }

  struct Entry {
    let folder: String
    let inventory: PackInventory
    /// The Lua files by path. These are the verified bytes, even if the files change later.
    let sources: [String: [UInt8]]
    let manifest: [UInt8]?
  }

  var packs: String { root + "/packs" }

  func place(of digest: String) -> String { "\(packs)/\(digest.dropFirst("sha256:".utf8.count))" }

  func has(_ digest: String) -> Bool { FileSystem.exists(place(of: digest)) }

  func entry(_ digest: String, of pack: String) throws(PackError) -> Entry {
    let place = place(of: digest)
    if !has(digest) {
      throw PackError(
        .missing, "pack '\(pack)' is not in the cache", hint: "fetch the locked packs with 'bundlepolicy pack fetch'"
      )
    }
    func damaged(_ file: String, _ what: String) -> PackError {
      PackError(
        .cache, "pack '\(pack)' does not match the lock: \(file) in the cache \(what)", file: "\(place)/\(file)",
        hint: "find out who changed it, then fetch the pack again with 'bundlepolicy pack fetch'")
    }
    let storage = try mapError(try DirectoryStorage(path: place)) { (error: StorageError) in
      PackError(.cache, "pack '\(pack)' cannot be read: \(error.description)", file: place)
    }
    func read(_ path: String, limit: Int) throws(PackError) -> [UInt8] {
      do throws(StorageError) {
        if try storage.status(path).type == .file { return try storage.read(path, limit: limit) }
      } catch {
        throw damaged(path, "cannot be read (\(error.description))")
      }
      throw damaged(path, "is not a file")
    }
    let text = try read("inventory", limit: PackInventory.limit)
    guard ImageDigest.of(text) == digest, let inventory = PackInventory(text) else {
      throw damaged("inventory", "was changed")
    }
    var sources: [String: [UInt8]] = [:]
    var manifest: [UInt8]?
    for file in inventory.entries {
      let bytes = try read("tree/" + file.path, limit: file.size &+ 1)
      guard bytes.count == file.size, SHA256Digest(of: bytes).hexadecimal == file.digest else {
        throw damaged("tree/" + file.path, "was changed")
      }
      if (try? storage.status("tree/" + file.path).isExecutable) != file.isExecutable {
        throw damaged("tree/" + file.path, "has another mode")
      }
      if file.path.hasSuffix(".lua") { sources[file.path] = bytes }
      if file.path == PackManifest.fileName { manifest = bytes }
    }
    if let file = try unlistedFile(in: storage, inventory) { throw damaged(file, "was added") }
    return Entry(folder: place + "/tree", inventory: inventory, sources: sources, manifest: manifest)
  }

  /// Returns a file, link or folder in the tree that is not in the inventory.
  private func unlistedFile(in storage: DirectoryStorage, _ inventory: PackInventory) throws(PackError) -> String? {
    var known: Set<String> = []
    for entry in inventory.entries {
      var path = "tree"
      for part in entry.path.split(separator: "/") {
        path += "/" + part
        known.insert(path)
      }
    }
    var pending = ["tree"]
    while let folder = pending.popLast() {
      do throws(StorageError) {
        for entry in try storage.list(folder) {
          let path = folder + "/" + entry.name
          if !known.contains(path) { return path }
          if entry.type == .directory { pending.append(path) }
        }
      } catch {
        throw PackError(.cache, "the cache cannot be read: \(error.description)", file: root)
      }
    }
    return nil
  }

  /// Stores a pack atomically, replacing an invalid entry, and returns its digest.
  func store(_ content: PackContent) throws(PackError) -> String {
    let inventory = content.inventory
    let digest = inventory.digest
    if (try? entry(digest, of: "")) != nil { return digest }
    try FolderTree.make(packs)
    try checkOwners()
    FolderTree.removeLeftovers(in: packs, prefixes: [".new-", ".old-"])
    let new = try FolderTree.makeUnique(packs + "/.new-")
    defer { FolderTree.remove(new) }
    try FolderTree.make(new + "/tree")
    for file in content.files {
      if let slash = file.path.lastIndex(of: "/") { try FolderTree.make("\(new)/tree/\(file.path[..<slash])") }
      try FolderTree.write(file.bytes, to: "\(new)/tree/\(file.path)", mode: file.isExecutable ? 0o700 : 0o600)
    }
    try FolderTree.write(Array(inventory.text.utf8), to: new + "/inventory", mode: 0o600)
    let place = place(of: digest)
    // Another process may have stored the pack first; its entry is as good if it is valid.
    for _ in 0..<8 {
      if rename(new, place) == 0 { return digest }
      guard errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR else {
        throw FolderTree.failure("the cache cannot be written", place)
      }
      if (try? entry(digest, of: "")) != nil { return digest }
      let old = try FolderTree.makeUnique(packs + "/.old-")
      rename(place, old + "/entry")
      FolderTree.remove(old)
    }
    throw FolderTree.failure("the cache cannot be written", place)
  }

  func makeTemporaryFolder() throws(PackError) -> String {
    try FolderTree.make(root)
    try checkOwners()
    FolderTree.removeLeftovers(in: root, prefixes: ["fetch-"])
    let folder = try FolderTree.makeUnique(root + "/fetch-")
    guard let resolved = FileSystem.realPath(folder) else {
      throw FolderTree.failure("the cache cannot be used", folder)
    }
    return resolved
  }
}
