import Basics
import LuaRuntime
import PolicySchema
import PropertyLists
package import Reports

extension HostFunction {
  static let acrossReportMethods = [
    HostFunction(
      "at(bundle: CollectedBundle, key: string, message: string, ...: any)",
      "Reports a finding about the value of a top-level key of a bundle's Info.plist, or about its absence.",
      traits: .final, formatAt: 4
    ) { host, call, answer in host.reportAcrossAt(call, answer) },
    HostFunction(
      "file(bundle: CollectedBundle, path: string, message: string, ...: any)",
      "Reports a finding about a file of a bundle.", traits: .final, formatAt: 4
    ) { host, call, answer in host.reportAcrossFile(call, answer) },
  ]
}

extension PolicyHost {
  static let acrossReportClass = APIClass(
    "AcrossReport", .object, "Reports findings of `across`; called as a function, one about a bundle as a whole.",
    call: "(bundle: CollectedBundle, message: string, ...: any)",
    methods: HostFunction.acrossReportMethods.compactMap(\.definition))

  static let collected = ObjectSchema<ComparedBundle>(
    "CollectedBundle", "a bundle that 'across' compares",
    "A bundle that was checked, as `across` sees it: its files can no longer be read.",
    [
      .text("path", "The path inside the outer bundle; empty for the outer bundle itself.") { $0.bundle.path },
      .text("outer_path", "The path of the outer bundle, as the report shows it.") { $0.outerPath },
      .text("name", "The last component of its path.") { $0.bundle.name },
      .text("kind", as: "Kind", "The kind of bundle.") { $0.bundle.kind },
      .text("platform?", as: "Platform", "The platform it is built for.") { $0.bundle.platform },
      .text("identifier?", "The value of `CFBundleIdentifier`.") { $0.bundle.identifier },
      .text("version?", "The value of `CFBundleShortVersionString`.") { $0.bundle.version },
      .text("build?", "The value of `CFBundleVersion`.") { $0.bundle.build },
      .value("facts?", "any", "What the rule's `collect` returned for it, read-only.") { $0.facts?.luaValue ?? .nil },
    ])

  func comparedBundle(_ node: LuaNode) -> ComparedBundle? {
    guard node.kind == ObjectKind.collected.rawValue, let bundles = run.compared?.bundles,
      Int(node.index) < bundles.count
    else { return nil }
    return bundles[Int(node.index)]
  }

  func reportAcross(_ call: LuaCall, _ answer: LuaAnswer) {
    let usage = "report(bundle, message, …)"
    reportingAcross(call, usage, answer) { (rule, bundle) throws(DeclarationError) in
      rule.finding(try Self.message(call[2], usage), try self.detailsAcross(call[3], answer), of: bundle.place)
    }
  }

  fileprivate func reportAcrossAt(_ call: LuaCall, _ answer: LuaAnswer) {
    let usage = "report:at(bundle, key, message, …)"
    reportingAcross(call, usage, answer) { (rule, compared) throws(DeclarationError) in
      guard case .string(let name) = call[2] else {
        throw DeclarationError("\(usage): the key must be the name of a top-level key, found \(call[2].typeName)")
      }
      let bundle = compared.bundle
      var finding = rule.finding(
        try Self.message(call[3], usage), try self.detailsAcross(call[4], answer), of: compared.place)
      finding.file = bundle.infoFile
      finding.keyPath = "/" + JSONPointer.escape(name)
      // Dictionaries written by people have few keys.
      answer.charge(UInt64(bundle.keys.count))
      let key = bundle.keys.first { $0.name.utf8.elementsEqual(name.utf8) }
      finding.isMissing = key == nil
      finding.value = key?.value
      finding.valueDigest = key?.digest
      let place = key?.place ?? bundle.infoPlace
      (finding.line, finding.column) = (place.line.map(Int.init), place.column.map(Int.init))
      return finding
    }
  }

  fileprivate func reportAcrossFile(_ call: LuaCall, _ answer: LuaAnswer) {
    let usage = "report:file(bundle, path, message, …)"
    reportingAcross(call, usage, answer) { (rule, bundle) throws(DeclarationError) in
      guard case .string(let path) = call[2] else {
        throw DeclarationError("\(usage): the path must be a string, found \(call[2].typeName)")
      }
      var finding = rule.finding(
        try Self.message(call[3], usage), try self.detailsAcross(call[4], answer), of: bundle.place)
      finding.file = path
      return finding
    }
  }

  private func detailsAcross(
    _ value: LuaValue, _ answer: LuaAnswer
  ) throws(DeclarationError) -> FindingCollector.Details {
    if value.table?["fix"]?.table != nil {
      throw DeclarationError(
        "report options: 'fix' must be a string here: the bundles that 'across' compares are no longer open")
    }
    return try details(value, nil, answer)
  }

  private func reportingAcross(
    _ call: LuaCall, _ usage: String, _ answer: LuaAnswer,
    _ make: (FindingRule, ComparedBundle) throws(DeclarationError) -> Finding
  ) {
    guard let rule = run.compared?.rule else {
      return answer.fail("nothing can be reported here; report from a rule's 'across'")
    }
    guard case .node(let node) = call[0], node.kind == ObjectKind.acrossReport.rawValue else {
      return answer.fail("call the functions of the report with a colon: report:at(bundle, …), report:file(bundle, …)")
    }
    do throws(DeclarationError) {
      guard case .node(let subject) = call[1], let bundle = comparedBundle(subject) else {
        throw DeclarationError(
          "\(usage): the first argument must be a bundle of the list that 'across' is given, found \(description(of: call[1]))"
        )
      }
      let finding = try make(rule, bundle)
      run.compared?.add(finding, to: Int(subject.index))
    } catch {
      return fail(error, answer)
    }
    // The evaluator's message names the limit.
    if run.compared?.room.isFull == true { answer.exceed("the rule has reported as much as a report can hold") }
  }
}

package struct ComparedBundle {
  let outerPath: String
  package let bundle: CollectedBundle
  let facts: CollectedValue?

  package init(outerPath: String, bundle: CollectedBundle, facts: CollectedValue?) {
    (self.outerPath, self.bundle, self.facts) = (outerPath, bundle, facts)
  }

  var displayPath: String { bundle.path.isEmpty ? outerPath : "\(outerPath)/\(bundle.path)" }

  var place: (path: String, name: String) { (bundle.path, bundle.waiverName) }
}

package struct ComparedBundles {
  let rule: FindingRule
  let bundles: [ComparedBundle]
  /// Each with the position of the bundle that it is about.
  package private(set) var findings: [(bundle: Int, finding: Finding)] = []
  package private(set) var room: FindingRoom

  /// `room`: the bytes that remain of the limit on the findings of all such rules.
  package init(_ rule: FindingRule, _ bundles: [ComparedBundle], room: Int) {
    (self.rule, self.bundles, self.room) = (rule, bundles, FindingRoom(bytes: room))
  }

  mutating func add(_ finding: Finding, to bundle: Int) { if room.take(finding) { findings.append((bundle, finding)) } }
}

extension CollectedValue {
  var luaValue: LuaValue {
    switch self {
    case .boolean(let truth): .boolean(truth)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .string(let text): .string(text)
    // An empty table of the policy may be meant to have names.
    case .list(let elements): elements.isEmpty ? .record([]) : .list(elements.map(\.luaValue))
    case .mapping(let entries): .record(entries.map { ($0.name, $0.value.luaValue) })
    }
  }
}
