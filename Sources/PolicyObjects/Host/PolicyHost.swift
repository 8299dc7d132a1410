package import Basics
package import BundleFacts
package import Bundles
import ByteSearch
import KeyRegistry
package import LuaRuntime
package import Measures
package import PolicySchema
import PropertyLists
package import ReleaseLedger
import Reports

package final class PolicyHost: LuaHost {
  package let declarations: any PolicyDeclarations
  package let language: PolicyLanguage
  package let objects = GraphObjects()
  /// The day of the check; nil while policies load.
  private(set) var day: CalendarDate?
  package var hasReadDay = false
  private(set) var history: (any EarlierBuilds)?
  package var run = RuleRun()
  package let measures = MeasureReader()

  package var reads: ReadRecorder? { run.reads }

  /// The files that rules searched for, and the tables of strings that they read.
  var walks = WalkCache()
  /// The keys that have qualifiers in the Info.plist of a bundle under test, without the qualifiers; by the bundle's index.
  var qualifiedKeys: [Int: Set<ExactText>] = [:]
  /// The names that conditions of rules ask about, by the index of a bundle under test.
  var executableNames: [ExecutableNames.Kind: [Int: ExecutableNames]] = [:]
  var strings = StringsCache()
  /// Compiled patterns, which do not depend on the bundle.
  var patternSets = PatternSets()
  /// The registry's entries for keys that rules asked about, up to some thousands over all bundles: parsing an entry costs more
  /// than looking it up.
  private var keyEntries: [ExactText: KeyEntry] = [:]
  private var keySchemas: [ExactText: KeySchema] = [:]
  private static let keptEntries = 4096

  /// The paths of the debug symbols that are given for the check, by UUID.
  package var symbols: [String: String]?

  /// A better hint for an undefined global than the one for policies.
  package var advice: ((String) -> String?)?

  private let functions: [HostFunction]

  package init(_ declarations: any PolicyDeclarations, _ language: PolicyLanguage) {
    (self.declarations, self.language) = (declarations, language)
    functions = HostFunction.ofObjects + language.words.map { HostFunction($0) } + HostFunction.ofLibraries
  }

  package func begin(_ graph: BundleGraph, history: (any EarlierBuilds)?, asOf day: CalendarDate) {
    begin(asOf: day)
    self.history = history
    walks.forget()
    qualifiedKeys.removeAll(keepingCapacity: true)
    executableNames.removeAll(keepingCapacity: true)
    strings.forget()
    objects.reset(to: graph, history: history?.given ?? [])
    measures.forget()
  }

  package func begin(asOf day: CalendarDate) {
    self.day = day
    hasReadDay = false
  }

  /// Fails the call and the rule: a result without the answer would be unfounded.
  func refuse(_ message: String, _ answer: LuaAnswer) {
    refuse(
      RuleRun.Refusal(
        code: "history.unknown", message: message, hint: "compare with the earlier build itself: --previous OLD"),
      answer)
  }

  private func refuse(_ refusal: RuleRun.Refusal, _ answer: LuaAnswer) {
    run.refusal = run.refusal ?? refusal
    answer.exceed(refusal.message)
  }

  /// Ends the rule because it exceeds a limit; host functions report this only here. An invalid argument (in type, form or range) or
  /// file is an ordinary error (`LuaAnswer.fail`), which a policy may catch.
  func exceed(_ code: String, _ message: String, hint: String? = nil, _ answer: LuaAnswer) {
    refuse(
      RuleRun.Refusal(code: code, message: message, hint: hint ?? "work on fewer or smaller values at a time"), answer)
  }

  /// Fails with a reader's error. A limit ends the rule: it is never a reason to pass.
  func fail<Code>(_ error: Diagnostic<Code>, _ answer: LuaAnswer, saying message: String? = nil) {
    fail(ReadFailure(error), answer, saying: message)
  }

  func fail(_ failure: ReadFailure, _ answer: LuaAnswer, saying message: String? = nil) {
    run.failures.insert(failure.message)
    let message = message ?? failure.message
    guard let limit = failure.limit else { return answer.fail(message) }
    exceed(limit, message, hint: Self.limitHint, answer)
  }

  static let limitHint = "check how the bundle was built; real bundles do not come near this limit"

  func fail(_ error: DeclarationError, _ answer: LuaAnswer) {
    if error.isLimit { exceed("limit.call", error.message, answer) } else { answer.fail(error.message) }
  }

  /// Returns a value that an argument describes; nil if the answer is an error.
  func attempt<Value>(_ answer: LuaAnswer, _ value: () throws(DeclarationError) -> Value) -> Value? {
    do throws(DeclarationError) {
      return try value()
    } catch {
      fail(error, answer)
      return nil
    }
  }

  /// Counts a document among those that the running rule keeps, even if another rule read it first; returns false if the limit is
  /// exceeded.
  func keep(_ document: Int, _ answer: LuaAnswer) -> Bool {
    guard run.keptDocuments.insert(document).inserted else { return true }
    return keep(objects.documents[document].list.byteSize, of: objects.documents[document].file, answer)
  }

  /// Counts the facts of a file among the memory that the running rule keeps.
  func keep(factsOf file: Int, bytes: Int, _ answer: LuaAnswer) -> Bool {
    guard bytes > 0, run.keptFiles.insert(file).inserted else { return true }
    return keep(bytes, of: objects.files[file].path, answer)
  }

  /// Counts a table of symbols, or a seal, among the memory that the running rule keeps.
  func keep(table: LuaNode, bytes: Int, of file: String, _ answer: LuaAnswer) -> Bool {
    guard run.keptTables.insert(table).inserted else { return true }
    return keep(bytes, of: file, answer)
  }

  private func keep(_ bytes: Int, of file: String?, _ answer: LuaAnswer) -> Bool {
    let sum = run.keptBytes.addingReportingOverflow(max(0, bytes))
    run.keptBytes = sum.overflow ? .max : sum.partialValue
    if run.keptBytes <= RuleRun.keptLimit { return true }
    exceed(
      "limit.memory",
      "the files that the rule reads need more than \(RuleRun.keptLimit >> 20) MiB of memory; the last one is \(file ?? "this one")",
      hint: "read fewer files in one rule, or find out why they are so large", answer)
    return false
  }

  /// Charges for looking up a path in addition to the call itself: its length, if it is long, and the steps that links add. `entry` is
  /// the walk's result for the path, which contains the number of steps.
  func charge(forPath path: String, entry: FileTree.Entry? = nil, in files: FileTree, _ answer: LuaAnswer) {
    let length = path.utf8.count
    if length > 256 { answer.charge(UInt64(length) * 4) }
    answer.charge(entry.map { files.price(to: $0) } ?? files.price(to: path))
  }

  /// Charges for looking up a resource: iterating over the localizations, and building the names.
  func charge(resourcesOf bundle: Bundle, _ texts: [String], _ answer: LuaAnswer) {
    ResourceSearch(bundle).charge(texts, answer)
  }

  struct ResourceSearch {
    private let localizations: UInt64
    private let way: UInt64

    init(_ bundle: Bundle) {
      localizations = UInt64((try? bundle.localizations().count) ?? 0)
      way = bundle.files.price(to: bundle.resourcesPath) * 8
    }

    func charge(_ texts: [String], _ answer: LuaAnswer) {
      let length = texts.reduce(0) { $0 + $1.utf8.count }
      answer.charge(1000 + way + (length > 256 ? UInt64(length) * 16 : 0))
      if localizations > 100 { answer.charge(localizations * UInt64(texts.count) * 20) }
    }
  }

  package func register(in state: LuaState) throws(LuaState.OutOfMemory) {
    for (number, function) in functions.enumerated() {
      let (library, name): (String?, String?) =
        switch function.home {
        case .global: (nil, function.name)
        case .library(let library): (library, function.name)
        case .object: (nil, nil)
        }
      try state.register(
        UInt32(number), library: library, name: name, traits: function.traits, formatAt: function.formatAt)
    }
    try state.register(LuaNode(.keys), name: "keys")
    try state.register(LuaNode(.day), name: Self.dayName)
    for (number, word) in Shape.Word.allCases.enumerated() {
      try state.register(LuaNode(.shape, index: number), name: word.rawValue)
    }
  }

  func keyEntry(_ name: String) -> KeyEntry? {
    if let known = keyEntries[ExactText(name)] { return known }
    let entry = KeyRegistry.entry(for: name)
    if keyEntries.count < Self.keptEntries { keyEntries[ExactText(name)] = entry }
    return entry
  }

  func keySchema(_ name: String) -> KeySchema? {
    if let known = keySchemas[ExactText(name)] { return known }
    let schema = KeyRegistry.schema(of: name)
    if schema != nil { keySchemas[ExactText(name)] = schema }
    return schema
  }

  package func call(_ call: LuaCall, answer: LuaAnswer) {
    guard Int(call.function) < functions.count else { return answer.fail("this function is no longer available") }
    functions[Int(call.function)].body(self, call, answer)
  }

  package func callNode(_ call: LuaCall, answer: LuaAnswer) {
    switch call[0] {
    case .node(let node) where node.kind == ObjectKind.report.rawValue: report(call, answer)
    case .node(let node) where node.kind == ObjectKind.acrossReport.rawValue: reportAcross(call, answer)
    case .node(let node) where node.kind == ObjectKind.shape.rawValue: declarations.makeShape(of: node, call, answer)
    case .node(let node) where objects.value(node) != nil:
      answer.fail("\(description(of: call[0])) cannot be called like a function; iterate over it with pairs(…)")
    case let other: answer.fail("\(description(of: other)) cannot be called like a function")
    }
  }

  package func undefined(name: String, library: String) -> String {
    if library.isEmpty, let advice = advice?(name) { return advice }
    if library.isEmpty { return "there is no global '\(name)'; " + advice(onGlobal: name) }
    // A key that is not a name is in brackets.
    if name.hasPrefix("[") { return "'\(library)' has no field \(name); call its functions by name" }
    return "there is no function '\(library).\(name)'"
      + DeclarationError.suggestion(for: name, among: language.module(library)?.names ?? [])
  }

  private func advice(onGlobal name: String) -> String {
    switch name {
    case "require", "dofile", "loadfile": return "use import \"name\" to load a module"
    case "null", "NULL", "None", "undefined": return "write nil"
    case "report": return "it is the second argument of a check: function(bundle, report) … end"
    case "True", "TRUE": return "write true"
    case "False", "FALSE": return "write false"
    case "print", "warn": return "use report(message) to report a finding"
    case "os": return "policies can only use the bundle and the modules they import; the day of the check is as_of"
    case "load", "loadstring", "io", "debug", "package", "coroutine", "collectgarbage":
      return "policies can only use the bundle and the modules they import"
    default:
      if let nearest = SpellingCorrector.nearest(to: name, among: language.globals) {
        return "did you mean '\(nearest)'?"
      }
      return "check its spelling, or declare it with 'local'"
    }
  }
}

package struct RuleRun {
  package var collector: FindingCollector?
  /// The bundles that an `across` function compares, with its findings; nil while none runs.
  package var compared: ComparedBundles?
  package let reads: ReadRecorder?
  package internal(set) var questions = HistoryQuestions()
  /// A request of the rule that was refused, which ends the rule no matter what it does next.
  package var refusal: Refusal?
  /// Rows of the ledger that the rule has paid for, so that each is charged once.
  var paidRows: Set<Int64> = []
  /// Seals whose comparison with the files has been charged to the rule.
  var paidSeals: Set<LuaNode> = []
  /// Patterns whose compilation has been charged to the rule.
  var paidPatterns: Set<[String]> = []
  var keptDocuments: Set<Int> = []
  var keptFiles: Set<Int> = []
  var keptTables: Set<LuaNode> = []
  package var unreadable: ReadFailure?
  var failures: Set<String> = []
  var keptBytes = 0

  /// The maximum of `keptBytes`. The documents of a real bundle take some megabytes.
  static let keptLimit = 256 << 20

  package init(reads: ReadRecorder? = nil) { self.reads = reads }

  /// The failure that a condition of the rule met, unless the rule has got it itself.
  package var unseenFailure: ReadFailure? { unreadable.flatMap { failures.contains($0.message) ? nil : $0 } }

  package mutating func takeRefusal() -> Refusal? {
    defer { refusal = nil }
    return refusal
  }

  package struct Refusal {
    package let code: String
    package let message: String
    package let hint: String
  }
}

package struct HistoryQuestions {
  var asksForHistory = false
  var asksForNamesake = false
  var hasNamesake = false
}
