import Basics
import Bundles
import FileFacts
import PropertyLists
package import Reports

/// An unsigned bundle in a directory, or a bare property list, whose files may be changed.
package struct FixableBundle {
  private let graph: BundleGraph
  /// The real path of the bundle, or of the bare property list.
  private let root: String
  private var unsigned: Set<Int> = []

  package init(named path: String) throws(EngineError) {
    let type = FileSystem.status(path)?.type
    // A part of the path of a bundle in an archive is a file.
    let isInArchive = type == nil && errno == ENOTDIR
    if let type, ![S_IFREG, S_IFDIR].contains(type) {
      throw EngineError(
        code: "fix.unnamed", message: "only files and folders can be fixed, not what comes from a pipe or device",
        file: path, hint: "name the bundle or property list itself")
    }
    if isInArchive || type == S_IFREG && BundleGraph.isArchive(path: path) {
      throw EngineError(
        code: "fix.archive", message: "files in an archive cannot be fixed", file: path,
        hint: "fix the sources that it is built from, or unpack it")
    }
    graph = try mapError(try BundleGraph.open(path: path)) { (error: BundleError) in EngineError(error) }
    guard let real = FileSystem.realPath(path) else {
      throw EngineError(code: "fix.unreadable", message: SystemError(errno).text, file: path)
    }
    root = real
    try checkEnclosingBundles(path)
    try checkNotSigned(graph.outer)
  }

  mutating func path(of finding: Finding) throws(EngineError) -> String {
    if graph.file != nil { return root }
    var enclosing = graph.bundles.first { $0.path.hasSameBytes(as: finding.bundle) }
    guard let bundle = enclosing, let file = finding.file else {
      throw EngineError(code: "fix.unreadable", message: "the file of a finding is not there any more", file: root)
    }
    while let bundle = enclosing {
      if unsigned.insert(bundle.index).inserted { try checkNotSigned(bundle) }
      enclosing = graph.parent(of: bundle)
    }
    do throws(StorageError) {
      let path = [bundle.path, file].filter { !$0.isEmpty }.joined(separator: "/")
      return root + "/" + (try graph.storage.resolve(path))
    } catch {
      throw EngineError(
        code: error.code.rawValue, message: "the file cannot be fixed: \(error.message)",
        file: bundle.displayPath + "/" + file, hint: "links that lead out of a bundle are not followed")
    }
  }

  // MARK: Signatures

  private static let seal = "_CodeSignature"

  /// A file in a signed bundle is covered by its seal, even if only the file was named.
  private func checkEnclosingBundles(_ path: String) throws(EngineError) {
    var folder = root
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      for seal in [folder + "/" + Self.seal, folder + "/Contents/" + Self.seal] where FileSystem.exists(seal) {
        throw signed(path, "it is in a signed bundle (\(seal))")
      }
    }
  }

  private func checkNotSigned(_ bundle: Bundle) throws(EngineError) {
    if bundle.kind == .plist { return }
    for folder in ["", "Contents", "Versions/Current", "WrappedBundle"] {
      let path = folder.isEmpty ? Self.seal : folder + "/" + Self.seal
      if (try? bundle.files.status(path)) != nil { throw signed(bundle.displayPath, "the bundle is signed (\(path))") }
    }
    guard let executable = bundle.executable, let source = try? bundle.files.source(of: executable) else { return }
    // A file that cannot be read as Mach-O has no signature that could be checked.
    guard let code = try? MachOFile.read(source, file: executable) else { return }
    if code.slices.contains(where: \.hasCodeSignature) {
      throw signed(bundle.displayPath, "its executable is signed (\(executable))")
    }
  }

  private func signed(_ path: String, _ what: String) -> EngineError {
    EngineError(
      code: "fix.signed", message: "nothing was fixed: \(what), and a change would break the signature", file: path,
      hint: "fix the sources, then build and sign again")
  }
}
