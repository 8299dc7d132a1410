import Basics
import PropertyLists

// How a search treats files.
extension BundleSearch {
  private static let installers: Set<String> = ["dmg", "sparseimage", "pkg", "mpkg", "xip"]
  private static let otherArchives: Set<String> = [
    "7z", "rar", "aar", "yaa", "xar", "cpio", "cpgz", "lzma", "lz4", "lz", "z",
  ]

  /// The treatment of the file at `path`, a path of the operating system. `name` may be the name of a link to it.
  static func treatment(ofFile path: String, named name: String) -> Treatment {
    if BundleKinds.mustHaveInfo(name) { return isExecutable(path) ? .reportFile : .include }
    if BundleKinds.kind(ofName: name) != nil { return BundleKinds.mayBeFile(name) ? .skip : .unchecked(.file) }
    let outer = BundlePath.loweredExtension(name)
    if installers.contains(outer) { return .unchecked(.installer) }
    let isOther = otherArchives.contains(outer)
    guard isOther || ArchiveFormat.promised(byName: name) != nil else { return .skip }
    if outer == "ipa" { return .include }
    // `App.app.zip`, `App.app.tar.gz`.
    var stem = BundlePath.withoutExtension(name)
    if BundlePath.loweredExtension(stem) == "tar" { stem = BundlePath.withoutExtension(stem) }
    let isNamedAsBundle = BundleKinds.kind(ofName: stem) != nil
    if isOther { return isNamedAsBundle ? .unchecked(.otherArchive) : .skip }
    if isNamedAsBundle { return .include }
    return BundlePath.loweredExtension(stem) == "dsym" ? .skip : treatment(ofArchive: path)
  }

  static func isFile(_ path: String) -> Bool { FileSystem.status(path)?.type == S_IFREG }

  /// Whether a file contains machine code: Mach-O, for one architecture or several, or ELF.
  private static func isExecutable(_ path: String) -> Bool {
    guard let source = try? RegularFile(path: path),
      let head = try? source.exactly(min(source.count, FileFormat.headLength), at: 0)
    else { return false }
    return [.machO, .universal, .elf].contains(FileFormat(ofFileBeginning: head[...]))
  }

  /// The maximum number of bytes to decompress to determine whether an archive contains a bundle.
  private static let searchedBytes = 256 << 20

  /// The treatment of an archive whose name does not show whether it contains a bundle.
  private static func treatment(ofArchive path: String) -> Treatment {
    do throws(StorageError) {
      let source = try RegularFile(path: path)
      let head = try source.exactly(min(source.count, ArchiveFormat.headBytes), at: 0)
      guard let format = ArchiveFormat(head: head) else {
        return .unchecked(.unreadableArchive("its contents are \(ArchiveFormat.words(forHead: head))"))
      }
      var limits = ArchiveLimits()
      limits.inflatedBytes = searchedBytes
      limits.keptBytes = 0
      let content = ArchiveBundle(index: try format.open(source, limits: limits).index)
      do throws(ArchiveBundle.Failure) {
        let found = try content.path(isApplicationArchive: false)
        // A folder with only an Info.plist may contain sources.
        return content.looksLikeBundle(found) ? .include : .skip
      } catch {
        switch error {
        case .none: return content.hasBundles ? .unchecked(.severalBundles) : .skip
        case .several: return .unchecked(.severalBundles)
        case .unreadable(let error): throw error
        }
      }
    } catch {
      return .unchecked(error.code == .archiveBomb ? .largeArchive : .unreadableArchive(error.description))
    }
  }
}
