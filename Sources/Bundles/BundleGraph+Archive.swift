package import PropertyLists

extension BundleGraph {
  /// Reads the one bundle in an archive: `.ipa`, `.zip`, or a tar, plain or compressed by gzip, xz, Zstandard or bzip2.
  ///
  /// Nothing is unpacked. Of a zip the central directory is read, and of its entries those that are asked for; a tar is gone
  /// through once. The bundle is `Payload/NAME.app` where there is a folder `Payload`, as in every `.ipa`; else the one
  /// bundle at the top or in the only folder there. Files of the bundle are named `ARCHIVE/PATH` in messages, and links out
  /// of it lead nowhere, even where the archive holds what they point to.
  ///
  /// - Parameters:
  ///   - source: the archive's bytes.
  ///   - name: the archive's name, whose extension must agree with the bytes.
  ///   - displayPath: how messages name the archive; by default `name`.
  /// - Throws: `BundleError`; its code is `archive.*` or `limit.*` for what is wrong with the archive.
  package static func open(
    archive source: any ByteSource, name: String, displayPath: String? = nil, limits: Limits = Limits(),
    archiveLimits: ArchiveLimits = ArchiveLimits()
  ) throws(BundleError) -> BundleGraph {
    let shown = displayPath ?? name
    let head: [UInt8]
    do throws(ByteSourceError) {
      head = try source.bytes(at: 0, count: ArchiveFormat.headBytes)
    } catch {
      throw .unreadable(StorageError(.system, path: shown, detail: error.description), file: shown, bundle: "")
    }
    let format = ArchiveFormat(head: head)
    let promised = ArchiveFormat.promised(byName: name)
    guard let format, promised.map({ $0.isZip == format.isZip }) ?? true else {
      throw .notThatArchive(
        format?.words ?? ArchiveFormat.words(forHead: head), expected: promised?.words ?? "an archive", file: shown)
    }
    let archive: any Archive
    do throws(StorageError) {
      archive = try format.open(source, limits: archiveLimits)
    } catch {
      throw .unreadable(error, file: shown, bundle: "")
    }
    let path: String
    do throws(ArchiveBundle.Failure) {
      path = try ArchiveBundle(index: archive.index)
        .path(isApplicationArchive: BundlePath.loweredExtension(name) == "ipa")
    } catch {
      throw .archive(error, file: shown)
    }
    let storage: ArchiveStorage
    do throws(StorageError) {
      storage = try ArchiveStorage(archive, root: path)
    } catch {
      throw .unreadable(error, file: shown, bundle: "")
    }
    return try open(
      storage: storage, name: BundlePath.lastComponent(path), displayPath: BundlePath.join(shown, path), limits: limits)
  }
}
