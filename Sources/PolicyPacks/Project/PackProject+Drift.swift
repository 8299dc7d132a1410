package import CheckerPlugIns

// Disagreements between manifest and lock.
extension PackProject {
  /// Returns the lock of a pack; nil for a folder, which is not locked. Throws if the manifest does not list the pack, it is not locked, or
  /// its lock does not satisfy the request.
  package func locked(_ name: String) throws(PackError) -> LockedPack? {
    guard let request = manifest.packs[name] else {
      if lock?.packs[name] != nil {
        throw PackError(
          .drift, "pack '\(name)' is locked, but \(manifestFile) does not list it", file: lockFile,
          hint: "add it again, or remove it with 'bundlepolicy pack remove \(name)'")
      }
      throw PackError(.unknown, "\(manifestFile) has no pack '\(name)'", hint: "add it with 'bundlepolicy pack add'")
    }
    if case .path = request.source {
      if lock?.packs[name] != nil {
        throw PackError(
          .drift, "pack '\(name)' is a folder, which is not locked, but the lock file has it", file: lockFile,
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
        hint: "run 'bundlepolicy pack update \(name)', or undo the change")
    }
    return locked
  }

  package func drift() -> [PackError] {
    var errors: [PackError] = []
    let needsLock = manifest.packs.values.contains { if case .path = $0.source { false } else { true } }
    if lock == nil, needsLock {
      return [
        PackError(
          .drift, "\(lockFile) does not exist", file: manifestFile,
          hint: "lock the packs with 'bundlepolicy pack update', and commit the file")
      ]
    }
    let names = Set(manifest.packs.keys).union((lock?.packs ?? [:]).keys)
    for name in names.sortedByBytes() {
      do throws(PackError) {
        _ = try locked(name)
      } catch {
        errors.append(error)
      }
    }
    return errors
  }

  /// Returns the errors for everything that `--locked` refuses: drift, and packs without a digest in the lock.
  package func unlocked() -> [PackError] {
    var errors = drift()
    for (name, request) in manifest.packs.sorted(byBytesOf: \.key) {
      guard case .path(let path) = request.source else { continue }
      errors.append(
        PackError(
          .drift, "pack '\(name)' is the folder \(shown(path)), but \(PolicyLock.fileName) cannot lock folders",
          file: manifestFile, hint: "name a repository, an archive or an artifact, or check without --locked"))
    }
    return errors
  }
}

extension PackProject {
  /// Returns the project with the requests that were in effect when the packs were locked.
  package func asLocked() throws(PackError) -> PackProject {
    var project = self
    for (name, locked) in lock?.packs ?? [:] {
      guard let request = manifest.packs[name], request.difference(from: locked) != nil else { continue }
      if case .path = request.source { continue }
      var earlier = PackRequest(source: try PackSource(locked.source), path: locked.path)
      earlier.range = try locked.range.map { text throws(PackError) in try VersionRange(text) }
      if earlier.range == nil { earlier.ref = locked.ref }
      earlier.requiredSignature = locked.signature.flatMap { signature in
        request.requiredSignature.map { PackRequest.RequiredSignature(object: signature.object, signers: $0.signers) }
      }
      project.manifest.packs[name] = earlier
    }
    return project
  }
}
