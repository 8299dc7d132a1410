import ArgumentParser
import Basics
import LanguageServer
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
    let server = LanguageServer(try tools(), .complete) { bytes in
      try? Output.write(bytes, to: Output.standardOutput)
    }
    return ExitStatus(rawValue: server.run(readingFrom: 0)) ?? .incomplete
  }

  private func tools() throws -> LanguageTools {
    let standard = try loading.standardPolicies()
    let parameters = try loading.parameters()
    let day = asOf
    return LanguageTools(
      suite: { file throws(EngineError) in
        guard let suite = try PolicyTestSuite.discover(file).first else { return (file, []) }
        return (suite.policy, suite.tests)
      },
      options: { policies, tests in
        PolicyProgram.Options(
          policies: policies, tests: tests, standardPolicies: standard, parameters: parameters)
      },
      project: { folder throws(EngineError) in
        var project = try Self.project(of: folder)
        var policies = try project?.policies(named: []) ?? []
        if policies.isEmpty { policies = Self.nearestPolicy(to: folder) ?? [DefaultPolicy.standard.id] }
        var options = PolicyProgram.Options(
          policies: policies, standardPolicies: standard, parameters: parameters)
        if let file = try project?.parameters(namesPolicy: false) { options.parameters.files.insert(file, at: 0) }
        return options
      },
      bundles: { folder throws(EngineError) in
        guard let file = try Self.project(of: folder)?.file else { return [] }
        return file.texts(.bundles).map { file.path($0.value) }
      },
      validate: { file, bytes throws(EngineError) in try Self.validate(file, bytes) },
      isPolicy: PolicyTestSuite.declaresPolicy, isWaivers: PolicyTestSuite.declaresOnlyWaivers,
      remarks: { program in
        PolicyLint.remarks(on: program, asOf: day ?? .today()).map {
          LanguageTools.Remark(
            code: $0.code.rawValue, severity: $0.severity, message: $0.message, fix: $0.fix, file: $0.file,
            line: $0.line)
        }
      },
      trials: { program, rule, test in Self.trials(program, rule, test, asOf: day ?? .today()) },
      describe: { KeyReference.text($0) })
  }

  private static func trials(
    _ program: PolicyProgram, _ rule: String?, _ test: SourceLocation?, asOf day: CalendarDate
  ) -> [LanguageTools.Trial] {
    let run = PolicyTestRun(program, asOf: day)
    var trials: [LanguageTools.Trial] = []
    for (number, one) in run.cases.enumerated() {
      let isWanted =
        rule.map { one.group == $0 } ?? test.map { one.file == $0.file && one.line == $0.line }
        ?? !PolicyFiles.isForeign(one.file)
      guard isWanted else { continue }
      let result = run.run(number)
      trials.append(
        LanguageTools.Trial(name: one.name, file: one.file, line: one.line, problems: result.problems))
    }
    return trials
  }

  private static func validate(_ file: String, _ bytes: [UInt8]) throws(EngineError) {
    let project: ProjectFile
    do throws(ProjectFileError) { project = try ProjectFile(bytes, file: file) } catch { throw EngineError(error) }
    try Project(file: project, isNamed: false).validate()
  }

  private static func project(of folder: String) throws(EngineError) -> Project? {
    let file: ProjectFile?
    do throws(ProjectFileError) { file = try ProjectFile.nearest(to: folder) } catch { throw EngineError(error) }
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
