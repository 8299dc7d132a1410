import Basics
package import Bundles
package import PolicySchema
package import LuaRuntime
import PropertyLists

/// `qualified_keys`: qualifiers are well-formed, and every qualified key has an unqualified default.
package struct QualifiedKeysClause: Clause {
  package static let definition = APIField(
    "qualified_keys?", "QualifiedKeys", "Requires a default for every qualified key.")
  package static let table: APIClass? = APIClass(
    "QualifiedKeys", .declaration, "Requirements for qualified keys.",
    fields: [APIField("default", "\"present\"", "Requires an unqualified key with the default value.")])

  package var needsDefault: @Sendable (QualifiedKey) -> Bool = \.isQualified
  package var acceptsDefault = true

  package static func read(_ rule: DeclarationReader, _ shapes: ShapeTable) throws(DeclarationError) -> Self? {
    guard let options = try rule.table(of: Self.self) else { return nil }
    guard try options.text("default") == "present" else {
      throw DeclarationError("\(options.place): write { default = \"present\" }")
    }
    return Self()
  }

  package func evaluate(in context: inout ClauseContext) throws(LuaFailure) -> ClauseOutcome {
    let info = context.info
    context.reads?.passage(of: info.root, in: context.document)
    var variants: [[UInt8]: Int]?
    for position in 0..<info.count(of: info.root) {
      let bytes = info.keyUTF8(of: info.root, at: position)
      try context.spend(10 + UInt64(bytes.count / 16))
      if !bytes.contains(0x7E) && !bytes.contains(0x2D) { continue }
      let key = info.key(of: info.root, at: position)
      if let problem = QualifiedKey.problem(of: key) {
        context.collector.add(
          "the qualifiers of '\(key)' are malformed: \(problem.text)", in: context.document, container: info.root,
          position: position, details: .init(expected: Self.form, fix: Self.repair))
        continue
      }
      let parts = QualifiedKey.split(key)
      if parts.isQualified { context.reads?.key(parts.base, of: info.root, in: context.document) }
      if !needsDefault(parts) { continue }
      if acceptsDefault, info.value(of: info.root, forKey: parts.base) != nil { continue }
      let edits =
        acceptsDefault && parts.isQualified ? defaults(for: parts, position, &variants, context.bundle, info) : []
      let owner = [parts.platform, parts.device].compactMap { $0 }.joined(separator: " on ")
      context.collector.add(
        "\(key) has no unqualified default, so everything but \(owner) has no \(parts.base)", in: context.document,
        container: info.root, position: position,
        details: .init(
          expected: "\(parts.base) as well", fix: "add \(parts.base) with the value for all others", edits: edits))
    }
    return .evaluated
  }

  private static let form = "KEY, KEY~DEVICE, KEY-PLATFORM or KEY-PLATFORM~DEVICE"
  private static let repair = "write one key for each platform or device, without blanks in it"

  /// The default that a key lacks, if its only variant gives the value and every device that the bundle is for reads that already: to
  /// another device, a value where there was none may be a different app. `variants` counts the variants of each key, once it is needed.
  private func defaults(
    for key: QualifiedKey, _ position: Int, _ variants: inout [[UInt8]: Int]?, _ bundle: Bundle, _ info: PropertyList
  ) -> [PropertyListEdit] {
    let kinds = bundle.deviceKinds
    let isServed = kinds.allSatisfy { kind in
      QualifiedKey.resolve(info, key.base, platform: kind.platform, device: kind.device) != nil
    }
    guard isServed, !kinds.isEmpty else { return [] }
    let counts =
      variants
      ?? QualifiedKey.all(in: info).reduce(into: [:]) { $0[Array($1.parts.base.utf8), default: 0] += 1 }
    variants = counts
    guard counts[Array(key.base.utf8)] == 1, let node = info.element(of: info.root, at: position),
      let value = PropertyListValue(node, in: info)
    else { return [] }
    return [PropertyListEdit(.add(value), of: key.base, in: info.root, info)]
  }

  package var summary: String { "every qualified key has an unqualified default" }

  package func satisfaction(in context: ClauseContext) -> String {
    let count = Self.count(in: context)
    return count == 0 ? "no key is qualified" : "\(counted(count, "qualified key")), each with its default"
  }

  package func violation(findings: Int, in context: ClauseContext) -> String {
    let isMalformed = context.topLevelKeys.contains { QualifiedKey.problem(of: $0) != nil }
    let what = isMalformed ? "without a default, or malformed" : "without a default"
    return "\(findings) of \(counted(Self.count(in: context), "qualified key")) \(what)"
  }

  private static func count(in context: ClauseContext) -> Int {
    context.topLevelKeys.count { QualifiedKey.split($0).isQualified || QualifiedKey.problem(of: $0) != nil }
  }

  package func mayReport(at steps: [String]) -> Bool {
    guard steps.count == 1, let key = steps.first else { return false }
    return QualifiedKey.split(key).base != key || QualifiedKey.problem(of: key) != nil
  }
}
