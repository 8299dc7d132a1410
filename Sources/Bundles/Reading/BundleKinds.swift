import PropertyLists

enum BundleKinds {
  /// Names of directories inside bundles, which cannot be bundles themselves.
  static let reservedNames = ["Contents", "Resources", "Support Files"]

  /// The kind by extension. `.xpc` services count as extensions: they run in their own process, have package type `XPC!`, and are embedded
  /// in a host whose identity and version they share.
  static func kind(ofName name: String) -> Bundle.Kind? {
    if name.asciiLowercased == "settings.bundle" { return .settings }
    return byExtension[BundlePath.loweredExtension(name)]
  }

  /// The kind by extension, or by package type if the extension is not known.
  static func kind(ofName name: String, info: PropertyList) -> Bundle.Kind {
    if let known = kind(ofName: name) { return known }
    switch info.value(of: info.root, forKey: "CFBundlePackageType").flatMap({ info.string(of: $0) }) {
    case "APPL"?: return .application
    case "FMWK"?: return .framework
    case "XPC!"?: return .extension
    default: return .plugin
    }
  }

  /// Whether a nested directory of this name is code, which is broken without an Info.plist, or settings, which are broken without a
  /// Root.plist. Directories with other names are resource folders if they have none.
  static func mustHaveInfo(_ name: String) -> Bool {
    if kind(ofName: name) == .settings { return true }
    return ["app", "appex", "framework", "xpc", "plugin", "systemextension", "dext"].contains(
      BundlePath.loweredExtension(name))
  }

  /// Whether ordinary files have the extension, too, such as libraries, systemd units and source files.
  static func mayBeFile(_ name: String) -> Bool {
    ["bundle", "service", "action", "component", "checker", "vst", "vst3", "clap"].contains(
      BundlePath.loweredExtension(name))
  }

  /// Whether this may be an empty template: tools that create applications have some among their resources (py2app, AppleScript editors).
  static func mayBeTemplate(_ name: String, in directory: String) -> Bool {
    BundlePath.lastComponent(directory) == "Resources" && BundlePath.loweredExtension(name) == "app"
  }

  private static let byExtension: [String: Bundle.Kind] = [
    "app": .application, "framework": .framework, "xcframework": .xcframework, "xcarchive": .archive,
    "appex": .extension, "xpc": .extension, "systemextension": .extension, "dext": .extension,
    "bundle": .plugin, "plugin": .plugin, "xctest": .plugin, "prefpane": .plugin, "qlgenerator": .plugin,
    "mdimporter": .plugin, "saver": .plugin, "kext": .plugin, "component": .plugin, "action": .plugin,
    "service": .plugin, "wdgt": .plugin, "osax": .plugin, "vst": .plugin, "vst3": .plugin, "clap": .plugin,
    "aaxplugin": .plugin, "ideplugin": .plugin, "spreporter": .plugin, "colorpicker": .plugin, "checker": .plugin,
  ]
}
