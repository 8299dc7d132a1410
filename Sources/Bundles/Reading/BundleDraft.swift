import PropertyLists

/// A bundle as read, before the graph is complete and numbers are given.
struct BundleDraft: Sendable {
  /// Relative to the outer bundle.
  var path: String
  var displayPath: String
  var name: String
  var kind: Bundle.Kind
  var platform: Bundle.Platform?
  var arrangement: Arrangement
  /// Relative to the bundle.
  var infoPath: String?
  var info: PropertyList
  var diagnostics: [BundleDiagnostic]

  /// Where the layout puts what `CFBundleExecutable` names; Core Foundation lets no qualified key override it.
  var executable: String? {
    guard let node = info.value(of: info.root, forKey: "CFBundleExecutable"), let name = info.string(of: node),
      !name.isEmpty, name.utf8.first != 0x2F, !name.utf8.contains(0), !BundlePath.components(name).contains("..")
    else { return nil }
    return BundlePath.join(arrangement.executables, name)
  }
}

/// How one bundle's files are arranged. Paths are relative to the bundle, `""` is its top.
struct Arrangement: Sendable {
  var layout: Bundle.Layout
  /// The directory that must hold Info.plist.
  var infoDirectory = ""
  /// That directory's listing.
  var infoEntries: [DirectoryEntry] = []
  var resources = ""
  var executables = ""
  /// The directory below which the places for nested code lie.
  var code = ""
  /// That directory's listing.
  var codeEntries: [DirectoryEntry] = []
  var diagnostics: [BundleDiagnostic] = []
  /// Why this layout and not another, for the message when it holds no Info.plist.
  var reason: String?
}
