import Basics
import Bundles
import KeyRegistry
import LuaRuntime
import PropertyLists

/// Judges the declarative clauses, natively: no Lua runs for them.
struct ClauseJudge {
  let graph: BundleGraph
  let bundle: Bundle
  let document: Document
  /// Where earlier builds are told of; nil when nobody said.
  let history: HistoryReader?
  /// What clauses decide by themselves.
  var decisions = ClauseDecisions()
  /// Work done so far, in fuel, and the most that may be.
  var fuel: UInt64 = 0
  var limit: UInt64 = 50_000_000
  /// What is read; nil when nobody asked.
  let reads: ReadRecorder?

  var info: PropertyList { document.list }

  init(
    graph: BundleGraph, bundle: Bundle, document: Document, history: HistoryReader?, reads: ReadRecorder? = nil
  ) {
    self.graph = graph
    self.bundle = bundle
    self.document = document
    self.history = history
    self.reads = reads
  }

  /// Why a clause could not be judged; the rule is then not applicable, unless another clause of it was.
  enum Outcome {
    case judged
    /// It holds, because there was nothing to hold against.
    case judgedNothing(String)
    case notApplicable(String)
  }

  mutating func judge(_ clause: Clause, _ collector: inout FindingCollector) throws(LuaFailure) -> Outcome {
    switch clause {
    case .require(let keys): try require(keys, &collector)
    case .forbid(let keys): try forbid(keys, &collector)
    case .customKeys(let prefixes): try customKeys(prefixes, &collector)
    case .qualifiedKeys: try qualifiedKeys(&collector)
    case .increases(let clause): return try increases(clause, &collector)
    case .localize(let clause): return try localize(clause, &collector)
    case .files(let clause): try files(clause, &collector)
    case .shape, .check, .checker: break  // what needs Lua or a checker is the evaluator's
    }
    return .judged
  }

  /// Counts work before it is done; throws when there is more than the rule has fuel for.
  mutating func spend(_ units: UInt64) throws(LuaFailure) {
    let sum = fuel.addingReportingOverflow(units)
    fuel = sum.overflow ? .max : sum.partialValue
    if fuel > limit { throw LuaFailure(kind: .fuel, message: "", file: nil, line: nil) }
  }

  // MARK: Keys

  /// The container and last token a key or pointer leads to; the container may be missing.
  mutating func resolve(_ key: String) -> (container: PropertyList.Node, token: String, isReached: Bool) {
    resolve(Self.steps(key))
  }

  private mutating func resolve(_ steps: [String]) -> (container: PropertyList.Node, token: String, isReached: Bool) {
    if steps.count == 1 { fuel += 10 }
    var container = info.root
    for step in steps.dropLast() {
      fuel += 10
      guard let next = child(of: container, step) else {
        reads?.step(step, of: container, in: document)
        return (container, step, false)
      }
      container = next
    }
    if let last = steps.last { reads?.step(last, of: container, in: document) }
    return (container, steps.last ?? "", true)
  }

  /// The keys and positions on the way to what a key or pointer names. Rules hold only pointers that are well-formed.
  static func steps(_ key: String) -> [String] {
    JSONPointer.isPointer(key) ? JSONPointer.tokens(key) ?? [key] : [key]
  }

  func child(of node: PropertyList.Node, _ token: String) -> PropertyList.Node? {
    Self.child(of: node, token, in: info)
  }

  static func child(of node: PropertyList.Node, _ token: String, in list: PropertyList) -> PropertyList.Node? {
    switch list.kind(of: node) {
    case .dictionary: list.value(of: node, forKey: token)
    case .array: JSONPointer.position(token).flatMap { list.element(of: node, at: $0) }
    default: nil
    }
  }

  func position(of token: String, in container: PropertyList.Node) -> Int? {
    if info.kind(of: container) == .array {
      return JSONPointer.position(token).flatMap { $0 < info.count(of: container) ? $0 : nil }
    }
    var token = token
    return token.withUTF8 { info.position(of: container, forKey: $0) }
  }

  private mutating func require(_ keys: [String], _ collector: inout FindingCollector) throws(LuaFailure) {
    for key in keys {
      try spend(UInt64(key.utf8.count) / 16)
      let (container, token, isReached) = resolve(key)
      guard isReached, let value = child(of: container, token) else {
        var details = FindingCollector.Details(expected: "a value", fix: nil)
        details.fix = "add \(key)"
        // Looking for what was meant takes a while; of many missing keys few are slips.
        if collector.findings.count < 100 {
          if info.count(of: container) > 100 { try spend(UInt64(info.count(of: container)) * 20) }
          if let near = nearMiss(token, in: container) { details.fix = "rename '\(near)' to '\(token)'" }
        }
        collector.add(
          "\(key) is missing", in: document, container: container, missing: token,
          pointer: JSONPointer.isPointer(key) ? key : nil, details: details)
        continue
      }
      let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
      if decisions.refusesBlank, info.kind(of: value) == .string,
        info.utf8(of: value).allSatisfy({ blanks.contains($0) })
      {
        collector.add(
          "\(token) is empty", in: document, container: container, position: position(of: token, in: container),
          details: .init(expected: "a value", fix: "give \(token) a value"))
      }
    }
  }

  /// A key there that is probably meant: the same but for its case or a slip of the finger.
  private func nearMiss(_ token: String, in container: PropertyList.Node) -> String? {
    guard info.kind(of: container) == .dictionary else { return nil }
    let present = (0..<info.count(of: container)).map { info.key(of: container, at: $0) }
    return SpellingCorrector.nearest(to: token, among: present.filter { !KeyRegistry.contains($0) })
  }

  private mutating func forbid(_ keys: [String], _ collector: inout FindingCollector) throws(LuaFailure) {
    let variants = try variants()
    for key in keys {
      try spend(UInt64(key.utf8.count) / 16)
      let (container, token, isReached) = resolve(key)
      if isReached, child(of: container, token) != nil {
        collector.add(
          "\(token) is not allowed", in: document, container: container, position: position(of: token, in: container),
          details: .init(expected: "no \(token)", fix: "remove \(token)"))
      }
      // What is forbidden under a key is forbidden under its qualified forms, for they are read in its place.
      if decisions.forbidsVariants {
        try forbidVariants(of: Self.steps(key), among: variants, &collector)
      }
    }
  }

  /// The qualified keys by what they stand for.
  private mutating func variants() throws(LuaFailure) -> [[UInt8]: [QualifiedKey.Variant]] {
    let count = info.count(of: info.root)
    if count > 100 { try spend(UInt64(count) * 20) }
    return Dictionary(grouping: QualifiedKey.all(in: info)) { Array($0.parts.base.utf8) }
  }

  /// The same in the qualified forms of the first step.
  private mutating func forbidVariants(
    of steps: [String], among variants: [[UInt8]: [QualifiedKey.Variant]], _ collector: inout FindingCollector
  ) throws(LuaFailure) {
    guard let top = steps.first else { return }
    for variant in variants[Array(top.utf8)] ?? [] {
      try spend(10)
      let (container, token, isReached) = resolve([variant.key] + steps.dropFirst())
      guard isReached, child(of: container, token) != nil else { continue }
      let shown = steps.count > 1 ? "\(token) in \(variant.key)" : variant.key
      collector.add(
        "\(shown) is not allowed", in: document, container: container, position: position(of: token, in: container),
        details: .init(expected: "no \(steps.joined(separator: "/")), for no device", fix: "remove it"))
    }
  }

  private mutating func customKeys(
    _ prefixes: [String], _ collector: inout FindingCollector
  ) throws(LuaFailure) {
    let prefixes = prefixes.map { Array($0.utf8) }
    reads?.passage(of: info.root, in: document)
    for position in 0..<info.count(of: info.root) {
      let bytes = info.keyUTF8(of: info.root, at: position)
      try spend(10 + UInt64(bytes.count / 16) + UInt64(prefixes.count / 4))
      if KeyRegistry.contains(bytes) || prefixes.contains(where: { bytes.starts(with: $0) }) { continue }
      let key = info.key(of: info.root, at: position)
      let base = QualifiedKey.split(key).base
      if base != key && (KeyRegistry.contains(base) || prefixes.contains(where: { base.utf8.starts(with: $0) })) {
        continue
      }
      report(
        customKey: key, base: base, position, prefixes: prefixes.map { String(decoding: $0, as: UTF8.self) }, &collector
      )
    }
  }

  private func report(
    customKey key: String, base: String, _ position: Int, prefixes: [String], _ collector: inout FindingCollector
  ) {
    let expected = "a key the platform defines, or the prefix \(prefixes.map { "'\($0)'" }.joined(separator: " or "))"
    let prefixed = "rename it to '\(prefixes.first ?? "")\(key)'"
    // Looking for what was meant takes a while; a file full of unknown keys is no slip of the finger.
    let isSlip = collector.findings.count < 100
    if isSlip, let nearest = KeyRegistry.nearest(to: base) {
      collector.add(
        "\(key) is no key the platform defines; \(nearest) is", in: document, container: info.root, position: position,
        details: .init(expected: expected, fix: "write '\(nearest)', or \(prefixed)"))
    } else {
      collector.add(
        "custom key \(key.isEmpty ? "''" : key) lacks the prefix of our keys", in: document, container: info.root,
        position: position,
        details: .init(expected: expected, fix: prefixed))
    }
  }

  private mutating func qualifiedKeys(_ collector: inout FindingCollector) throws(LuaFailure) {
    reads?.passage(of: info.root, in: document)
    for position in 0..<info.count(of: info.root) {
      let bytes = info.keyUTF8(of: info.root, at: position)
      try spend(10 + UInt64(bytes.count / 16))
      if !bytes.contains(0x7E) && !bytes.contains(0x2D) { continue }
      let key = info.key(of: info.root, at: position)
      let parts = QualifiedKey.split(key)
      if parts.isQualified { reads?.key(parts.base, of: info.root, in: document) }
      if !decisions.needsDefault(parts) { continue }
      if decisions.acceptsDefault, info.value(of: info.root, forKey: parts.base) != nil { continue }
      let owner = [parts.platform, parts.device].compactMap { $0 }.joined(separator: " on ")
      collector.add(
        "\(key) has no default: everything but \(owner) gets no \(parts.base)", in: document, container: info.root,
        position: position,
        details: .init(
          expected: "\(parts.base) beside it", fix: "add \(parts.base) with the value for all other devices"))
    }
  }
}
