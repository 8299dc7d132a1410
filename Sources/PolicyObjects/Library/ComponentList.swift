import PolicySchema

extension HostLibrary {
  /// Written in Lua: `apple.components.list`.
  static let components = HostFunction(
    "components(bundle: Bundle): Component[]",
    """
    Returns what a bundle consists of: itself and its nested bundles with code, all other code, and the libraries that are recognized in code \
    into which they are linked; sorted by path. Code in zip archives is included, debug symbols and resource bundles are not.
    """, traits: .calls
  ) { host, call, answer in
    guard subject(host, call[0], "bundles.components(bundle)", answer) != nil else { return }
    host.declarations.libraryModule("apple.components.list", answer)
    if !answer.hasFailed { answer.set(elements: component.recordKind) }
  }

  static let component = APIClass(
    "Component", .record, "A part of a bundle.",
    fields: [
      APIField("name", "string", "The name of the bundle, file or library, without an extension."),
      APIField("kind", "ComponentKind", "What it is."),
      APIField(
        "path", "string",
        "The path in the bundle that was asked for, `.` for the bundle itself; of a linked library, the path of the code."
      ),
      APIField("file?", "File", "The code; nil if it is missing or in a zip archive."),
      APIField("bundle?", "Bundle", "The bundle; nil for other code and for linked libraries."),
      APIField("identifier?", "string", "The identifier of the bundle."),
      APIField(
        "version?", "string",
        "The version that the code of a known library states, or else `CFBundleShortVersionString` or the current version of a library. Compare it in the dialect `sparkle`: `1.1.1w` is older than `3.0.13`."
      ),
      APIField("build?", "string", "`CFBundleVersion`."),
      APIField(
        "released?", "string",
        "The day of the source that the code of a known library states, such as `2025-02-18` for SQLite."),
      APIField("install_name?", "string", "The name that a dynamic library gives itself."),
      APIField("team?", "string", "The team that signed the code."),
      APIField("sdk?", "string", "The known library or SDK that it is, such as `OpenSSL`."),
      APIField("evidence?", "string", "For a linked library, the string or class by which it was recognized."),
    ])
}
