import Basics
import LuaRuntime

/// Runs a standard policy with all its imports, and records the declarations of its rules except for Lua functions.
///
/// With the record, the program knows a policy's rules without running their files: it runs the file of a rule for the first bundle that
/// the rule applies to. The host's objects are empty stand-ins here, so declarations that depend on them cannot be recorded.
final class PolicyRecording: LuaHost {
  private static let words = ["policy", "rule", "measure", "parameter", "waive", "override", "disable", "test"]
  private static let importFunction = UInt32(words.count)
  private static let standIns = [
    "version", "plist", "keys", "bundles", "glob", "locale", "set", "as_of", "fixture", "text", "integer", "real",
    "boolean",
    "date",
    "data", "dictionary", "uuid", "url", "non_empty", "reverse_dns", "version_string", "one_of", "optional", "list_of",
    "map_of", "any_of", "all_of", "custom",
  ]
  private static let standIn = LuaNode(kind: 1, owner: 0, index: 0)

  typealias Sources = [String: (number: Int, source: TableSource, digest: [UInt8])]

  private let sources: Sources
  private var pending: [Int64: (word: String, name: String, file: String, line: Int)] = [:]
  private var nextToken: Int64 = 1
  private var importing: [String] = []
  private var loaded: Set<String> = []
  private var header: [String] = []
  private var rules: [String] = []
  private var imports: [String] = []
  /// The digests of the files read, in the order read; a file is read again each time it is imported.
  private var reads: [[UInt8]] = []
  /// The files that declare parameters. Their rules run at each start: what they apply to may depend on the values.
  private var filesWithParameters: Set<String> = []
  private var filesWithRules: Set<String> = []
  private var isRecordable = true

  private init(_ policy: TableSource, _ sources: Sources) {
    self.sources = sources
    reads = [sources[policy.name]?.digest ?? []]
  }

  /// The record of the policy in a file: lines with a name, a space and a value, in which a line break is `\n`. What rules say for readers
  /// is in one line for each, `texts`: names and values likewise, separated by tabs, because Swift's literals contain no other control
  /// characters. Empty for a file without a policy, and for a policy with rules that are not declared by imported files, or with other
  /// declarations; such a policy is run as a whole.
  static func record(
    of policy: TableSource, among sources: Sources
  ) throws(Mistake) -> String {
    guard policy.text.hasPrefix("policy \"") || policy.text.contains("\npolicy \"") else { return "" }
    let recording = PolicyRecording(policy, sources)
    do {
      let state = try LuaState(host: recording)
      for (number, word) in words.enumerated() {
        try state.register(UInt32(number), name: word, traits: [.curried, .captures])
      }
      try state.register(importFunction, name: "import", traits: .imports)
      for name in standIns { try state.register(standIn, name: name) }
      try state.seal()
      state.begin(fuel: 1_000_000_000)
      try state.run(LuaSource(Array(policy.text.utf8), name: policy.name))
    } catch let failure as LuaFailure {
      throw Mistake(
        "\(policy.path): \(failure.file ?? "")", failure.line ?? 0,
        failure.message.isEmpty ? "it needs more \(failure.kind) than it may use" : failure.message)
    } catch {
      throw Mistake(policy.path, 0, "there is not enough memory to run it")
    }
    guard recording.isRecordable, !recording.header.isEmpty,
      recording.filesWithParameters.isSubset(of: recording.filesWithRules)
    else { return "" }
    let digest = "digest " + SHA256Digest(ofParts: recording.reads).hexadecimal
    return (recording.header + [digest] + recording.imports + recording.rules).joined(separator: "\n")
  }

  // MARK: Declarations

  func call(_ call: LuaCall, answer: LuaAnswer) {
    if call.function == Self.importFunction { return importModule(call, answer) }
    switch call[0] {
    case .string(let name):
      pending[nextToken] = (Self.words[Int(call.function)], name, call.file, call.line)
      answer.set(nextToken)
      nextToken += 1
    case .integer(let token):
      guard let declaration = pending.removeValue(forKey: token), case .table(let table) = call[1] else {
        return answer.fail("a declaration needs a table")
      }
      switch declaration.word {
      case "policy": declarePolicy(declaration.name, declaration.line, table)
      // It is declared by its file, not by a function that another file calls.
      case "rule" where declaration.file == importing.last:
        declareRule(declaration.name, declaration.file, declaration.line, table)
      case "parameter" where declaration.file == importing.last:
        filesWithParameters.insert(declaration.file)
        answer.set(table["default"] ?? .nil)
      default: isRecordable = false
      }
    default: answer.fail("a declaration needs a name")
    }
  }

  private func importModule(_ call: LuaCall, _ answer: LuaAnswer) {
    guard case .string(let module) = call[0] else { return answer.fail("a module needs a name") }
    let name = module.replacing(".", with: "/") + ".lua"
    if case .boolean(true) = call[1] {
      importing.removeLast()
      return
    }
    guard let (number, source, digest) = sources[name] else { return answer.fail("there is no module '\(module)'") }
    if importing.isEmpty { imports.append("import \(call.line) \(number)") }
    importing.append(name)
    reads.append(digest)
    answer.set(LuaSource(loaded.insert(name).inserted ? Array(source.text.utf8) : [], name: name))
  }

  private func declarePolicy(_ id: String, _ line: Int, _ table: LuaTable) {
    header = ["policy \(id)", "line \(line)"]
    for entry in table.entries {
      switch entry.key {
      case .string("summary"), .string("version"), .string("include"): add(entry, to: &header)
      default: isRecordable = false
      }
    }
  }

  private func declareRule(_ id: String, _ file: String, _ line: Int, _ table: LuaTable) {
    rules += ["rule \(id)", "file \(sources[file]?.number ?? 0)", "line \(line)"]
    filesWithRules.insert(file)
    if filesWithParameters.contains(file) { rules.append("parameters yes") }
    var texts: [String] = []
    for entry in table.entries {
      switch entry.key {
      case .string("summary"), .string("rationale"), .string("source"), .string("help"), .string("tags"):
        add(entry, to: &texts)
      case .string("severity"), .string("deprecated"), .string("since"), .string("deny_from"): add(entry, to: &rules)
      case .string("applies"):
        guard case .table(let conditions) = entry.value else {
          isRecordable = false
          continue
        }
        for condition in conditions.entries {
          switch condition.key {
          case .string("kind"), .string("platform"), .string("nested"), .string("key"), .string("without"),
            .string("entitlement"), .string("links"), .string("files"):
            add(condition, to: &rules)
          case .string("minimum_os"):
            if case .table(let range) = condition.value {
              for bound in range.entries { add(bound, to: &rules) }
            } else {
              add(condition, to: &rules)
            }
          case .string("when"): rules.append("when yes")
          default: isRecordable = false
          }
        }
      case .string("examples"): break
      case .string(let clause):
        rules.append("clause \(clause)")
        if clause == "require" { add(entry, to: &rules) }
      default: isRecordable = false
      }
    }
    rules.append("texts " + texts.joined(separator: "\t"))
  }

  private func add(_ entry: LuaTable.Entry, to lines: inout [String]) {
    guard case .string(let name) = entry.key else { return }
    switch entry.value {
    case .string(let text): lines.append("\(name) \(Self.escaped(text))")
    case .boolean(let truth): lines.append("\(name) \(truth)")
    case .table(let list):
      for item in list.entries {
        guard case .integer = item.key, case .string(let text) = item.value else {
          isRecordable = false
          return
        }
        lines.append("\(name) \(Self.escaped(text))")
      }
    default: isRecordable = false
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\t", with: " ")
  }

  // MARK: Stand-ins

  func read(_ node: LuaNode, key: LuaKey, answer: LuaAnswer) {
    // Lists are empty, so that loops over them end.
    if case .string = key { answer.set(Self.standIn) }
  }
  func length(of node: LuaNode, answer: LuaAnswer) { answer.set(Int64(0)) }
  func entry(of node: LuaNode, rank: UInt64, key: LuaAnswer, value: LuaAnswer) -> Bool { false }
  func describe(_ node: LuaNode, answer: LuaAnswer) { answer.set("a value of the host") }
  func compare(_ left: LuaNode, _ right: LuaNode, forEquality: Bool, answer: LuaAnswer) { answer.set(Int64(0)) }
  func callNode(_ call: LuaCall, answer: LuaAnswer) { answer.set(Self.standIn) }
  func undefined(name: String, library: String) -> String {
    "the build knows no global '\(name)'; add it to PolicyRecording.standIns"
  }
}
