public import PolicyLock

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Where manifest and lock do not say the same.
extension PackProject {
  /// What the lock says of a pack that the manifest asks for. Nil for a folder, which is not locked. Throws when there is no such
  /// pack, it is not locked, or locked to something else.
  public func locked(_ name: String) throws(PackError) -> LockedPack? {
    guard let request = manifest.packs[name] else {
      if lock?.packs[name] != nil {
        throw PackError(
          .drift, "pack '\(name)' is locked, and \(manifestFile) does not ask for it", file: lockFile,
          hint: "add it anew, or take it out with 'bundlepolicy pack remove \(name)'")
      }
      throw PackError(.unknown, "\(manifestFile) has no pack '\(name)'", hint: "add it with 'bundlepolicy pack add'")
    }
    if case .path = request.source {
      if lock?.packs[name] != nil {
        throw PackError(
          .drift, "pack '\(name)' is a folder, and locked as a repository", file: lockFile,
          hint: "run 'bundlepolicy pack update \(name)'")
      }
      return nil
    }
    guard let locked = lock?.packs[name] else {
      throw PackError(
        .drift, "pack '\(name)' is not locked", file: lockFile,
        hint: "run 'bundlepolicy pack update \(name)', and commit \(lockFile)")
    }
    if let difference = request.difference(from: locked) {
      throw PackError(
        .drift, "\(manifestFile) and \(lockFile) disagree about pack '\(name)': \(difference)", file: lockFile,
        hint: "run 'bundlepolicy pack update \(name)', or take the change back")
    }
    return locked
  }

  /// All that `--locked` refuses, sorted by pack: any pack about which the files disagree, folders outside the repository, and a
  /// lock file that is not there.
  public func drift() -> [PackError] {
    var errors: [PackError] = []
    let asksForRepositories = manifest.packs.values.contains { if case .git = $0.source { true } else { false } }
    if lock == nil, asksForRepositories {
      return [
        PackError(
          .drift, "there is no \(lockFile)", file: manifestFile,
          hint: "lock the packs with 'bundlepolicy pack update', and commit the file")
      ]
    }
    let names = Set(manifest.packs.keys).union((lock?.packs ?? [:]).keys)
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      do throws(PackError) {
        _ = try locked(name)
        if case .path(let path)? = manifest.packs[name]?.source { try checkInside(path, name) }
      } catch {
        errors.append(error)
      }
    }
    return errors
  }

  /// Throws for a folder that does not lie in the repository that the manifest lies in: nothing says what it is.
  private func checkInside(_ path: String, _ name: String) throws(PackError) {
    let folder = shown(path)
    guard let place = Self.real(folder) else {
      throw PackError(.missing, "there is no folder '\(folder)', which pack '\(name)' is", file: manifestFile)
    }
    var top = Self.real(root.isEmpty ? "." : root) ?? "/"
    let own = top
    var status = stat()
    while lstat(top + "/.git", &status) != 0 {
      guard top != "/", let slash = top.lastIndex(of: "/") else {
        top = own
        break
      }
      top = slash == top.startIndex ? "/" : String(top[..<slash])
    }
    if (place + "/").utf8.starts(with: (top == "/" ? "/" : top + "/").utf8) { return }
    throw PackError(
      .drift, "pack '\(name)' is a folder outside the repository, so that nothing says what it was: \(folder)",
      file: manifestFile, hint: "name its repository, git+https://…, or do without --locked")
  }

  private static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
