import Basics
import Bundles
import PolicySchema
import LuaRuntime
import PropertyLists
import Reports

extension HostFunction {
  static let reportMethods = [
    HostFunction(
      "at(node: table, key: string|integer|nil, message: string, ...: any)",
      "Reports a finding about the value of a key, or at a position of an array.", traits: .final, formatAt: 4
    ) { host, call, answer in host.reportAt(call, answer) },
    HostFunction(
      "missing(node: table, key: string, message?: string|FindingOptions, ...: any)",
      "Reports a finding about a missing key.", traits: .final, formatAt: 4
    ) { host, call, answer in host.reportMissing(call, answer) },
    HostFunction(
      "file(path: string|File, message: string, ...: any)",
      "Reports a finding about a file of the bundle, or about a file beside it (see `delivery`).",
      traits: .final, formatAt: 3
    ) { host, call, answer in host.reportFile(call, answer) },
  ]
}

extension PolicyHost {
  static let reportClass = APIClass(
    "Report", .object, "Reports findings; called as a function, one about the bundle as a whole.",
    call: "(message: string, ...: any)", methods: HostFunction.reportMethods.compactMap(\.definition))

  static let findingOptions = APIClass(
    "FindingOptions", .declaration, "Options in the last argument of a report.",
    fields: [
      APIField("expected?", "string", "What was expected."),
      APIField("fix?", "string|Fix", "How to fix it, in words or as data that `check --fix` applies."),
      APIField("severity?", "Severity", "The severity, instead of the rule's."),
      APIField(
        "discriminator?", "string",
        "A string that distinguishes findings at the same place, and is the same in every run."),
      APIField("place?", "Match", "For `report:file`, a match in that file, whose line and key path the finding gets."),
    ])

  /// `kind`: the report of a check, or of `across`.
  func readReport(_ kind: ObjectKind, _ key: LuaKey, _ answer: LuaAnswer) {
    let isAcross = kind == .acrossReport
    guard case .string(let bytes) = key else {
      let first = isAcross ? "bundle, " : ""
      return answer.fail("the report is used as report(\(first)…) or report:at(\(first)…)")
    }
    guard let function = HostFunction.number(of: bytes, in: kind) else {
      let name = String(decoding: bytes, as: UTF8.self)
      let methods = isAcross ? HostFunction.acrossReportMethods : HostFunction.reportMethods
      return answer.fail(
        "the report\(isAcross ? " of 'across'" : "") has no function '\(name)'"
          + DeclarationError.suggestion(for: name, among: methods.map(\.name)))
    }
    answer.set(function: function)
  }

  func report(_ call: LuaCall, _ answer: LuaAnswer) {
    reporting(call, answer) { (collector) throws(DeclarationError) in
      collector.add(try Self.message(call[1], "report(message, …)"), details: try self.details(call[2], nil, answer))
    }
  }

  fileprivate func reportAt(_ call: LuaCall, _ answer: LuaAnswer) {
    let usage = "report:at(node, key, message, …)"
    reporting(call, answer) { (collector) throws(DeclarationError) in
      let (document, node) = try self.place(call[1], usage)
      let message = try Self.message(call[3], usage)
      let details = try self.details(call[4], document.fixPlace(node), answer)
      let list = document.list
      switch call[2] {
      case .nil: collector.add(message, in: document, container: node, position: nil, details: details)
      case .string(let key): collector.add(message, in: document, container: node, key: key, details: details)
      case .integer(let position):
        if list.kind(of: node) == .dictionary {
          throw DeclarationError("\(usage): the node is a dictionary; pass a key, not a position")
        }
        guard position >= 1, position <= list.count(of: node) else {
          throw DeclarationError(
            "\(usage): there is no element \(position); the array has \(counted(list.count(of: node), "element"))")
        }
        collector.add(message, in: document, container: node, position: Int(position) - 1, details: details)
      case let other: throw DeclarationError("\(usage): the key must be a name or a position, found \(other.typeName)")
      }
    }
  }

  fileprivate func reportMissing(_ call: LuaCall, _ answer: LuaAnswer) {
    let usage = "report:missing(node, key[, message])"
    reporting(call, answer) { (collector) throws(DeclarationError) in
      let (document, node) = try self.place(call[1], usage)
      guard case .string(let key) = call[2] else { throw DeclarationError("\(usage): the key must be a string") }
      let hasMessage = call[3].string != nil
      let message = hasMessage ? try Self.message(call[3], usage) : "\(key) is missing"
      var details = try self.details(
        hasMessage ? call[4] : call[3] == .nil ? call[4] : call[3], document.fixPlace(node), answer)
      if details.fix == nil { details.fix = "add \(key)" }
      collector.add(message, in: document, container: node, missing: key, details: details)
    }
  }

  fileprivate func reportFile(_ call: LuaCall, _ answer: LuaAnswer) {
    let usage = "report:file(path, message, …)"
    reporting(call, answer) { (collector) throws(DeclarationError) in
      let path = try self.path(call[1], of: collector.bundle, usage)
      self.charge(forPath: path, in: collector.bundle.files, answer)
      // A file exists, even if it is not in the bundle.
      let isMissing = call[1].string != nil && (try? collector.bundle.files.status(path)) == nil
      var details = try self.details(call[3], nil, answer)
      (details.line, details.keyPath) = try Self.matchPlace(call[3], usage)
      collector.add(try Self.message(call[2], usage), file: path, isMissing: isMissing, details: details)
    }
  }

  private static func matchPlace(
    _ options: LuaValue, _ usage: String
  ) throws(DeclarationError) -> (line: Int?, keyPath: String?) {
    guard case .table(let table) = options, let place = table["place"] else { return (nil, nil) }
    let match = try DeclarationReader(place, place: "\(usage), place", of: match.definition)
    let keyPath = try match.text("key_path")
    if let keyPath, !JSONPointer.isPointer(keyPath) {
      throw DeclarationError("\(usage), place: '\(keyPath)' is not a JSON Pointer")
    }
    return (try match.integer("line", in: 1...Int64(Int32.max)).map { Int($0) }, keyPath)
  }

  /// The path of a file relative to a bundle, from a path or a file.
  private func path(_ value: LuaValue, of bundle: Bundle, _ usage: String) throws(DeclarationError) -> String {
    if case .string(let path) = value { return path }
    guard case .node(let node) = value, node.kind == ObjectKind.file.rawValue, let file = objects.file(node) else {
      throw DeclarationError("\(usage): the path must be a string or a file")
    }
    guard let path = path(of: file, relativeTo: bundle) else {
      throw DeclarationError("\(usage): \(file.path) is a file of an earlier build, not of the bundle being checked")
    }
    return path
  }

  private func reporting(
    _ call: LuaCall, _ answer: LuaAnswer, _ body: (inout FindingCollector) throws(DeclarationError) -> Void
  ) {
    guard var collector = run.collector else {
      return answer.fail("nothing can be reported here; report from a rule's 'check'")
    }
    guard case .node(let node) = call[0], node.kind == ObjectKind.report.rawValue else {
      return answer.fail(
        "call the functions of the report with a colon: report:at(…), report:missing(…), report:file(…)")
    }
    // Moved out while it grows, so that the array of findings is not copied.
    run.collector = nil
    do throws(DeclarationError) {
      try body(&collector)
    } catch {
      fail(error, answer)
    }
    run.collector = collector
    // The evaluator's message names the limit.
    if collector.room.isFull { answer.exceed("the rule has reported as much as a report can hold") }
  }

  private func place(_ value: LuaValue, _ usage: String) throws(DeclarationError) -> (Document, PropertyList.Node) {
    guard case .node(let node) = value else {
      throw DeclarationError(
        "\(usage): the node must be a dictionary or array of a property list, found \(value.typeName)")
    }
    if let (document, value) = objects.value(node) { return (document, value) }
    if node.kind == ObjectKind.bundle.rawValue, let bundle = objects.bundle(node) {
      let document = objects.infoDocument(graph: Int(node.owner), bundle: bundle.index)
      return (objects.documents[document], bundle.info.root)
    }
    throw DeclarationError(
      "\(usage): the node must be a dictionary or array of a property list, found \(description(of: node))")
  }

  static func message(_ value: LuaValue, _ usage: String) throws(DeclarationError) -> String {
    guard case .string(let text) = value, !text.isEmpty else {
      if value == .string("") { throw DeclarationError("\(usage): the message must not be empty") }
      throw DeclarationError("\(usage): the message must be a string, found \(value.typeName)")
    }
    return text
  }

  /// `place`: the dictionary or array that the finding is about; nil for a finding about a bundle or file.
  func details(
    _ value: LuaValue, _ place: FixReader.Place?, _ answer: LuaAnswer
  ) throws(DeclarationError) -> FindingCollector.Details {
    if value == .nil { return FindingCollector.Details(isIdentifiedByMessage: true) }
    let reader = try DeclarationReader(value, place: "report options", of: Self.findingOptions)
    let discriminator = try reader.text("discriminator")
    let fix = try FixReader { node in self.objects.value(node).map { ($0.0.list, $0.1) } }.fix(reader, place)
    answer.charge(fix.cost)
    return FindingCollector.Details(
      expected: try reader.text("expected"), fix: fix.text, edits: fix.edits,
      severity: try reader.word("severity", Severity.self), discriminator: discriminator,
      isIdentifiedByMessage: discriminator == nil)
  }
}
