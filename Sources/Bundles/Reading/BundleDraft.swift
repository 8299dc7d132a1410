import PropertyLists

struct BundleDraft: Sendable {
  var path: String
  var displayPath: String
  var name: String
  var kind: Bundle.Kind
  var platform: Bundle.Platform?
  var arrangement: Arrangement
  var infoPath: String?
  var info: PropertyList
  var diagnostics: [BundleDiagnostic]

  /// The path of the executable that `CFBundleExecutable` names; Core Foundation ignores qualified forms of that key.
  var executable: String? {
    guard let node = info.value(of: info.root, forKey: "CFBundleExecutable"), let name = info.string(of: node),
      !name.isEmpty, name.utf8.first != 0x2F, !name.utf8.contains(0), !BundlePath.components(name).contains("..")
    else { return nil }
    return BundlePath.join(arrangement.executables, name)
  }
}

/// The layout of a bundle with the directories it determines. Paths are relative to the bundle, `""` is its top.
struct Arrangement: Sendable {
  var layout: Bundle.Layout
  /// The directory that must contain Info.plist.
  var infoDirectory = ""
  var infoEntries: [DirectoryEntry] = []
  var resources = ""
  var executables = ""
  /// The directory that contains the folders for nested code.
  var code = ""
  var codeEntries: [DirectoryEntry] = []
  var diagnostics: [BundleDiagnostic] = []
  /// The reason for this layout, for the message if there is no Info.plist.
  var reason: String?
}
