import Basics
import Bundles
package import ProjectFiles
import PropertyLists
package import Reports

/// The files in the project that bundles are built from, by bundle identifier. Finds the places where findings are edited.
///
/// All files are read when the map is made, so that a file that is missing or malformed ends the check before it begins.
package struct SourceMap: Sendable {
  struct Entry: Sendable {
    let name: String
    let pattern: Glob?
    var info: SourceFile?
    var entitlements: SourceFile?
    var privacy: SourceFile?
    var strings: [SourceFile] = []
    var catalogs: [AssetCatalog] = []
    var files: [SourceFile] = []
    var settings: BuildSettings?
  }

  private let entries: [Entry]
  package let files: [String]
  /// The key paths that `--fix` changed after the bundles were built, by file.
  package var changed: [String: Set<String>] = [:]
  package var folders: [String] { entries.flatMap { $0.catalogs.map(\.folder) } }

  package init(_ project: ProjectFile) throws(ProjectFileError) {
    var reader = try SourceReader(project)
    var entries: [Entry] = []
    /// Several bundles may have the same project.
    var settings: [[String]: BuildSettings] = [:]
    for source in project.sources {
      let name = source.bundles.value
      reader.entry = name
      let isPattern = name.utf8.contains { "*?[".utf8.contains($0) }
      var entry = Entry(name: name, pattern: isPattern ? Glob(name) : nil)
      if isPattern, entry.pattern == nil {
        throw project.invalid(
          .sources, "contains the pattern \(name), which has a '[' without a ']'", at: source.bundles.place)
      }
      for (field, paths) in source.fields {
        switch field {
        case .info: entry.info = try reader.files(field, paths).first
        case .entitlements: entry.entitlements = try reader.files(field, paths).first
        case .privacy: entry.privacy = try reader.files(field, paths).first
        case .strings: entry.strings = try reader.files(field, paths)
        case .files: entry.files = try reader.files(field, paths)
        case .settings:
          let names = paths.map(\.value)
          if settings[names] == nil { settings[names] = try BuildSettings(paths, &reader) }
          entry.settings = settings[names]
        case .assets:
          for path in paths {
            for folder in try reader.paths(field, path) {
              entry.catalogs.append(try AssetCatalog(folder, path, reader))
            }
          }
        }
      }
      entries.append(entry)
    }
    self.entries = entries
    files = reader.paths
  }

  /// The sources of a bundle: each field of the entry with its identifier, or else of the first pattern that matches it. Nil if no entry
  /// matches.
  func sources(of bundle: String) -> Entry? {
    var steps: UInt64 = 0
    let own = entries.filter { $0.pattern == nil && $0.name.hasSameBytes(as: bundle) }
    let others = entries.filter { $0.pattern?.matches(bundle, steps: &steps) ?? false }
    guard var merged = (own + others).first else { return nil }
    for entry in (own + others).dropFirst() {
      merged.info = merged.info ?? entry.info
      merged.entitlements = merged.entitlements ?? entry.entitlements
      merged.privacy = merged.privacy ?? entry.privacy
      merged.settings = merged.settings ?? entry.settings
      if merged.strings.isEmpty { merged.strings = entry.strings }
      if merged.catalogs.isEmpty { merged.catalogs = entry.catalogs }
      if merged.files.isEmpty { merged.files = entry.files }
    }
    return merged
  }

  /// Whether the map has sources of a bundle or of one nested in it.
  package func covers(_ bundle: BundleReport) -> Bool {
    bundle.builds.contains { sources(of: ($0.info["CFBundleIdentifier"] ?? nil) ?? $0.name) != nil }
  }

  package func locate(_ bundle: inout BundleReport, evidence: EvidenceLevel) {
    if bundle.findings.isEmpty { return }
    var locator = FindingLocator(self, bundle)
    locator.locate(&bundle.findings, evidence)
  }
}
