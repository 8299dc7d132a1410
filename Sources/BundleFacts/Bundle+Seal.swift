import Basics
package import Bundles

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
