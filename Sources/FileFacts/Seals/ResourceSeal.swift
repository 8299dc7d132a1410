package import Basics
package import PropertyLists

/// The list of files that a code signature covers (`_CodeSignature/CodeResources`), and the rules that selected them.
///
/// Read like macOS does (`resources.cpp` and `StaticCode.cpp` of Apple's Security framework): the second list if there is one, otherwise
/// the first.
package struct ResourceSeal: Sendable {
  package struct Rule: Sendable {
    package let pattern: String
    /// If several rules match a path, the one with the highest weight applies.
    package let weight: UInt64
    package let isOmitted: Bool
    /// Whether files may be removed later.
    package let isOptional: Bool
    package let isNested: Bool
    let matcher: Result<SealPattern, SealPattern.Unsupported>

    /// Whether `codesign` writes a rule with this pattern on its own.
    package var isStandard: Bool { Self.standard.contains(pattern) }

    /// The patterns of `codesign`, and those that Xcode gave it before version 7.
    private static let standard: Set<String> = [
      #"^.*"#, #"^.*\.lproj/"#, #"^.*\.lproj/locversion.plist$"#, #"^Base\.lproj/"#, #"^Resources/"#,
      #"^Resources/.*\.lproj/"#, #"^Resources/.*\.lproj/locversion.plist$"#, #"^Resources/Base\.lproj/"#,
      #"^(.*/)?\.DS_Store$"#, #".*\.dSYM($|/)"#, #"^Info\.plist$"#, #"^PkgInfo$"#, #"^[^/]+$"#,
      #"^embedded\.provisionprofile$"#, #"^version\.plist$"#, #"^version.plist$"#, #"^Info.plist$"#,
      #"^ResourceRules.plist$"#,
      #"^(Frameworks|SharedFrameworks|PlugIns|Plug-ins|XPCServices|Helpers|MacOS|Library/(Automator|Spotlight|LoginItems))/"#,
      #"^(Frameworks|SharedFrameworks|Plugins|Plug-ins|XPCServices|Helpers|MacOS|Library/(Automator|Spotlight|LoginItems))/"#,
    ]
  }

  package enum Content: Hashable, Sendable {
    case file(SignatureHash, [UInt8])
    case link(String)
    case nested(cdhash: [UInt8], requirement: String)
  }

  package struct Entry: Hashable, Sendable {
    package let content: Content
    package let isOptional: Bool
  }

  /// The list in use: 2 for `files2`, 1 for `files`, which has no links and treats nested code as files.
  package let version: Int
  package let rules: [Rule]
  private let list: PropertyList
  private let files: PropertyList.Node
  /// The positions of `rules` by descending weight, with omitting rules first.
  private let order: [Int]

  /// The maximum number of rules in a seal; `codesign` writes fewer than twenty.
  private static let ruleLimit = 1000

  package init(_ list: PropertyList) throws(FileFactError) {
    func malformed(_ message: String, at node: PropertyList.Node) -> FileFactError {
      FileFactError(
        .malformed, "the list of sealed files is malformed: \(message)", file: list.file, place: list.place(of: node),
        hint: "sign the bundle again with codesign --force")
    }
    guard list.kind(of: list.root) == .dictionary else {
      throw malformed("it must be a dictionary, not \(list.kind(of: list.root).name)", at: list.root)
    }
    let isNew = list.value(of: list.root, forKey: "files2") != nil
    version = isNew ? 2 : 1
    let (filesKey, rulesKey) = isNew ? ("files2", "rules2") : ("files", "rules")
    func dictionary(_ key: String) throws(FileFactError) -> PropertyList.Node {
      guard let node = list.value(of: list.root, forKey: key), list.kind(of: node) == .dictionary else {
        throw malformed("'\(key)' is missing or not a dictionary", at: list.root)
      }
      return node
    }
    self.list = list
    files = try dictionary(filesKey)
    let rulesNode = try dictionary(rulesKey)
    guard list.count(of: rulesNode) <= Self.ruleLimit else {
      throw malformed("it has \(list.count(of: rulesNode)) rules; the limit is \(Self.ruleLimit)", at: rulesNode)
    }
    var rules: [Rule] = []
    for position in 0..<list.count(of: rulesNode) {
      guard let node = list.element(of: rulesNode, at: position) else { continue }
      let pattern = list.key(of: rulesNode, at: position)
      guard let rule = Self.rule(pattern, list, node) else {
        throw malformed("the rule '\(pattern)' must be true, false or a dictionary", at: node)
      }
      rules.append(rule)
    }
    self.rules = rules
    order = rules.indices.sorted { one, other in
      if rules[one].weight != rules[other].weight { return rules[one].weight > rules[other].weight }
      if rules[one].isOmitted != rules[other].isOmitted { return rules[one].isOmitted }
      return one < other
    }
    for position in 0..<list.count(of: files) where entry(at: position) == nil {
      throw malformed(
        "the entry '\(list.key(of: files, at: position))' has no hash, link target or requirement",
        at: list.element(of: files, at: position) ?? files)
    }
  }

  private static func rule(_ pattern: String, _ list: PropertyList, _ node: PropertyList.Node) -> Rule? {
    func isTrue(_ key: String) -> Bool {
      list.value(of: node, forKey: key).map { list.boolean(of: $0) == true } ?? false
    }
    let matcher = Result { () throws(SealPattern.Unsupported) in try SealPattern(pattern) }
    switch list.kind(of: node) {
    case .boolean:
      return Rule(
        pattern: pattern, weight: 1, isOmitted: list.boolean(of: node) != true, isOptional: false, isNested: false,
        matcher: matcher)
    case .dictionary:
      var weight: UInt64 = 1
      if let number = list.value(of: node, forKey: "weight") {
        switch list.integer(of: number) {
        case .signed(let value): weight = UInt64(clamping: value)
        case .unsigned(let value): weight = value
        case nil: weight = list.real(of: number).flatMap { UInt64(exactly: $0.rounded(.towardZero)) } ?? 0
        }
      }
      return Rule(
        pattern: pattern, weight: weight, isOmitted: isTrue("omit"), isOptional: isTrue("optional"),
        isNested: isTrue("nested"), matcher: matcher)
    default: return nil
    }
  }

  package var count: Int { list.count(of: files) }

  package var byteSize: Int { list.byteSize }

  /// The path of a sealed file, relative to the folder that contains `_CodeSignature`. It is not validated, and may contain `..`.
  package func path(at position: Int) -> String { list.key(of: files, at: position) }

  package func position(of path: String) -> Int? {
    var path = path
    return path.withUTF8 { list.position(of: files, forKey: $0) }
  }

  package func entry(at position: Int) -> Entry? {
    guard let node = list.element(of: files, at: position) else { return nil }
    func bytes(_ node: PropertyList.Node?) -> [UInt8]? { node.flatMap { list.data(of: $0) }.map { Array($0) } }
    func file(_ hash: SignatureHash, _ bytes: [UInt8]?, isOptional: Bool) -> Entry? {
      guard let bytes, bytes.count == hash.size else { return nil }
      return Entry(content: .file(hash, bytes), isOptional: isOptional)
    }
    guard list.kind(of: node) == .dictionary else { return file(.sha1, bytes(node), isOptional: false) }
    let isOptional = list.value(of: node, forKey: "optional").flatMap { list.boolean(of: $0) } ?? false
    if let requirement = list.value(of: node, forKey: "requirement") {
      guard let text = list.string(of: requirement) else { return nil }
      let cdhash = bytes(list.value(of: node, forKey: "cdhash")) ?? []
      return Entry(content: .nested(cdhash: cdhash, requirement: text), isOptional: isOptional)
    }
    if let link = list.value(of: node, forKey: "symlink") {
      return list.string(of: link).map { Entry(content: .link($0), isOptional: isOptional) }
    }
    if let hash = list.value(of: node, forKey: "hash2") { return file(.sha256, bytes(hash), isOptional: isOptional) }
    return file(.sha1, bytes(list.value(of: node, forKey: "hash")), isOptional: isOptional)
  }

  /// The first rule whose pattern cannot be evaluated, with the reason; nil if all can.
  package var unsupported: (pattern: String, reason: String)? {
    for rule in rules {
      if case .failure(let error) = rule.matcher { return (rule.pattern, error.reason) }
    }
    return nil
  }

  package struct Decision: Hashable, Sendable {
    package let isOmitted: Bool
    /// Whether another rule of the same weight seals it. Which of them applies depends on the system; seals made by Xcode 6 to 8 have such
    /// rules.
    package let isDisputed: Bool
    package let isNested: Bool
  }

  /// Applies the rules to a path; returns nil if none matches. Adds the work done to `steps`. Rules that cannot be evaluated match nothing:
  /// see `unsupported`.
  package func decision(on path: String, steps: inout UInt64) -> Decision? {
    var path = path
    return path.withUTF8 { path in
      var found: Rule?
      for position in order {
        let rule = rules[position]
        if let found, found.weight > rule.weight || !found.isOmitted { break }
        guard case .success(let pattern) = rule.matcher, pattern.matches(path, steps: &steps) else { continue }
        guard let first = found else {
          found = rule
          continue
        }
        if !rule.isOmitted { return Decision(isOmitted: true, isDisputed: true, isNested: first.isNested) }
      }
      return found.map { Decision(isOmitted: $0.isOmitted, isDisputed: false, isNested: $0.isNested) }
    }
  }
}
