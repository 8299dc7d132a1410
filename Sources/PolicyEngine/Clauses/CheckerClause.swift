import PolicyObjects
import Basics
import Bundles
import CheckerPlugIns
package import PolicySchema
package import LuaRuntime
import PropertyLists
import Reports

/// `checker`: a checker in Swift, or in any language that implements the interface, and the options that the rule gives it.
package struct CheckerClause: Clause {
  package static let definition = APIField(
    "checker?", "string", "The identifier of the checker to run, in Swift or C: `com.example.icons`.")
  package static let companions = [
    APIField("with?", "table<string, string|number|boolean|string[]>", "The checker's options, by name.")
  ]
  package static let setsSeverity = true

  let identifier: String
  let options: PropertyList

  /// A call of a host function, and eight bytes of a file, cost the same as in Lua.
  private static let callFuel: UInt64 = 10

  private static let mostFuel: UInt64 = 1 << 48

  package static func read(_ rule: DeclarationReader, _ shapes: ShapeTable) throws(DeclarationError) -> Self? {
    guard let identifier = try rule.text(field) else {
      if rule.has("with") {
        throw DeclarationError("\(rule.place): 'with' sets the options of a checker, but the rule has no 'checker'")
      }
      return nil
    }
    try mapError(try PolicyIdentifier.check(identifier, of: "checker")) { (error: DeclarationError) in
      DeclarationError("\(rule.place): \(error.message)")
    }
    return Self(identifier: identifier, options: try CheckerOptions.propertyList(rule.value("with"), in: rule.place))
  }

  package func evaluate(in context: inout ClauseContext) throws(LuaFailure) -> ClauseOutcome {
    let start = LuaState.processorSeconds
    // Checkers have limits of their own, even if they run in this process.
    defer { context.started += LuaState.processorSeconds - start }
    let (rule, bundle, host, graph) = (context.rule, context.bundle, context.host, context.graph)
    guard let checkers = context.checkers else {
      let error = PlugInError(
        .notFound, "no folder of checkers was named, so the checker '\(identifier)' could not be run",
        hint: "name the folder that contains it with --plugins DIR")
      return .failed(EngineError(error, of: identifier, rule: rule))
    }
    let outcome = checkers.check(
      identifier, bundle: bundle.index, of: graph, options: options, isExplaining: host.reads != nil)
    // The numbers come from a process that runs foreign code.
    let calls = min(outcome.calls, Self.mostFuel / Self.callFuel)
    let fuel = min(Self.mostFuel, calls * Self.callFuel + min(outcome.bytes, Self.mostFuel) / 8)
    context.otherFuel = context.otherFuel.addingReportingOverflow(fuel).partialValue
    var failure: EngineError?
    var collectors: [Int: FindingCollector] = [:]
    for finding in outcome.findings {
      guard graph.bundles.indices.contains(finding.bundle) else {
        let error = PlugInError(.failed, "the checker reported on a bundle that does not exist")
        failure = EngineError(error, of: identifier, rule: rule)
        continue
      }
      // In place: copying for each of many findings would be quadratic.
      Self.add(
        finding,
        &collectors[
          finding.bundle,
          default: FindingCollector(
            rule: rule.reported, bundle: graph.bundles[finding.bundle], room: EvaluationBudget.findingLimit)], host)
    }
    for (_, collector) in collectors.sorted(by: { $0.key < $1.key }) { context.collector.add(collector) }
    for read in outcome.reads where graph.bundles.indices.contains(read.bundle) {
      Self.note(read, of: graph.bundles[read.bundle], host)
    }
    context.checkerLines += outcome.log.map { "\(identifier): \($0)" }
    if let fault = outcome.failure {
      var error = EngineError(fault, of: identifier, rule: rule)
      // The report names the given bundle; an error on a nested bundle has to name it.
      if bundle.parentIndex != nil { error.message += " (on \(bundle.path))" }
      failure = error
    }
    return failure.map { .failed($0) } ?? .evaluated
  }

  private static func add(_ finding: CheckerFinding, _ collector: inout FindingCollector, _ host: PolicyHost) {
    let severity: Severity? =
      switch finding.severity {
      case .rule: nil
      case .note: .note
      case .warning: .warning
      case .error: .error
      }
    let details = FindingCollector.Details(
      expected: finding.expected, fix: finding.fix, severity: severity, discriminator: finding.discriminator,
      isIdentifiedByMessage: finding.discriminator == nil)
    guard let pointer = finding.pointer else {
      collector.add(
        finding.message, file: finding.file, isMissing: finding.file.map { !isThere($0, collector.bundle) } ?? false,
        details: details)
      return
    }
    let document = info(of: finding.bundle, host)
    let list = document.list
    let container = list.node(at: JSONPointer.tokens(pointer) ?? []) ?? list.root
    if pointer.isEmpty, finding.key == nil {
      // The dictionary itself adds nothing to the name of its file.
      return collector.add(finding.message, file: document.file, details: details)
    }
    guard let key = finding.key else {
      // A finding about a value has the place of its key.
      guard let parent = list.parent(of: container), let token = JSONPointer.tokens(pointer)?.last,
        let position = list.position(of: parent, token)
      else {
        return collector.add(finding.message, in: document, container: container, position: nil, details: details)
      }
      return collector.add(finding.message, in: document, container: parent, position: position, details: details)
    }
    if let position = list.position(of: container, key) {
      collector.add(finding.message, in: document, container: container, position: position, details: details)
    } else {
      collector.add(finding.message, in: document, container: container, missing: key, details: details)
    }
  }

  private static func info(of bundle: Int, _ host: PolicyHost) -> Document {
    host.objects.info(graph: 0, bundle: bundle)
  }

  private static func isThere(_ path: String, _ bundle: Bundle) -> Bool {
    do throws(StorageError) {
      _ = try bundle.files.status(path)
      return true
    } catch {
      return ![.notFound, .notADirectory, .brokenLink].contains(error.code)
    }
  }

  /// Records a read by the checker, as if a function of the policy had read it.
  private static func note(_ read: CheckerRead, of bundle: Bundle, _ host: PolicyHost) {
    guard let reads = host.reads else { return }
    let document = info(of: bundle.index, host)
    let list = document.list
    switch read.kind {
    case .key:
      guard let tokens = JSONPointer.tokens(read.name), let last = tokens.last else { return }
      if let container = list.node(at: tokens.dropLast()) {
        reads.step(last, of: container, in: document)
      } else {
        reads.nothing(at: read.name, in: document)
      }
    case .entries:
      if let container = list.node(at: JSONPointer.tokens(read.name) ?? []) {
        reads.passage(of: container, in: document)
      }
    case .field: host.note(field: read.name, of: bundle)
    case .file: reads.file(read.name, isPresent: isThere(read.name, bundle), of: bundle)
    case .content: reads.file(read.name, isPresent: isThere(read.name, bundle), fact: "content", of: bundle)
    case .files: reads.files(nil, count: ((try? bundle.files.all()) ?? []).count, of: bundle)
    }
  }

  package var summary: String { "the checker \(identifier) reports nothing" }

  package func satisfaction(in context: ClauseContext) -> String { "the checker \(identifier) reported nothing" }

  package func violation(findings: Int, in context: ClauseContext) -> String {
    "the checker \(identifier) reported \(counted(findings, "finding"))"
  }
}
