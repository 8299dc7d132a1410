import Basics
import Bundles
import PolicyEngine
import Reports
import StructuredText

struct LanguageWorker: Sendable {
  private static let pause: UInt32 = 15_000
  private static let maximumFindings = 200

  private let server: LanguageServer

  init(_ server: LanguageServer) { self.server = server }

  func run() {
    var loader = UnitLoader(server.tools)
    while true {
      let isCommand = server.state.wait { state -> Bool? in
        if state.isEnding { return true }
        return state.tasks.first.map { if case .run = $0 { true } else { false } }
      }
      if !isCommand { usleep(Self.pause) }
      while let task = server.state.withValue({ $0.tasks.isEmpty ? nil : $0.tasks.removeFirst() }) {
        perform(task, &loader)
      }
      if server.state.withValue({ $0.isEnding }) { return }
    }
  }

  private func perform(_ task: ServerTask, _ loader: inout UnitLoader) {
    switch task {
    case .assign:
      loader.forget()
      assign(server.state.withValue { Array($0.documents.keys) }, &loader)
    case .changed(let path):
      let document = server.state.withValue { $0.documents[path] }
      guard let document else { return }
      guard document.kind == loader.kind(of: path, document.text.bytes) else { return assign([path], &loader) }
      for unit in document.units { load(unit, &loader) }
    case .load(let unit): load(unit, &loader)
    case .run(let command, let id): run(command, id, &loader)
    }
  }

  private func assign(_ paths: [String], _ loader: inout UnitLoader) {
    let (documents, texts, roots) = server.state.withValue { ($0.documents, $0.texts, $0.roots) }
    for path in paths.sortedByBytes() {
      guard let document = documents[path] else { continue }
      let kind = loader.kind(of: path, document.text.bytes)
      let units = loader.units(of: path, kind, below: roots, texts)
      server.state.change { state in
        state.documents[path]?.kind = kind
        state.documents[path]?.units = units
        for unit in units { state.add(.load(unit)) }
      }
    }
    server.state.withValue { state in
      let used = Set(state.documents.values.flatMap(\.units))
      state.results = state.results.filter { used.contains($0.key) }
      state.facts = state.facts.filter { used.contains($0.key) }
    }
  }

  private func load(_ unit: PolicyUnit, _ loader: inout UnitLoader) {
    let texts = server.state.withValue { $0.texts }
    let result = loader.load(unit, texts)
    server.state.withValue { state in
      state.results[unit] = result
      if let facts = result.facts { state.facts[unit] = facts }
    }
    publish(texts) { $0.units.contains(unit) }
  }

  private func publish(_ texts: [String: [UInt8]], where isAffected: (OpenDocument) -> Bool) {
    let documents = server.state.withValue { state -> [OpenDocument] in
      for document in Array(state.documents.values) where isAffected(document) {
        let problems = state.problems(in: document)
        state.documents[document.path]?.problems = problems
      }
      return state.documents.values.filter { isAffected($0) && texts[$0.path] == $0.text.bytes }
        .sorted(byBytesOf: \.path)
    }
    for document in documents {
      server.publish(document.problems, document.address, version: document.version, in: document.text)
    }
  }

  // MARK: Commands

  private func run(_ command: ServerCommand, _ id: StructuredValue, _ loader: inout UnitLoader) {
    let (document, texts) = server.state.withValue { ($0.documents[command.document], $0.texts) }
    func fail(_ message: String) {
      server.show(message, isError: true)
      server.send(Message.failure(id, .requestFailed, message))
    }
    guard let document else { return fail("the document is not open") }
    let unit = document.units.first { if case .policy = $0 { true } else { false } }
    guard let unit else { return fail("no policy imports \(command.document)") }
    do throws(EngineError) {
      let program = try loader.program(unit, texts).program
      let summary =
        switch command.kind {
        case .examples: runExamples(program, command, texts)
        case .bundle: try runOnBundle(program, command, texts)
        }
      server.show(summary.text, isError: summary.isFailure)
      let answer = StructuredValue.object(["passed": .truth(!summary.isFailure), "message": .text(summary.text)])
      server.send(Message.answer(id, answer))
    } catch {
      fail(error.description)
    }
  }

  private typealias Summary = (text: String, isFailure: Bool)

  private func runExamples(
    _ program: PolicyProgram, _ command: ServerCommand, _ texts: [String: [UInt8]]
  ) -> Summary {
    let rule = command.rule.flatMap { name in program.rules.first { isRule($0, name, command.document) }?.id }
    let test = command.line.map { SourceLocation(file: command.document, line: $0) }
    let trials = server.tools.trials(program, rule, test)
    let failed = trials.filter { !$0.problems.isEmpty }
    show(
      failed.map { trial in
        (trial.file, trial.line, .error, "example", "\(trial.name): \(trial.problems.joined(separator: "; "))")
      }, "bundlepolicy test", texts, command.document)
    let what = command.rule.map { "'\($0)': " } ?? ""
    if trials.isEmpty { return (what + "no examples and no tests", false) }
    return ("\(what)\(trials.count - failed.count) passed, \(failed.count) failed", !failed.isEmpty)
  }

  private func isRule(_ rule: Rule, _ name: String, _ file: String) -> Bool {
    rule.localID == name && rule.declared.file == file || rule.id == name
  }

  private func runOnBundle(
    _ program: PolicyProgram, _ command: ServerCommand, _ texts: [String: [UInt8]]
  ) throws(EngineError) -> Summary {
    let (given, roots) = server.state.withValue { ($0.bundles, $0.roots) }
    let folder = UnitLoader.folder(of: command.document)
    var bundles = command.bundle.map { [$0] } ?? given
    bundles = bundles.map { $0.hasPrefix("/") ? $0 : (roots.first ?? folder) + "/" + $0 }
    if bundles.isEmpty { bundles = try server.tools.bundles(folder) }
    if bundles.isEmpty {
      throw EngineError(
        code: "editor.bundle", message: "no bundle is named",
        hint: "add 'bundles: [Build/App.app]' to bundlepolicy.yml, or set 'bundle' in the editor's settings")
    }
    var options = Check.Options(asOf: .today())
    if let name = command.rule {
      options.rules = [program.rules.first { isRule($0, name, command.document) }?.id ?? name]
    }
    let report = Check.report(on: bundles, program, options, jobs: 1)
    let findings = report.bundles.flatMap(\.findings).filter(\.isOpen)
    show(
      findings.map { finding in
        let place = [finding.file.map { $0 + (finding.line.map { ":\($0)" } ?? "") }, finding.keyPath].compactMap(
          \.self)
        return (
          finding.declared.file, finding.declared.line, finding.severity, finding.rule,
          ([finding.bundle] + place).joined(separator: " ") + ": " + finding.message
        )
      }, "bundlepolicy check", texts, command.document)
    let names = bundles.map { $0.split(separator: "/").last.map(String.init) ?? $0 }.joined(separator: ", ")
    let what = "\(command.rule.map { "'\($0)' on " } ?? "")\(names): "
    let errors = report.errors + report.bundles.flatMap(\.errors)
    if let error = errors.first { return (what + error.description, true) }
    return ("\(what)\(report.verdict.rawValue), \(counted(findings.count, "finding"))", report.verdict != .pass)
  }

  private func show(
    _ results: [(file: String, line: Int, Severity, code: String, message: String)], _ source: String,
    _ texts: [String: [UInt8]], _ document: String
  ) {
    var problems: [String: [DocumentProblem]] = [document: []]
    for (file, line, severity, code, message) in results.prefix(Self.maximumFindings) {
      // Findings of rules in other files are shown at the start of the document.
      let (shown, line) = texts[file] == nil ? (document, 1) : (file, line)
      guard let text = texts[shown] else { continue }
      var problem = ProblemLocator(text).problem(line: line, severity, code, message, hint: nil)
      problem.source = source
      problems[shown, default: []].append(problem)
    }
    server.state.withValue { state in
      for path in state.documents.keys { state.documents[path]?.results = problems[path] ?? [] }
    }
    publish(texts) { _ in true }
  }
}
