public import PropertyLists

/// One bundle: an application, framework, extension, plug-in, or a bare property list. Read-only.
///
/// A bundle knows its place in the graph by number (`index`, `parentIndex`, `children`), so that bundles hold no
/// references to one another.
public final class Bundle: Sendable {
  /// What a bundle is, by its extension; by `CFBundlePackageType` where the extension says nothing.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case application, framework, `extension`, plugin, xcframework, settings, archive, plist
  }

  /// The system a bundle is made for.
  public enum Platform: String, Hashable, Sendable, CaseIterable {
    case macos, ios, tvos, watchos, visionos, catalyst
  }

  /// How the files of a bundle are arranged. `resources` is `Resources/` or `Support Files/` at the top, without
  /// versions.
  public enum Layout: String, Hashable, Sendable, CaseIterable {
    case flat, contents, versioned, wrapped, resources
  }

  /// Position in `BundleGraph.bundles`.
  public let index: Int
  /// The bundle that holds this one; nil for the outer one.
  public let parentIndex: Int?
  /// The bundles directly inside, by path.
  public let children: [Int]
  /// Path relative to the outer bundle; `""` for the outer one.
  public let path: String
  /// The outer bundle's path as the user gave it, and `path`.
  public let displayPath: String
  /// The last component, with extension.
  public let name: String
  /// What it is.
  public let kind: Kind
  /// What it is made for; nil when nothing tells.
  public let platform: Platform?
  /// How it is arranged.
  public let layout: Layout
  /// The information property list's path relative to the bundle; nil for a bare property list, which is the file.
  package let infoPath: String?
  /// The information property list; its root is a dictionary.
  public let info: PropertyList
  /// Where resources lie, relative to the bundle; `""` for the top.
  package let resourcesPath: String
  /// Where the layout puts the executable that `CFBundleExecutable` names, relative to the bundle; it need not exist.
  /// Nil when the key is absent, not a string, empty, absolute or holds `..`.
  public let executable: String?
  /// Irregularities of the arrangement that did not stop reading.
  package let diagnostics: [BundleDiagnostic]
  /// The files.
  package let files: FileTree

  private let listedLocalizations = Lazy<Localizations.Available, StorageError>()
  private let localizationIndex = Lazy<Localizations.Index, StorageError>()

  /// Localizations that a bundle may have; the largest applications have about a hundred.
  package static let maximumLocalizations = 5_000

  init(_ draft: BundleDraft, index: Int, parentIndex: Int?, children: [Int], storage: any BundleStorage) {
    self.index = index
    self.parentIndex = parentIndex
    self.children = children
    path = draft.path
    displayPath = draft.displayPath
    name = draft.name
    kind = draft.kind
    platform = draft.platform
    layout = draft.arrangement.layout
    infoPath = draft.infoPath
    info = draft.info
    resourcesPath = draft.arrangement.resources
    executable = draft.executable
    diagnostics = draft.diagnostics
    files = FileTree(storage: storage, base: draft.path)
  }

  /// `CFBundleIdentifier`, when it is a string.
  public var identifier: String? { string("CFBundleIdentifier") }

  /// The string value of a top-level key of the information property list.
  public func string(_ key: String) -> String? {
    info.value(of: info.root, forKey: key).flatMap { info.string(of: $0) }
  }

  /// The localizations, as Core Foundation lists them: `CFBundleLocalizations`, then every `*.lproj` of the resources,
  /// then the development region where `Base` is there or nothing else is. Each once. Made once.
  package func localizations() throws(StorageError) -> [String] { try availableLocalizations().names }

  func availableLocalizations() throws(StorageError) -> Localizations.Available {
    try listedLocalizations.value { () throws(StorageError) in
      let names = Localizations.list(info: info, folders: try localizationFolders(), platform: platform)
      guard names.count <= Self.maximumLocalizations else { throw tooManyLocalizations }
      return Localizations.Available(names)
    }
  }

  /// The names of the `*.lproj` folders of the resources, without the extension, by bytes. Looked for each time.
  package func localizationFolders() throws(StorageError) -> [String] {
    // What lies beside a bare property list is not its own.
    if infoPath == nil { return [] }
    let entries: [DirectoryEntry]
    do throws(StorageError) {
      entries = try files.list(resourcesPath)
    } catch {
      guard error.leadsNowhere else { throw error }
      return []
    }
    let names: [String] = entries.compactMap { entry in
      guard entry.type == .directory || entry.type == .symbolicLink else { return nil }
      guard entry.name.endsInBytes(".lproj"), entry.name.utf8.count > 6 else { return nil }
      return String(decoding: entry.name.utf8.dropLast(6), as: UTF8.self)
    }
    guard names.count <= Self.maximumLocalizations else { throw tooManyLocalizations }
    return names
  }

  /// The `*.lproj` folder of the localization that is `language` in any form, without the extension.
  func localizationFolder(_ language: String) throws(StorageError) -> String? {
    try localizationIndex.value { () throws(StorageError) in Localizations.Index(try localizationFolders()) }
      .find(language)
  }

  private var tooManyLocalizations: StorageError {
    StorageError(.tooMany, path: displayPath, limit: Self.maximumLocalizations, detail: "localizations")
  }
}

/// An irregularity of a bundle's arrangement that did not stop reading it.
package struct BundleDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// A stable name.
  package let code: String
  /// What was found and what was expected.
  package let message: String
  /// Where, relative to the bundle.
  package let path: String

  /// Whether a symbolic link is where a bundle is expected, so that something was not read.
  package var isOfLink: Bool { code == "nested.symbolic-link" || code == "nested.linked-place" }

  /// `PATH: MESSAGE`.
  package var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
