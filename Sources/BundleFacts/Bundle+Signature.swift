import Basics
package import Bundles
import FileFacts
package import PropertyLists

extension Bundle {
  /// The entitlements in the executable's code signature, which must be the same in all slices; their root is a dictionary.
  ///
  /// Nil if there is no executable, if it is not a Mach-O file, or if its signature has none. Throws if it
  /// cannot be read or is malformed, or if its entitlements are ambiguous: see `MachOFile.entitlements`.
  package func entitlements() throws(ReadFailure) -> PropertyList? {
    guard let executable else { return nil }
    return try entitlements(of: executable)
  }

  /// The entitlements of the file at this path, under the same conditions.
  ///
  /// `watched` gets each source to read, and returns the source to use instead.
  package func entitlements(
    of executable: String, watched: (any ByteSource) -> any ByteSource = { $0 }
  ) throws(ReadFailure) -> PropertyList? {
    let source: any ByteSource
    do throws(StorageError) {
      source = watched(try files.source(of: executable))
    } catch {
      // Other rules report a missing file or a directory.
      guard !error.isAbsence, error.code != .notAFile else { return nil }
      throw ReadFailure(error)
    }
    let file = path.isEmpty ? executable : "\(path)/\(executable)"
    return try mapError(try MachOFile.read(source, file: file)?.entitlements(in: source, file: file)) {
      (error: FileFactError) in
      ReadFailure(error)
    }
  }
}

extension Bundle {
  /// The folder that contains the bundle's `_CodeSignature`, relative to the bundle; nil for a bare property list.
  package var signedFolder: String? {
    guard let infoPath else { return nil }
    func folder(_ path: String) -> String { String(path[..<(path.utf8.lastIndex(of: 0x2F) ?? path.startIndex)]) }
    switch layout {
    case .flat, .resources: return ""
    case .contents, .wrapped: return folder(infoPath)
    case .versioned:
      // The resources path starts with a link at the top level; the executable path names the version.
      let parts = (executable ?? "").split(separator: "/", maxSplits: 2)
      return parts.count == 3 && parts[0] == "Versions" ? "Versions/\(parts[1])" : folder(resourcesPath)
    }
  }

  /// The path of the notarization ticket that may be stapled to the bundle; nil for a bare property list.
  package var ticketPath: String? { signedFolder.map { BundlePath.join($0, "CodeResources") } }

  /// The path of the list of sealed files, which need not exist; nil for a bare property list.
  package var sealPath: String? { signedFolder.map { BundlePath.join($0, "_CodeSignature/CodeResources") } }

  /// The folders in which `codesign` and the system expect code, below the folder that contains `_CodeSignature`.
  private static let codeFolders = [
    "Frameworks/", "SharedFrameworks/", "PlugIns/", "Plug-ins/", "XPCServices/", "Helpers/", "MacOS/",
    "Library/Automator/", "Library/Spotlight/", "Library/LoginItems/", "Library/SystemExtensions/", "Extensions/",
  ]

  /// Whether a path is the executable, or in a folder in which `codesign` and the system expect code.
  package func isCodePlace(_ path: String) -> Bool {
    if let executable, executable.hasSameBytes(as: path) { return true }
    let folder = signedFolder.map { $0.isEmpty ? "" : $0 + "/" } ?? ""
    guard path.utf8.starts(with: folder.utf8) else { return false }
    let rest = path.utf8.dropFirst(folder.utf8.count)
    return Self.codeFolders.contains { rest.starts(with: $0.utf8) }
  }
}
