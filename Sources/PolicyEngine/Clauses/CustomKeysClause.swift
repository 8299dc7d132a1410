import Basics
import Bundles
import KeyRegistry
package import LanguageSchema
package import LuaRuntime
import PropertyLists

/// `custom_keys`: keys the platform does not define start with a prefix of their owner.
package struct CustomKeysClause: Clause {
  package static let definition = APIField(
    "custom_keys?", "CustomKeys", "The prefix that your own top-level keys must have.")
  package static let table: APIClass? = APIClass(
    "CustomKeys", .declaration, "Requirements for keys that the platform does not define.",
    fields: [APIField("prefix", "string|string[]", "Their prefix, or a list of prefixes.")])

  package let prefixes: [String]

  package init(prefixes: [String]) { self.prefixes = prefixes }

  package static func read(_ rule: DeclarationReader, _ shapes: ShapeTable) throws(DeclarationError) -> Self? {
    guard let options = try rule.table(of: Self.self) else { return nil }
    guard let prefixes = try options.nonEmptyTexts("prefix") else {
      throw DeclarationError("\(options.place): 'prefix' is missing: the prefix (or list of prefixes) of your own keys")
    }
    return Self(prefixes: prefixes)
  }

  package func evaluate(in context: inout ClauseContext) throws(LuaFailure) -> ClauseOutcome {
    let info = context.info
    let prefixes = prefixes.map { Array($0.utf8) }
    context.reads?.passage(of: info.root, in: context.document)
    for position in 0..<info.count(of: info.root) {
      let bytes = info.keyUTF8(of: info.root, at: position)
      try context.spend(10 + UInt64(bytes.count / 16) + UInt64(prefixes.count / 4))
      if KeyRegistry.contains(bytes) || prefixes.contains(where: { bytes.starts(with: $0) }) { continue }
      let key = info.key(of: info.root, at: position)
      let base = QualifiedKey.split(key).base
      if base != key && (KeyRegistry.contains(base) || prefixes.contains(where: { base.utf8.starts(with: $0) })) {
        continue
      }
      report(key, base: base, position, &context)
    }
    return .evaluated
  }

  private func report(_ key: String, base: String, _ position: Int, _ context: inout ClauseContext) {
    let expected = "a key the platform defines, or the prefix \(shownPrefixes)"
    let name = "\(prefixes.first ?? "")\(key)"
    let prefixed = "rename it to '\(name)'"
    // Looking for what was meant takes a while; a file full of unknown keys is no slip of the finger.
    let isSlip = context.collector.findings.count < 100
    if isSlip, let nearest = KeyRegistry.nearest(to: base) {
      context.collector.add(
        "\(key) is not a key that the platform defines; \(nearest) is", in: context.document,
        container: context.info.root,
        position: position, details: .init(expected: expected, fix: "write '\(nearest)', or \(prefixed)"))
    } else {
      context.collector.add(
        "custom key \(key.isEmpty ? "''" : key) lacks the prefix of our keys", in: context.document,
        container: context.info.root, position: position,
        details: .init(expected: expected, fix: prefixed, edits: rename(key, to: name, context)))
    }
  }

  /// What gives a key its prefix: nothing where there are several to choose from, or a key of that name already.
  private func rename(_ key: String, to name: String, _ context: ClauseContext) -> [PropertyListEdit] {
    let info = context.info
    guard prefixes.count == 1, !key.isEmpty, info.value(of: info.root, forKey: name) == nil else { return [] }
    return [PropertyListEdit(.rename(to: name), of: key, in: info.root, info)]
  }

  package var summary: String { "custom keys start with \(prefixes.joined(separator: " or "))" }

  package func satisfaction(in context: ClauseContext) -> String {
    let own = context.topLevelKeys.count {
      !KeyRegistry.contains($0) && !KeyRegistry.contains(QualifiedKey.split($0).base)
    }
    return own == 0
      ? "the platform defines every key"
      : "\(counted(own, "key")) that the platform does not define \(own == 1 ? "starts" : "start") with \(shownPrefixes)"
  }

  package func violation(findings: Int, in context: ClauseContext) -> String {
    "\(counted(findings, "key")) without the prefix \(shownPrefixes)"
  }

  private var shownPrefixes: String { prefixes.map { "'\($0)'" }.joined(separator: " or ") }

  package func mayReport(at steps: [String]) -> Bool {
    guard let key = steps.first, steps.count == 1 else { return false }
    return !prefixes.contains { key.utf8.starts(with: $0.utf8) } && !KeyRegistry.contains(QualifiedKey.split(key).base)
  }
}
