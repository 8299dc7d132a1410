import ArgumentParser
import Basics
import KeyRegistry
import LanguageServer
import Parameters
import PolicyConsole
import PolicyEngine
import PolicyLint
import PolicyPacks
import PolicySchema
import PolicyTesting
import ProjectFiles
import Reports

struct LanguageServerCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "lsp", abstract: "Serve an editor with the Language Server Protocol",
    discussion: """
      Examples:
        bundlepolicy lsp
        bundlepolicy lsp --param prefix=com.acme.

      Editors start this command and talk to it over standard input and output. It shows the errors and warnings of \
      'lint' while a policy, its modules, tests, waivers or bundlepolicy.yml are edited, describes and completes the \
      policy language and the keys of Info.plist, finds modules and rules, corrects misspelled names, and runs examples. \
      docs/editors.md shows how to set up editors.

      Policies run with the limits of a check. Native checkers are never loaded, and no network is used.
      """)

  @Option(.asOf, transform: OptionValue.day) var asOf: CalendarDate?
  @OptionGroup var loading: LoadingOptions

  func execute() throws -> ExitStatus {
    // The client may end first.
    signal(SIGPIPE, SIG_IGN)
    let tools = EditorTools(
      standardPolicies: try loading.standardPolicies(), parameters: try loading.parameters(), day: asOf ?? .today())
    let server = LanguageServer(tools, .complete) { bytes in
      try? Output.write(bytes, to: Output.standardOutput)
    }
    return ExitStatus(rawValue: server.run(readingFrom: 0)) ?? .incomplete
  }
}

private struct EditorTools: LanguageTools {
  let standardPolicies: String?
  let parameters: PolicyParameters
  let day: CalendarDate

  func suite(_ file: String) throws(EngineError) -> (policy: String, tests: [String]) {
    guard let suite = try PolicyTestSuite.discover(file).first else { return (file, []) }
    return (suite.policy, suite.tests)
  }

  func options(_ policies: [String], _ tests: [String]) -> PolicyOptions {
    PolicyOptions(policies: policies, tests: tests, standardPolicies: standardPolicies, parameters: parameters)
  }

  func project(_ folder: String) throws(EngineError) -> PolicyOptions {
    var project = try Self.project(of: folder)
    var policies = try project?.policies(named: []) ?? []
    if policies.isEmpty { policies = Self.nearestPolicy(to: folder) ?? [DefaultPolicy.standard.id] }
    var options = PolicyOptions(policies: policies, standardPolicies: standardPolicies, parameters: parameters)
    if let file = try project?.parameters(namesPolicy: false) { options.parameters.files.insert(file, at: 0) }
    return options
  }

  func bundles(_ folder: String) throws(EngineError) -> [String] {
    guard let file = try Self.project(of: folder)?.file else { return [] }
    return file.texts(.bundles).map { file.path($0.value) }
  }

  func isPolicy(_ source: [UInt8]) -> Bool { PolicyTestSuite.declaresPolicy(source) }

  func isWaivers(_ source: [UInt8]) -> Bool { PolicyTestSuite.declaresOnlyWaivers(source) }

  func remarks(_ program: PolicyProgram) -> [LanguageRemark] {
    PolicyLint.remarks(on: program, asOf: day).map {
      ($0.code.rawValue, $0.severity, $0.message, $0.fix, $0.file, $0.line)
    }
  }

  func trials(_ program: PolicyProgram, _ rule: String?, _ test: SourceLocation?) -> [LanguageTrial] {
    let run = PolicyTestRun(program, asOf: day)
    return run.cases.enumerated().filter { _, one in
      rule.map { one.group == $0 } ?? test.map { one.file == $0.file && one.line == $0.line }
        ?? !PolicyFiles.isForeign(one.file)
    }.map { ($1.name, $1.file, $1.line, run.run($0).problems) }
  }

  func describe(_ key: KeyEntry) -> String { KeyReference.text(key) }

  func validate(_ file: String, _ bytes: [UInt8]) throws(EngineError) {
    let project = try mapError(try ProjectFile(bytes, file: file)) { (error: ProjectFileError) in EngineError(error) }
    try Project(file: project, isNamed: false).validate()
  }

  private static func project(of folder: String) throws(EngineError) -> Project? {
    let file = try mapError(try ProjectFile.nearest(to: folder)) { (error: ProjectFileError) in EngineError(error) }
    return try file.map { file throws(EngineError) in try Project(file: file, isNamed: false) }
  }

  private static func nearestPolicy(to folder: String) -> [String]? {
    var parts = folder.split(separator: "/")
    while true {
      let file = "/" + (parts + ["policy.lua"]).joined(separator: "/")
      if FileSystem.status(file) != nil { return [file] }
      if parts.popLast() == nil { return nil }
    }
  }
}
