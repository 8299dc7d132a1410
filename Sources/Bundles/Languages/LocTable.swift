import PropertyLists

/// A `.loctable`: a strings table in all languages, with a dictionary for each, as `CFBundle_Strings.c` reads it.
struct LocTable: Sendable {
  struct Parts: OptionSet {
    let rawValue: Int64
    static let strings = Parts(rawValue: 1)
    static let stringsDict = Parts(rawValue: 2)
  }

  /// The key of a dictionary that records the `Parts` of each language; not a language.
  private static let provenance = "LocProvenance"

  let whole: StringsTable.Source

  let languages: [String]
  private let index: Localizations.Index

  init(_ whole: StringsTable.Source) {
    self.whole = whole
    languages = (0..<whole.list.count(of: whole.node)).compactMap { position in
      let name = whole.list.key(of: whole.node, at: position)
      guard name != Self.provenance, let node = whole.list.element(of: whole.node, at: position),
        whole.list.kind(of: node) == .dictionary
      else { return nil }
      return name
    }
    index = Localizations.Index(languages)
  }

  /// The dictionary of the localization that any form of `language` names; one qualified by the platform precedes the plain one.
  func entry(for language: String, platform: Bundle.Platform?) -> (source: StringsTable.Source, parts: Parts)? {
    guard let plain = index.find(language) else { return nil }
    let system = platform.flatMap { QualifierSystem.system(for: $0)?.name }
    let qualified = system.map { "\(plain)-\($0)" }.flatMap { name in
      whole.list.value(of: whole.node, forKey: name).flatMap { whole.list.kind(of: $0) == .dictionary ? name : nil }
    }
    let name = qualified ?? plain
    guard let node = whole.list.value(of: whole.node, forKey: name) else { return nil }
    var parts: Parts = [.strings, .stringsDict]
    if let table = whole.list.value(of: whole.node, forKey: Self.provenance),
      let flags = whole.list.value(of: table, forKey: name), case .signed(let bits)? = whole.list.integer(of: flags)
    {
      parts = Parts(rawValue: bits)
    }
    return (StringsTable.Source(path: whole.path, list: whole.list, node: node), parts)
  }
}
