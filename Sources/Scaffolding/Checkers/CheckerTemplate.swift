package enum CheckerTemplate {
  /// Marks files of the kit, which are rewritten when the kit changes.
  package static let mark = "Part of bundlepolicy's CheckerKit"

  /// The kit that a checker in Swift imports, with the C interface. Each package has a copy, so that it builds without other sources.
  package static var kit: [ScaffoldFile] {
    CheckerKitSources.files.map { path, text in
      ScaffoldFile(
        path: "Sources/\(path)",
        text: "// \(mark); 'bundlepolicy plugin new --update' rewrites this file.\n\(text)", isGenerated: true)
    }
  }

  package static var header: String {
    CheckerKitSources.files.first { $0.path.description.hasSuffix("/CheckerABI.h") }?.text.description ?? ""
  }

  package static func isName(_ name: String) -> Bool {
    name.utf8.first.map { 0x41...0x5A ~= $0 } ?? false && name.utf8.count <= 64
      && name.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
      && ![
        "CheckerKit", "CheckerABI", "Checker", "Option", "Swift", "Foundation", "Builtin", "Glibc", "Darwin", "Musl",
      ].contains(name)
  }

  /// Returns a package in the order in which to read the files; `factory` is the UUID of its factory.
  package static func files(name: String, id: String, factory: String) -> [ScaffoldFile] {
    let values: KeyValuePairs = ["name": name, "id": id, "factory": factory]
    return [
      ScaffoldFile(path: "Sources/\(name)/\(name).swift", EmbeddedText.checkerSourceTxt, values),
      ScaffoldFile(path: "Info.plist", EmbeddedText.checkerInfoPlist, values),
      ScaffoldFile(path: "Package.swift", EmbeddedText.checkerManifestTxt, values),
      ScaffoldFile(path: "make-checker", EmbeddedText.makeChecker, values),
      ScaffoldFile(path: "policy.lua", EmbeddedText.checkerPolicyLua, values),
      ScaffoldFile(path: "README.md", EmbeddedText.checkerReadmeTxt, values),
      ScaffoldFile(path: ".gitignore", text: ".build\n*.checker\n"),
    ] + kit
  }
}
