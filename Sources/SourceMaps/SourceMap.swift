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
    /// Nil if the name is not a pattern.
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
  /// The paths of the files, sorted.
  package let files: [String]

  /// Reads the sources of a project. Throws if a file does not exist, is malformed or is outside the project.
  package init(_ project: ProjectFile) throws(ProjectFileError) {
    var reader = try SourceReader(project)
    var entries: [Entry] = []
    for source in project.sources {
      let name = source.bundles.value
      var entry = Entry(name: name, pattern: nil)
      if name.utf8.contains(where: { "*?[".utf8.contains($0) }) {
        guard let pattern = Glob(name) else {
          throw project.invalid(.sources, "contains a pattern with a '[' without a ']'", at: source.bundles.place)
        }
        entry = Entry(name: name, pattern: pattern)
      }
      for (field, paths) in source.fields {
        switch field {
        case .info: entry.info = try reader.files(field, paths).first
        case .entitlements: entry.entitlements = try reader.files(field, paths).first
        case .privacy: entry.privacy = try reader.files(field, paths).first
        case .strings: entry.strings = try reader.files(field, paths)
        case .files: entry.files = try reader.files(field, paths)
        case .settings: entry.settings = try BuildSettings(paths, &reader)
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

  /// Sets the sources of the findings on a bundle, with as much evidence as the report keeps.
  package func locate(_ bundle: inout BundleReport, evidence: EvidenceLevel) {
    if bundle.findings.isEmpty { return }
    var locator = FindingLocator(self, bundle)
    locator.locate(&bundle.findings, evidence)
  }
}

/// An asset catalog in the project.
struct AssetCatalog: Sendable {
  /// The path of its Contents.json, or of its folder if it has none.
  let path: String
  /// The sets of icons: their names, and the paths of their Contents.json.
  private let icons: [(name: String, path: String)]

  init(_ folder: String, _ name: ProjectFile.Text, _ reader: SourceReader) throws(ProjectFileError) {
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw reader.error(.invalid, .assets, name, "which is not a folder")
    }
    path = Self.contents(folder)
    let found = (try? BundleSearch.paths(matching: "**/*.appiconset", below: folder))?.paths ?? []
    icons = found.sortedByBytes().map { path in
      let last = path.split(separator: "/").last.map(String.init) ?? path
      return (String(last.dropLast(".appiconset".count)), Self.contents(folder + "/" + path))
    }
  }

  private static func contents(_ folder: String) -> String {
    let file = folder + "/Contents.json"
    var status = stat()
    return stat(file, &status) == 0 ? file : folder
  }

  /// Returns the file that a compiled catalog or an icon beside it, such as `AppIcon60x60@2x.png`, is made of; nil for other files.
  func source(of file: String) -> String? {
    if file == "Assets.car" { return path }
    return icons.last { icon in
      file.hasPrefix(icon.name) && file.hasSuffix(".png")
        && file.dropFirst(icon.name.count).utf8.first.map(\.isASCIIDigit) ?? false
    }?.path
  }
}
