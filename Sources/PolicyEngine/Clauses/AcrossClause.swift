import Basics
package import PolicySchema
package import LuaRuntime
import Reports

/// Compares the bundles of a run. On each bundle, it only collects facts; `BundleComparison` calls its function once all
/// have been checked.
package struct AcrossClause: Clause {
  package static let definition = APIField(
    "across?", "fun(bundles: CollectedBundle[], report: AcrossReport)",
    "A function that compares all bundles of a run, once they have been checked; cannot be combined with other clauses."
  )
  package static let companions = [
    APIField(
      "collect?", "fun(bundle: Bundle): any",
      "With `across`: a function that returns the facts about a bundle that `across` needs: strings, numbers, Booleans, and tables of these."
    )
  ]
  package static let setsSeverity = true

  let function: LuaFunction
  let collect: LuaFunction?

  package static func read(_ rule: DeclarationReader, _ shapes: ShapeTable) throws(DeclarationError) -> Self? {
    guard let function = try rule.function(field) else {
      throw DeclarationError(
        "\(rule.place): 'collect' is only used by 'across'; add an 'across' function, or remove it")
    }
    return Self(function: function, collect: try rule.function("collect"))
  }

  package func evaluate(in context: inout ClauseContext) throws(LuaFailure) -> ClauseOutcome {
    guard let collect else { return .collected(nil) }
    let bundle = context.host.objects.node(bundle: context.bundle.index)
    let result = try context.withLua { (state) throws(LuaFailure) in
      try state.call(collect, [.node(bundle)], keepsText: true)
    }
    do throws(DeclarationError) {
      return .collected(try CollectedValue(collected: result))
    } catch {
      let declared = context.rule.declared
      throw LuaFailure(kind: .error, message: error.message, file: declared.file, line: declared.line)
    }
  }

  package var summary: String { "the policy's function finds nothing wrong across all bundles" }

  // The result is only known when all bundles have been checked.
  package func satisfaction(in context: ClauseContext) -> String { "" }
  package func violation(findings: Int, in context: ClauseContext) -> String { "" }

  static let loneBundle = "the rule applies to only one of the bundles checked, so nothing was compared"

  static func because(findings: Int) -> String {
    findings == 0
      ? "the function reported nothing about this bundle"
      : "the function reported \(counted(findings, "finding")) about this bundle"
  }
}

extension Rule {
  package var comparesBundles: Bool { clauses.contains { $0 is AcrossClause } }
}

extension CollectedValue {
  static let countLimit = 10_000
  static let sizeLimit = 256 << 10

  /// Reads the result of `collect`; nil for nil. Throws for a value that cannot be stored, with its place.
  init?(collected value: LuaValue) throws(DeclarationError) {
    if value == .nil { return nil }
    var count = 0
    self = try Self.read(value, at: "", depth: 0, &count)
    guard size <= Self.sizeLimit else {
      throw DeclarationError(
        "'collect' returned more than \(Self.sizeLimit >> 10) KiB of data for one bundle; return only what 'across' compares"
      )
    }
  }

  private static func read(
    _ value: LuaValue, at place: String, depth: Int, _ count: inout Int
  ) throws(DeclarationError) -> CollectedValue {
    count += 1
    guard count <= countLimit else {
      throw DeclarationError(
        "'collect' returned more than \(countLimit) values for one bundle; return only what 'across' compares")
    }
    func refuse(_ found: String) -> DeclarationError {
      DeclarationError(
        "'collect' returned \(found)\(place.isEmpty ? "" : " in \(place)"); return only strings, numbers, Booleans, and tables of these"
      )
    }
    switch value {
    case .boolean(let truth): return .boolean(truth)
    case .integer(let number): return .integer(number)
    case .number(let number):
      guard number.isFinite else { throw refuse("a number that is not finite") }
      return .number(number)
    case .string(let text): return .string(text)
    case .table(let table):
      guard depth < depthLimit else {
        throw DeclarationError("'collect' returned tables nested more than \(depthLimit) levels deep")
      }
      // A table of a million values is refused without reading them.
      guard table.entries.count <= countLimit else {
        count = countLimit
        return try read(.nil, at: place, depth: depth, &count)
      }
      if let list = table.list {
        var elements: [CollectedValue] = []
        for (position, element) in list.enumerated() {
          elements.append(try read(element, at: "\(place)[\(position + 1)]", depth: depth + 1, &count))
        }
        return .list(elements)
      }
      var entries: [Entry] = []
      for entry in table.entries {
        guard case .string(let name) = entry.key else {
          if case .opaque(let what) = entry.key { throw refuse("a key that is \(what)") }
          throw refuse("a table that is neither a list nor has only names as keys")
        }
        // Names may be long, and there may be many.
        let inner = place.isEmpty ? name.shortened(to: 60) : "\(place).\(name.shortened(to: 60))"
        entries.append(Entry(name: name, value: try read(entry.value, at: inner, depth: depth + 1, &count)))
      }
      return .mapping(entries.sorted(byBytesOf: \.name))
    case .opaque(let what): throw refuse(what == "function" ? "a function" : what)
    case .function: throw refuse("a function")
    case .node: throw refuse("an object of the bundle")
    case .nil: throw refuse("nil")
    }
  }
}
