import Basics

/// The list of sealed files of a signature, as `codesign` writes it.
package struct SampleSeal {
  package enum Entry {
    case file([UInt8], isOptional: Bool)
    case link(String)
    case nested(cdhash: [UInt8], requirement: String)
  }

  /// By path, from the folder that contains `_CodeSignature`.
  package var entries: [(path: String, entry: Entry)] = []
  package var rules: [(pattern: String, value: String)]

  /// The rules of `codesign` for the Mac.
  package static let macRules: [(pattern: String, value: String)] = [
    (#"^Resources/"#, dictionary(20)), (#"^Resources/.*\.lproj/"#, dictionary(1000, "optional")),
    (#"^Resources/.*\.lproj/locversion.plist$"#, dictionary(1100, "omit")),
    (#"^Resources/Base\.lproj/"#, dictionary(1010)),
    (#"^(.*/)?\.DS_Store$"#, dictionary(2000, "omit")), (#".*\.dSYM($|/)"#, dictionary(11)), (#"^.*"#, "<true/>"),
    (
      #"^(Frameworks|SharedFrameworks|PlugIns|Plug-ins|XPCServices|Helpers|MacOS|Library/(Automator|Spotlight|LoginItems))/"#,
      dictionary(10, "nested")
    ),
    (#"^Info\.plist$"#, dictionary(20, "omit")), (#"^PkgInfo$"#, dictionary(20, "omit")),
    (#"^[^/]+$"#, dictionary(10, "nested")), (#"^embedded\.provisionprofile$"#, dictionary(20)),
    (#"^version\.plist$"#, dictionary(20)),
  ]

  /// The rules of Xcode for devices.
  package static let deviceRules: [(pattern: String, value: String)] = [
    (#"^.*"#, "<true/>"), (#"^.*\.lproj/"#, dictionary(1000, "optional")), (#"^Base\.lproj/"#, dictionary(1010)),
    (#"^.*\.lproj/locversion.plist$"#, dictionary(1100, "omit")), (#"^(.*/)?\.DS_Store$"#, dictionary(2000, "omit")),
    (#".*\.dSYM($|/)"#, dictionary(11)), (#"^Info\.plist$"#, dictionary(20, "omit")),
    (#"^PkgInfo$"#, dictionary(20, "omit")), (#"^embedded\.provisionprofile$"#, dictionary(20)),
    (#"^version\.plist$"#, dictionary(20)),
  ]

  private static func dictionary(_ weight: Int, _ flag: String? = nil) -> String {
    "<dict>" + (flag.map { "<key>\($0)</key><true/>" } ?? "") + "<key>weight</key><real>\(weight)</real></dict>"
  }

  package init(rules: [(pattern: String, value: String)] = SampleSeal.macRules) { self.rules = rules }

  /// The file, with only the second form of the list.
  package var text: String {
    var files = ""
    for (path, entry) in entries {
      files += "<key>\(Self.escaped(path))</key><dict>"
      switch entry {
      case .file(let hash, let isOptional):
        files += "<key>hash2</key><data>\(Base64.encode(hash))</data>"
        if isOptional { files += "<key>optional</key><true/>" }
      case .link(let target): files += "<key>symlink</key><string>\(Self.escaped(target))</string>"
      case .nested(let cdhash, let requirement):
        files += "<key>cdhash</key><data>\(Base64.encode(cdhash))</data>"
        files += "<key>requirement</key><string>\(Self.escaped(requirement))</string>"
      }
      files += "</dict>\n"
    }
    let rules = rules.map { "<key>\(Self.escaped($0.pattern))</key>\($0.value)\n" }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>files</key><dict/><key>files2</key><dict>
      \(files)</dict><key>rules</key><dict/><key>rules2</key><dict>
      \(rules)</dict></dict></plist>

      """
  }

  private static func escaped(_ text: String) -> String { Markup.content(text.unicodeScalars) }
}
