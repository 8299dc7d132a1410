import Basics
import Bundles
import LuaSyntax
import PolicyEngine
import PolicyPacks
import ProjectFiles
import Reports
import StandardPolicies

enum PolicyUnit: Hashable, Sendable {
  case policy(String)
  /// A file of waivers with the policies of its project.
  case waivers(String)
  case project(String)
  case module(String)

  var file: String {
    switch self {
    case .policy(let file), .waivers(let file), .project(let file), .module(let file): file
    }
  }
}

struct UnitResult: Sendable {
  var problems: [String: [DocumentProblem]] = [:]
  /// Nil if it did not load.
  var facts: PolicyFacts?
}

enum DocumentKind: Sendable {
  case project, test, policy, waivers, module
  case other
}

struct UnitLoader {
  typealias Suite = (policy: String, tests: [String])

  let tools: any LanguageTools
  /// The tests of each policy; finding them reads folders.
  private var suites: [String: Suite] = [:]

  init(_ tools: any LanguageTools) { self.tools = tools }

  mutating func forget() { suites = [:] }

  private mutating func suite(_ file: String) throws(EngineError) -> Suite {
    if let known = suites[file] { return known }
    let found = try tools.suite(file)
    suites[file] = found
    return found
  }

  func kind(of file: String, _ text: [UInt8]) -> DocumentKind {
    let name = file.split(separator: "/").last.map(String.init) ?? ""
    if name == ProjectFile.name { return .project }
    guard file.hasPrefix("/"), name.hasSuffix(".lua"), !StandardSource.contains(file) else { return .other }
    if name.hasSuffix("_test.lua") { return .test }
    return tools.isPolicy(text) ? .policy : tools.isWaivers(text) ? .waivers : .module
  }

  mutating func units(
    of file: String, _ kind: DocumentKind, below roots: [String], _ texts: [String: [UInt8]]
  ) -> [PolicyUnit] {
    switch kind {
    case .other: return []
    case .project: return [.project(file)]
    case .policy: return [.policy(file)]
    case .waivers: return [.waivers(file)]
    case .test:
      do throws(EngineError) { return [.policy(try suite(file).policy)] } catch { return [.module(file)] }
    case .module:
      let owners = ModuleOwners(texts: texts, tools: tools).policies(importing: file, below: roots)
      if !owners.isEmpty { return owners.map { .policy($0) } }
      return [Self.misspellsPolicy(texts[file] ?? []) ? .policy(file) : .module(file)]
    }
  }

  /// Whether a source starts with a word like `polic`: a module has other words there.
  private static func misspellsPolicy(_ source: [UInt8]) -> Bool {
    guard let first = LuaTokens(source).tokens.first, first.kind == .name else { return false }
    return !SpellingCorrector.suggestion(for: first.text, among: ["policy"]).isEmpty
  }

  mutating func load(_ unit: PolicyUnit, _ texts: [String: [UInt8]]) -> UnitResult {
    switch unit {
    case .project(let file): return project(file, texts[file] ?? [])
    case .module(let file): return syntax(of: file, texts[file] ?? [])
    case .policy, .waivers:
      do throws(EngineError) {
        let (program, packs) = try program(unit, texts)
        var result = UnitResult(facts: facts(program, packs))
        for error in program.errors { add(error, to: &result, unit, texts) }
        for remark in tools.remarks(program) { add(remark, to: &result, texts) }
        return result
      } catch {
        var result = UnitResult()
        add(error, to: &result, unit, texts)
        return result
      }
    }
  }

  /// Loads the program of a policy or of waivers. Native code is never loaded.
  mutating func program(
    _ unit: PolicyUnit, _ texts: [String: [UInt8]]
  ) throws(EngineError) -> (program: PolicyProgram, packs: ProjectPacks.Table) {
    var options: PolicyOptions
    if case .waivers(let file) = unit {
      options = try tools.project(Self.folder(of: file))
      options.waivers = [file]
    } else {
      options = tools.options([unit.file], try tests(of: unit.file, texts))
    }
    options.texts = texts
    options.loadsRulesOnDemand = true
    try options.findPacks(isNamed: false)
    return (try PolicyProgram(options), options.packs)
  }

  private mutating func tests(of file: String, _ texts: [String: [UInt8]]) throws(EngineError) -> [String] {
    // A document that was never saved has no tests.
    if texts[file] != nil, FileSystem.realPath(file) == nil { return [] }
    return try suite(file).tests
  }

  static func folder(of file: String) -> String {
    "/" + file.split(separator: "/").dropLast().joined(separator: "/")
  }

  // MARK: Results

  private func add(
    _ error: EngineError, to result: inout UnitResult, _ unit: PolicyUnit, _ texts: [String: [UInt8]]
  ) {
    let file = error.file ?? unit.file
    if let text = texts[file] {
      result.problems[file, default: []].append(ProblemLocator(text, isLua: file.hasSuffix(".lua")).problem(error))
    }
    guard file != unit.file, let text = texts[unit.file] else { return }
    // Shown where the policy names the file, for it may not be open.
    let range =
      ModuleOwners(texts: texts, tools: tools).place(naming: file, in: unit.file, text)
      ?? ProblemLocator(text).problem(line: 1, .error, "", "", hint: nil).range
    var problem = DocumentProblem(
      range: range, severity: .error, code: error.code.rawValue, message: error.description)
    if file.hasPrefix("/") { problem.related = SourceLocation(file: file, line: error.line ?? 1) }
    result.problems[unit.file, default: []].append(problem)
  }

  private func add(_ remark: LanguageRemark, to result: inout UnitResult, _ texts: [String: [UInt8]]) {
    guard let text = texts[remark.file] else { return }
    result.problems[remark.file, default: []].append(
      ProblemLocator(text).problem(
        line: remark.line, remark.severity, remark.code, remark.message, hint: remark.fix))
  }

  private static let standardPolicies = DefaultPolicy.standardIdentifiers

  private func facts(_ program: PolicyProgram, _ packs: ProjectPacks.Table) -> PolicyFacts {
    let folders = packs.values.compactMap { try? $0.get() }.map { (shown: $0.displayRoot, folder: $0.folder) }
    func path(_ file: String) -> String {
      for (shown, folder) in folders where file.hasPrefix(shown + "/") {
        return (FileSystem.realPath(folder) ?? folder) + file.dropFirst(shown.count)
      }
      return file
    }
    var facts = PolicyFacts()
    facts.rules = program.rules.map { rule in
      let texts = rule.texts
      return RuleFact(
        id: rule.id, policy: rule.policy, localID: rule.localID, summary: texts.summary, rationale: texts.rationale,
        severity: rule.severity.rawValue, file: path(rule.declared.file), line: rule.declared.line)
    }
    for use in program.moduleUses { facts.modules[use.module] = path(use.file) }
    facts.names = Self.standardPolicies + packs.keys.sortedByBytes()
    return facts
  }

  // MARK: Other files

  private func project(_ file: String, _ text: [UInt8]) -> UnitResult {
    do throws(EngineError) {
      do throws(ProjectFileError) { _ = try ProjectFile(text, file: file) } catch { throw EngineError(error) }
      try tools.validate(file, text)
      return UnitResult()
    } catch {
      return UnitResult(problems: [file: [ProblemLocator(text, isLua: false).problem(error)]])
    }
  }

  /// Compiles a module on its own: its declarations need a policy.
  private func syntax(of file: String, _ text: [UInt8]) -> UnitResult {
    do throws(EngineError) {
      var options = tools.options([file], [])
      options.texts = [file: text]
      _ = try PolicyProgram(options)
    } catch {
      if error.code == "policy.syntax" { return UnitResult(problems: [file: [ProblemLocator(text).problem(error)]]) }
    }
    return UnitResult()
  }
}

struct ModuleOwners {
  let texts: [String: [UInt8]]
  let tools: any LanguageTools

  private static let maximumFolders = 12
  private static let maximumFiles = 2_000

  func policies(importing module: String, below roots: [String]) -> [String] {
    var folder = UnitLoader.folder(of: module)
    var found: [String] = []
    for _ in 0..<Self.maximumFolders {
      for file in Self.luaFiles(in: folder) where file != module {
        guard let text = text(file), tools.isPolicy(text) else { continue }
        if files(of: file, text).contains(where: { $0.file == module }) { found.append(file) }
      }
      if !found.isEmpty || folder == "/" || roots.contains(folder) || Self.isTop(folder) { break }
      folder = UnitLoader.folder(of: folder)
    }
    return found
  }

  func place(naming file: String, in policy: String, _ source: [UInt8]) -> Range<Int>? {
    files(of: policy, source).first { $0.file == file }?.place
  }

  /// The files that a policy names, directly or not, each with the name in the policy that leads to it.
  private func files(of policy: String, _ source: [UInt8]) -> [(file: String, place: Range<Int>)] {
    let root = UnitLoader.folder(of: policy)
    let standard = tools.options([], []).standardPolicies.flatMap(FileSystem.realPath) ?? root
    var found: [(file: String, place: Range<Int>)] = []
    var seen: Set<String> = [policy]
    for (name, range) in Self.names(in: source) {
      var waiting = [name]
      while let next = waiting.popLast(), seen.count < Self.maximumFiles {
        let file = Self.path(
          next.split(separator: ".").joined(separator: "/") + ".lua", in: StandardPolicies.has(next) ? standard : root)
        guard seen.insert(file).inserted else { continue }
        found.append((file, range))
        if let text = text(file) { waiting += Self.names(in: text).map(\.name) }
      }
    }
    return found
  }

  func text(_ file: String) -> [UInt8]? {
    texts[file] ?? (try? NamedFile.bytes(file, limit: 1 << 20, isFound: true))
  }

  private static func names(in source: [UInt8]) -> [(name: String, place: Range<Int>)] {
    let tokens = LuaTokens(source).tokens
    var names: [(name: String, place: Range<Int>)] = []
    var isIncluding = false
    for (position, token) in tokens.enumerated() {
      if token.kind == .name { isIncluding = token.text == "include" }
      guard token.kind == .string, position > 0 else { continue }
      var before = tokens[position - 1]
      if before.text == "(", position > 1 { before = tokens[position - 2] }
      if isIncluding || before.kind == .name && before.text == "import" { names.append((token.text, token.range)) }
    }
    return names
  }

  private static func luaFiles(in folder: String) -> [String] {
    entries(of: folder).filter { !$0.isFolder && $0.name.hasSuffix(".lua") }.map { path($0.name, in: folder) }
  }

  private static func entries(of folder: String) -> [(name: String, isFolder: Bool)] {
    guard let entries = try? DirectoryStorage(path: folder).list("") else { return [] }
    return entries.prefix(maximumFiles).filter { !$0.name.hasPrefix(".") }.map { ($0.name, $0.type == .directory) }
  }

  private static func path(_ name: String, in folder: String) -> String { (folder == "/" ? "" : folder) + "/" + name }

  static func modules(below root: String) -> [String] {
    var names: [String] = []
    var waiting: [(folder: String, prefix: String, depth: Int)] = [(root, "", 0)]
    while let (folder, prefix, depth) = waiting.popLast(), names.count < 500 {
      for entry in entries(of: folder) {
        if entry.isFolder, depth < 4 {
          waiting.append((path(entry.name, in: folder), prefix + entry.name + ".", depth + 1))
        }
        guard !entry.isFolder, entry.name.hasSuffix(".lua"), !entry.name.hasSuffix("_test.lua") else { continue }
        names.append(prefix + entry.name.dropLast(4))
      }
    }
    return names.sortedByBytes()
  }

  private static func isTop(_ folder: String) -> Bool {
    return [".git", ProjectFile.name].contains { FileSystem.exists(folder + "/" + $0) }
  }
}
