import Basics
import Bundles
import KeyRegistry
package import PolicySchema
package import LuaRuntime
import PropertyLists

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

  // A finding never carries a change: any code that reads the key, ours or a library's, would no longer find it.
  private func report(_ key: String, base: String, _ position: Int, _ context: inout ClauseContext) {
    let shown = key.isEmpty ? "''" : key
    let message: String
    let fix: String
    if let problem = QualifiedKey.problem(of: key) {
      message = "the qualifiers of '\(key)' are malformed, and it lacks the prefix of our keys"
      fix = "correct the qualifiers: \(problem.text)"
    } else if let library = LibraryKeys.library(reading: base) {
      message = "\(shown) is a key of \(library), which lacks the prefix of our keys"
      fix = "do not rename it, because \(library) reads it; add '\(base)' to the rule's prefixes, or waive the finding"
    } else if context.collector.findings.count < 100, let nearest = KeyRegistry.nearest(to: base) {
      // The search for the intended key takes a while; a file full of unknown keys has no typing errors.
      message = "\(key) is not a key that the platform defines; \(nearest) is"
      fix = "write '\(nearest)' if that is meant; otherwise \(renaming(key, base, context.info))"
    } else {
      message = "custom key \(shown) lacks the prefix of our keys"
      fix = renaming(key, base, context.info)
    }
    context.collector.add(
      message, in: context.document, container: context.info.root, position: position,
      details: .init(expected: "a key the platform defines, or the prefix \(shownPrefixes)", fix: fix))
  }

  private func renaming(_ key: String, _ base: String, _ info: PropertyList) -> String {
    let name = suggestion(for: key, base, info).map { "rename it to '\($0)'" } ?? "give it the prefix \(shownPrefixes)"
    return "\(name) here and in the code that reads it, or add it to the rule's prefixes if a library does"
  }

  /// The key with our prefix instead of another organization's; nil if the result is unhelpful, or exists already.
  private func suggestion(for key: String, _ base: String, _ info: PropertyList) -> String? {
    guard let prefix = prefixes.first else { return nil }
    let parts = base.utf8.split(separator: 0x2E, omittingEmptySubsequences: false).map { String(Substring($0)) }
    let isForeign = parts.count > 1 && parts.allSatisfy { !$0.isEmpty && !$0.contains(" ") }
    let stem = isForeign ? parts[parts.count - 1] : base
    let qualifiers = String(decoding: key.utf8.dropFirst(base.utf8.count), as: UTF8.self)
    let name = prefix + stem + qualifiers
    let isPlain = !stem.isEmpty && stem.unicodeScalars.allSatisfy { !$0.properties.isWhitespace }
    return isPlain && info.value(of: info.root, forKey: name) == nil ? name : nil
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
