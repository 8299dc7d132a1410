import PolicyObjects
package import Basics
package import Bundles
package import LuaRuntime
import PolicySchema
import PropertyLists

package struct Applicability {
  package var kinds: [String] = []
  package var platforms: [String] = []
  package var nested: Bool?
  /// Keys of Info.plist, or JSON Pointers; at least one must be present.
  package var keys: [String] = []
  /// Keys of Info.plist, or JSON Pointers; none may be present.
  package var absentKeys: [String] = []
  /// Patterns of names in the executable; at least one of each kind must match.
  package var entitlements: [NamePattern] = []
  package var libraries: [NamePattern] = []
  package var minimumOSFrom: Version?
  package var minimumOSBelow: Version?
  /// Patterns of paths; at least one must match a file or folder in the bundle.
  package var files: [(pattern: String, glob: Glob)] = []
  package var condition: LuaFunction?
  /// Whether there is a condition, which the build's record of a rule does not have.
  var isConditional = false

  /// Whether the contents of bundles decide, and not only their kind, platform and place.
  package var dependsOnContents: Bool {
    !keys.isEmpty || !absentKeys.isEmpty || !entitlements.isEmpty || !libraries.isEmpty || !files.isEmpty
  }
}

// MARK: Reading

extension Applicability {
  static let definition = APIClass(
    "Applies", .declaration, "The bundles that a rule applies to; a bundle must meet all conditions given.",
    fields: [
      APIField("kind?", "Kind|Kind[]", "Bundles of one of these kinds."),
      APIField("platform?", "Platform|Platform[]", "Bundles for one of these platforms."),
      APIField("nested?", "boolean", "`true`: only nested bundles; `false`: only the outer bundle."),
      APIField(
        "key?", "InfoKey|InfoKey[]",
        "Bundles whose Info.plist has one of these keys, with or without a qualifier such as `~ipad`, or a value at one of these JSON Pointers."
      ),
      APIField(
        "without?", "InfoKey|InfoKey[]",
        "Bundles whose Info.plist has none of these keys, not even with a qualifier, and no value at these JSON Pointers. A blank string counts as missing, as for `require`."
      ),
      APIField(
        "entitlement?", "string|string[]",
        "Bundles whose executable has one of these entitlements in any slice; `*` matches any characters: `\"com.apple.developer.*\"`."
      ),
      APIField(
        "links?", "string|string[]",
        "Bundles whose executable links to one of these libraries in any slice: a framework (`\"AppIntents.framework\"`), a file (`\"libsqlite3*.dylib\"`), or a pattern of an install name (`\"/System/Library/PrivateFrameworks/**\"`)."
      ),
      APIField(
        "minimum_os?", "string|SystemRange",
        "Bundles whose minimum system version is at least this: `\"13.0\"`. A bundle whose value is not a version is selected, too."
      ),
      APIField(
        "files?", "string|string[]",
        "Bundles that contain a file or folder whose path matches one of these patterns, such as `\"**/*.strings\"`; files of nested bundles count, too."
      ),
      APIField("when?", "fun(bundle: Bundle): boolean", "Bundles for which this function returns `true`."),
    ])

  static let systemRange = APIClass(
    "SystemRange", .declaration, "A range of system versions.",
    fields: [
      APIField("from?", "string", "The lowest."),
      APIField("below?", "string", "The lowest version that no longer matches."),
    ])

  init(_ value: LuaValue, place: String) throws(DeclarationError) {
    if value == .nil { return }
    let reader = try DeclarationReader(value, place: "\(place), applies", of: Self.definition)
    kinds = try Self.words(reader, "kind", Bundle.Kind.allCases.map(\.rawValue))
    platforms = try Self.words(reader, "platform", Bundle.Platform.allCases.map(\.rawValue))
    nested = try reader.boolean("nested")
    keys = try reader.keys("key") ?? []
    absentKeys = try reader.keys("without") ?? []
    entitlements = try NamePattern.patterns(reader, "entitlement")
    libraries = try NamePattern.patterns(reader, "links")
    if reader.has("files") {
      files = try reader.pathPatterns("files")
      _ = try reader.nonEmptyTexts("files")
    }
    condition = try reader.function("when")
    isConditional = condition != nil
    switch reader.value("minimum_os") {
    case .nil: break
    case .string(let text): minimumOSFrom = try Self.systemVersion(text, reader)
    case let value:
      guard value.table != nil else {
        throw reader.mismatch(
          "minimum_os", expected: "a version such as \"13.0\" or { from = …, below = … }", found: value)
      }
      let range = try DeclarationReader(value, place: "\(reader.place), minimum_os", of: Self.systemRange)
      if let text = try range.text("from") { minimumOSFrom = try Self.systemVersion(text, range) }
      if let text = try range.text("below") { minimumOSBelow = try Self.systemVersion(text, range) }
    }
  }

  private static func words(
    _ reader: DeclarationReader, _ field: String, _ known: [String]
  ) throws(DeclarationError) -> [String] {
    guard let words = try reader.texts(field) else { return [] }
    for word in words where !known.contains(word) { throw .unknown(field, word, among: known, in: reader.place) }
    return try reader.nonEmptyTexts(field) ?? []
  }

  private static func systemVersion(_ text: String, _ reader: DeclarationReader) throws(DeclarationError) -> Version {
    guard let version = Version(text, dialect: .apple), version.stage == nil else {
      throw DeclarationError("\(reader.place): '\(text)' is not a system version, such as \"13.0\"")
    }
    return version
  }

  var descriptions: [String] {
    var lines: [String] = []
    if !kinds.isEmpty { lines.append("kind: \(Self.joined(kinds, by: ", "))") }
    if !platforms.isEmpty { lines.append("platform: \(Self.joined(platforms, by: ", "))") }
    if let nested { lines.append(nested ? "nested bundles" : "the outer bundle") }
    if !keys.isEmpty { lines.append("key: \(Self.alternatives(keys))") }
    if !absentKeys.isEmpty { lines.append("without \(Self.alternatives(absentKeys))") }
    if !entitlements.isEmpty { lines.append("entitlement: \(Self.alternatives(entitlements.map(\.text)))") }
    if !libraries.isEmpty { lines.append("links: \(Self.alternatives(libraries.map(\.text)))") }
    if let minimumOSFrom { lines.append("minimum system \(minimumOSFrom.text) or later") }
    if let minimumOSBelow { lines.append("minimum system below \(minimumOSBelow.text)") }
    if !files.isEmpty { lines.append("files: \(Self.alternatives(files.map(\.pattern)))") }
    if isConditional { lines.append("bundles for which 'when' returns true") }
    return lines
  }

  /// Most lists have one element, and all rules are described at once.
  private static func joined(_ texts: [String], by separator: String) -> String {
    texts.count == 1 ? texts[0] : texts.joined(separator: separator)
  }

  private static func alternatives(_ texts: [String]) -> String { joined(texts, by: " or ") }

  /// The alternatives in the reason why none of them was found.
  private static func missing(_ texts: [String]) -> String {
    alternatives(texts.count > 4 ? texts.prefix(3) + ["\(texts.count - 3) others"] : texts)
  }
}

// MARK: Evaluating

extension Applicability {
  /// Why a rule does not apply to a bundle, apart from its `when`; nil if it may apply. Most rules do not, so what is cheap comes first.
  ///
  /// - Throws: If the files cannot be listed, or a search takes more than one call may.
  func reason(_ bundle: Bundle, _ host: PolicyHost, fuel: inout UInt64) throws(LuaFailure) -> String? {
    if let reason = reasonByDescription(bundle, host) ?? reasonByExecutable(bundle, host, fuel: &fuel) { return reason }
    return try reasonByFiles(bundle, host, fuel: &fuel)
  }

  /// Kind, platform, place and Info.plist, which includes the minimum system. Costs no fuel.
  private func reasonByDescription(_ bundle: Bundle, _ host: PolicyHost) -> String? {
    note(bundle, host)
    // Archives, xcframeworks and settings bundles do not have a code bundle's Info.plist: a rule that does not consider them would report
    // a missing CFBundleIdentifier.
    if kinds.isEmpty, [.archive, .xcframework, .settings].contains(bundle.kind) {
      return "bundles of kind \(bundle.kind.rawValue) are checked only by rules that name this kind, and it names none"
    }
    if !kinds.isEmpty, !kinds.contains(bundle.kind.rawValue) { return "it is for \(Self.phrase(kinds))" }
    if !platforms.isEmpty {
      guard let platform = bundle.platform, platforms.contains(platform.rawValue) else {
        return "it is for \(Self.phrase(platforms))"
      }
    }
    if let nested, nested != Self.isNested(bundle, host) {
      return nested ? "it is for nested bundles" : "it is for the outer bundle"
    }
    if !keys.isEmpty, !keys.contains(where: { host.hasKey($0, of: bundle) }) { return "no \(Self.missing(keys))" }
    if let present = absentKeys.first(where: { host.hasKey($0, of: bundle, countsBlank: false) }) {
      return "Info.plist has \(present)"
    }
    return reasonBySystem(bundle, host)
  }

  /// If the executable or its signature cannot be read, the rule may apply, and `host.run.unreadable` says why. Adds the full cost of
  /// reading to `fuel`, even if another rule has caused it.
  private func reasonByExecutable(_ bundle: Bundle, _ host: PolicyHost, fuel: inout UInt64) -> String? {
    for (kind, patterns) in [(ExecutableNames.Kind.entitlements, entitlements), (.libraries, libraries)]
    where !patterns.isEmpty {
      let found = host.names(kind, in: bundle, fuel: &fuel)
      if found.names.contains(where: { name in patterns.contains { $0.matches(name, kind) } }) { continue }
      if let failure = found.failure {
        host.run.unreadable = failure
      } else {
        let wanted = Self.missing(patterns.map(\.text))
        return kind == .entitlements
          ? "the executable has no entitlement \(wanted)" : "the executable does not link to \(wanted)"
      }
    }
    return nil
  }

  private func reasonBySystem(_ bundle: Bundle, _ host: PolicyHost) -> String? {
    guard minimumOSFrom != nil || minimumOSBelow != nil else { return nil }
    let keys = ["LSMinimumSystemVersion", "MinimumOSVersion"]
    let order = bundle.platform == .macos ? keys : keys.reversed()
    let info = bundle.info
    for key in order { host.reads?.key(key, of: info.root, in: host.objects.info(graph: 0, bundle: bundle.index)) }
    guard let key = order.first(where: { info.value(of: info.root, forKey: $0) != nil }) else {
      return "the bundle states no minimum system version"
    }
    // Otherwise an invalid version would exclude the bundle, and a mistake would pass the rule.
    guard let version = bundle.string(key).flatMap({ Version($0, dialect: .apple) }) else { return nil }
    if let minimumOSFrom, let order = version.compare(to: minimumOSFrom), order < 0 {
      return "it is for bundles with a minimum system version of \(minimumOSFrom.text) or later"
    }
    if let minimumOSBelow, let order = version.compare(to: minimumOSBelow), order >= 0 {
      return "it is for bundles with a minimum system version below \(minimumOSBelow.text)"
    }
    return nil
  }

  /// Adds the full cost of the search to `fuel`, even if another rule has done it.
  private func reasonByFiles(_ bundle: Bundle, _ host: PolicyHost, fuel: inout UInt64) throws(LuaFailure) -> String? {
    if files.isEmpty { return nil }
    for (pattern, glob) in files {
      let count = try host.countFiles(matching: glob, pattern, in: bundle, fuel: &fuel)
      host.reads?.files(pattern, count: count, of: bundle)
      if count > 0 { return nil }
    }
    return "no file matches \(Self.missing(files.map(\.pattern)))"
  }

  private static func isNested(_ bundle: Bundle, _ host: PolicyHost) -> Bool {
    // An archive or an xcframework is a container: the bundles in it are outer bundles.
    bundle.parentIndex != nil && host.objects.graphs[0].product(around: bundle) !== bundle
  }

  private func note(_ bundle: Bundle, _ host: PolicyHost) {
    guard let reads = host.reads else { return }
    if !kinds.isEmpty { reads.field("kind", bundle.kind.rawValue, of: bundle) }
    if !platforms.isEmpty { reads.field("platform", bundle.platform?.rawValue, of: bundle) }
    if nested != nil { reads.field("nested", Self.isNested(bundle, host) ? "true" : "false", of: bundle) }
  }

  private static func phrase(_ words: [String]) -> String { joined(words, by: ", ") + " bundles" }
}
