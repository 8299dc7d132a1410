/// Reads a framework with `Versions/`, even if its links were lost (some package formats cannot store links).
struct FrameworkVersions {
  let directory: BundleDirectory
  let top: [DirectoryEntry]

  /// `topResources` is the top-level `Resources`, a link in a valid framework; nil if there is none.
  func read(topResources: DirectoryEntry?) throws(BundleError) -> Arrangement {
    let versions = try directory.list("Versions")
    var diagnostics: [BundleDiagnostic] = []
    let version = try current(of: versions, &diagnostics)

    // Without a version, the framework's own top directory is used instead.
    var arrangement = Arrangement(layout: .versioned)
    arrangement.code = version ?? ""
    arrangement.executables = arrangement.code
    arrangement.codeEntries = try version.map(directory.list) ?? top
    if let topResources, let entries = try directory.listIfPresent(topResources.name) {
      arrangement.infoDirectory = topResources.name
      arrangement.infoEntries = entries
      arrangement.resources = topResources.name
      if topResources.type == .directory {
        note(
          "framework.real-resources", topResources.name,
          "this is a directory; a framework needs a symbolic link to Versions/Current/Resources here", &diagnostics)
      }
    } else {
      // Versions/Current may name a version, or there may be only one; otherwise the version to read is unknown.
      guard let version else {
        throw .ambiguousVersion(names(versions), file: directory.displayPath, bundle: directory.path)
      }
      note(
        "framework.missing-links", "Resources",
        topResources == nil
          ? "the symbolic link to Versions/Current/Resources is missing; read through \(version) instead"
          : "the symbolic link points to nothing; read through \(version) instead", &diagnostics)
      let resources = arrangement.codeEntries.first {
        $0.name == "Resources" && ($0.type == .directory || $0.type == .symbolicLink)
      }
      arrangement.infoDirectory = version + "/Resources"
      arrangement.infoEntries = resources == nil ? [] : try directory.list(arrangement.infoDirectory)
      arrangement.resources = arrangement.infoDirectory
    }
    arrangement.diagnostics = diagnostics
    return arrangement
  }

  /// The directory of the current version, with links resolved; nil if it cannot be determined.
  private func current(
    of versions: [DirectoryEntry], _ diagnostics: inout [BundleDiagnostic]
  ) throws(BundleError) -> String? {
    let link = "Versions/Current"
    switch versions.first(where: { $0.name == "Current" })?.type {
    case .symbolicLink?:
      if let resolved = try directory.resolve(link) { return resolved }
      let target = try directory.status(link).linkTarget ?? ""
      note(
        "framework.broken-current", link, "the symbolic link to '\(target)' does not lead to a version", &diagnostics)
    case .directory?:
      note("framework.real-current", link, "this is a directory; a framework needs a symbolic link here", &diagnostics)
      return link
    case .file?, .other?:
      note("framework.broken-current", link, "not a symbolic link to a version", &diagnostics)
    case nil:
      note("framework.missing-current", link, "the symbolic link to the current version is missing", &diagnostics)
    }
    let only = names(versions)
    return only.count == 1 ? only.first.map { "Versions/" + $0 } : nil
  }

  private func names(_ versions: [DirectoryEntry]) -> [String] {
    versions.filter { $0.type == .directory && $0.name != "Current" }.map(\.name)
  }

  private func note(_ code: String, _ path: String, _ message: String, _ diagnostics: inout [BundleDiagnostic]) {
    diagnostics.append(BundleDiagnostic(code: code, message: message, path: path))
  }
}
