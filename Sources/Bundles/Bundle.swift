public import PropertyLists

/// A bundle: an application, framework, extension, plug-in, or a bare property list. Read-only.
///
/// Bundles refer to each other by position in the graph (`index`, `parentIndex`, `children`) and hold no references.
public final class Bundle: Sendable {
  /// The kind of a bundle: determined by its extension, or by `CFBundlePackageType` if the extension is not known.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case application, framework, `extension`, plugin, xcframework, settings, archive, plist
  }

  /// The platform a bundle is built for.
  public enum Platform: String, Hashable, Sendable, CaseIterable {
    case macos, ios, tvos, watchos, visionos, catalyst
  }

  /// The arrangement of a bundle's files. `resources` means `Resources/` or `Support Files/` at the top, without versions.
  public enum Layout: String, Hashable, Sendable, CaseIterable {
    case flat, contents, versioned, wrapped, resources
  }

  /// The position in `BundleGraph.bundles`.
  public let index: Int
  /// The position of the bundle that contains this one; nil for the outer bundle.
  public let parentIndex: Int?
  /// The positions of the bundles directly inside, sorted by path.
  public let children: [Int]
  /// The path relative to the outer bundle; `""` for the outer one.
  public let path: String
  /// The outer bundle's path as the user gave it, joined with `path`.
  public let displayPath: String
  /// The last path component, including the extension.
  public let name: String
  /// The kind.
  public let kind: Kind
  /// The platform; nil if it cannot be determined.
  public let platform: Platform?
  /// The layout.
  public let layout: Layout
  /// The information property list's path relative to the bundle; nil for a bare property list, which is itself the file.
  package let infoPath: String?
  /// The information property list; its root is a dictionary.
  public let info: PropertyList
  /// The resource directory, relative to the bundle; `""` for the top.
  package let resourcesPath: String
  /// The path of the executable that `CFBundleExecutable` names, relative to the bundle; the file need not exist. Nil if the key is absent,
  /// not a string, empty, absolute or contains `..`.
  public let executable: String?
  package let diagnostics: [BundleDiagnostic]
  package let files: FileTree

  private let listedLocalizations = Lazy<Localizations.Available, StorageError>()
  private let localizationIndex = Lazy<Localizations.Index, StorageError>()

  /// The maximum number of localizations of a bundle; the largest applications have about a hundred.
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

  /// `CFBundleIdentifier`, if it is a string.
  public var identifier: String? { string("CFBundleIdentifier") }

  /// Returns the string value of a top-level key of the information property list, or nil if there is none.
  public func string(_ key: String) -> String? {
    info.value(of: info.root, forKey: key).flatMap { info.string(of: $0) }
  }

  /// Whether the file that Info.plist was read from still has the same values, or is still missing.
  package var isInfoUnchanged: Bool {
    guard let infoPath else { return true }
    guard let bytes = try? files.read(infoPath) else { return diagnostics.contains(where: \.concernsMissingInfo) }
    return (try? PropertyList.parse(bytes, file: infoPath))?.binaryBytes == info.binaryBytes
  }

  /// The localizations as Core Foundation lists them, without duplicates: `CFBundleLocalizations`, then every `*.lproj` of the resources,
  /// then the development region if `Base` exists or the list is otherwise empty. Cached.
  package func localizations() throws(StorageError) -> [String] { try availableLocalizations().names }

  func availableLocalizations() throws(StorageError) -> Localizations.Available {
    try listedLocalizations.value { () throws(StorageError) in
      let names = Localizations.list(info: info, folders: try localizationFolders(), platform: platform)
      guard names.count <= Self.maximumLocalizations else { throw tooManyLocalizations }
      return Localizations.Available(names)
    }
  }

  /// The names of the `*.lproj` folders of the resources, without the extension, sorted by bytes. Not cached.
  package func localizationFolders() throws(StorageError) -> [String] {
    // Files beside a bare property list do not belong to it.
    if infoPath == nil { return [] }
    let entries: [DirectoryEntry]
    do throws(StorageError) {
      entries = try files.list(resourcesPath)
    } catch {
      guard error.isUnresolvable else { throw error }
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

  /// Returns the name of the `*.lproj` folder that any form of `language` names, without the extension.
  func localizationFolder(_ language: String) throws(StorageError) -> String? {
    try localizationIndex.value { () throws(StorageError) in Localizations.Index(try localizationFolders()) }
      .find(language)
  }

  private var tooManyLocalizations: StorageError {
    StorageError(.tooMany, path: displayPath, limit: Self.maximumLocalizations, detail: "localizations")
  }
}

package struct BundleDiagnostic: Hashable, Sendable, CustomStringConvertible {
  package let code: String
  package let message: String
  package let path: String

  /// Whether a symbolic link was found in place of a bundle, so that something was not read.
  package var concernsMissingInfo: Bool { code == "no-info" }

  package var concernsLink: Bool { code == "nested.symbolic-link" || code == "nested.linked-place" }

  package var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
