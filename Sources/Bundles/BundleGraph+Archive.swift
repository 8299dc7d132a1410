import Basics
package import PropertyLists

extension BundleGraph {
  /// Reads the one bundle in an archive: `.ipa`, `.zip`, or a tar, plain or compressed by gzip, xz, Zstandard or bzip2.
  ///
  /// Nothing is unpacked. For a zip, only the central directory and requested entries are read; a tar is read in one pass. The bundle is
  /// `Payload/NAME.app` if there is a folder `Payload`, as in every `.ipa`; otherwise the only bundle at the top level or in the only
  /// folder there. Messages name files of the bundle `ARCHIVE/PATH`. Links out of the bundle are broken, even if the archive contains their
  /// target.
  ///
  /// - Parameters:
  ///   - source: the archive's bytes.
  ///   - name: the archive's name, whose extension must agree with the bytes.
  ///   - displayPath: the archive's path in messages; by default `name`.
  /// - Throws: `BundleError`; its code is `archive.*` or `limit.*` for faults of the archive.
  package static func open(
    archive source: any ByteSource, name: String, displayPath: String? = nil, limits: Limits = Limits(),
    archiveLimits: ArchiveLimits = ArchiveLimits()
  ) throws(BundleError) -> BundleGraph {
    let shown = displayPath ?? name
    let head = try mapError(try source.bytes(at: 0, count: ArchiveFormat.headBytes)) { (error: ByteSourceError) in
      BundleError.unreadable(StorageError(.system, path: shown, detail: error.description), file: shown, bundle: "")
    }
    let format = ArchiveFormat(head: head)
    let promised = ArchiveFormat.promised(byName: name)
    guard let format, promised.map({ $0.isZip == format.isZip }) ?? true else {
      let found = format?.words ?? ArchiveFormat.words(forHead: head)
      throw BundleError(
        .notAnArchive, "its name says \(promised?.words ?? "an archive"), but its contents are \(found)", file: shown,
        hint: "check the step that created or downloaded it")
    }
    let archive = try BundleError.reading(shown, of: "") { () throws(StorageError) in
      try format.open(source, limits: archiveLimits)
    }
    let path: String
    do throws(ArchiveBundle.Failure) {
      path = try ArchiveBundle(index: archive.index)
        .path(isApplicationArchive: BundlePath.loweredExtension(name) == "ipa")
    } catch {
      throw .archive(error, file: shown)
    }
    let storage = try BundleError.reading(shown, of: "") { () throws(StorageError) in
      try ArchiveStorage(archive, root: path)
    }
    return try open(
      storage: storage, name: BundlePath.lastComponent(path), displayPath: BundlePath.join(shown, path), limits: limits
    ).inside(BundleContainer(storage: ArchiveStorage(whole: archive), product: path, displayPath: shown))
  }
}
