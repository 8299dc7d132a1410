import ArgumentParser
import Basics
import PolicySchema
import PolicyTesting
import Presentation
import ProjectFiles
import Reports
import Scaffolding
import SourceMaps

struct InitCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Start a policy repository, or update its generated files",
    discussion: """
      Examples:
        bundlepolicy init
        bundlepolicy init --id com.example.release policies
        bundlepolicy init --example

      Writes a project file, a policy with rules and examples, settings for editors and luacheck, and CI scripts into \
      DIRECTORY (default: the working directory). In a repository with other files it adds a smaller policy, the files \
      that its Xcode targets are built from, so that findings name them, and files for the services and tools that the \
      repository uses: GitHub Actions, GitLab, Xcode Cloud, Bitrise and fastlane. \
      Existing files are never overwritten: init says which it left, and what to add to them. Files that init \
      generates say so in their first lines: those in .bundlepolicy, and .luacheckrc. Remove that line and the file is \
      yours: init never changes it again.

      --example writes only an app, App.app, to try policies on.
      """)

  @Argument("the repository (default: the working directory)", value: "DIRECTORY", completion: .directory)
  var path: String?

  @Option(
    "id", "the policy's id (default: from the app in the repository, or com.example.release)", value: "ID",
    transform: OptionValue.identifier)
  var id: String?

  @Option(
    "ci",
    "add files for this service instead of those that the repository uses "
      + "(values: \(PipelineService.allCases.map(\.rawValue).joined(separator: ", ")))", value: "SERVICE",
    completion: .list(PipelineService.allCases.map(\.rawValue)), transform: OptionValue.word)
  var services: [PipelineService] = []

  enum Mode: String, EnumerableFlag {
    case force
    case definitionsOnly = "definitions-only"
    case update, check, example

    static func name(for mode: Mode) -> NameSpecification { .customLong(mode.rawValue) }

    static func help(for mode: Mode) -> ArgumentHelp? {
      switch mode {
      case .force: "add all files of a new repository, and update those that init generated; keep all others"
      case .definitionsOnly: "write or update only the definitions for editors"
      case .update: "update the generated files that exist"
      case .check: "list generated files that are out of date, without writing anything"
      case .example: "write only an example app, \(ExampleApp.name)"
      }
    }
  }

  @Flag var modes: [Mode] = []

  @Option(
    "print", "print one generated text: \(Self.prints)", value: "NAME",
    completion: .list(Self.texts.map(\.name)), transform: text)
  var printed: Text?

  struct Text {
    let name: String
    let make: @Sendable () -> String
  }

  private static let texts = [
    Text(name: "bundlepolicy.lua") { LuaDefinitions.text(of: .complete) },
    Text(name: ProjectSchema.fileName) { schema },
    Text(name: "info-plist.lua") { InfoPlistDefinitions.text },
    Text(name: "install-bundlepolicy") { Scaffold.installer.description },
    Text(name: ".luacheckrc") { LuacheckConfiguration.text(of: .complete) },
    Text(name: "reference.md") { LanguageReference(of: .complete).document },
    Text(name: "libraries.md") { LanguageReference(of: .complete).libraries },
  ]

  private static var schema: String {
    ProjectSchema.text(
      formats: ReportForm.words, thresholds: FailureThreshold.allCases.map(\.rawValue),
      notice: "\(Generated.mark): the settings of \(ProjectFile.name). 'bundlepolicy init --update' rewrites this file."
    )
  }

  private static let prints =
    "bundlepolicy.lua, bundlepolicy.schema.json, info-plist.lua, install-bundlepolicy, .luacheckrc, reference.md or libraries.md"

  private static func text(_ name: String) throws -> Text {
    if let text = texts.first(where: { $0.name == name }) { return text }
    let nearest = SpellingCorrector.nearest(to: name, among: texts.map(\.name))
    throw ValidationError(
      "no such generated text; " + (nearest.map { "did you mean '\($0)'?" } ?? "known texts: \(prints)"))
  }

  func validate() throws {
    let given = Mode.allCases.filter(modes.contains)
    if given.count > 1 {
      throw ValidationError("--\(given[0].rawValue) and --\(given[1].rawValue) cannot be combined")
    }
    if printed != nil, !modes.isEmpty || path != nil {
      throw ValidationError("--print cannot be combined with other options")
    }
    if let mode = modes.first, mode != .force, id != nil {
      throw ValidationError("--id needs a new repository; --\(mode.rawValue) does not write a policy")
    }
  }

  func execute() throws -> ExitStatus {
    if let printed {
      try Output.write(printed.make().utf8, to: Output.standardOutput)
      return .passed
    }
    let all = Scaffold.files(id: id ?? Scaffold.defaultID, schema: Self.schema, .complete)
    let directory = try ScaffoldDirectory(
      path ?? ".", creating: modes.first.map { $0 != .update && $0 != .check } ?? true)
    // A file that a check would refuse must not be built upon.
    try Project.check(directory.path)
    switch modes.first {
    case nil:
      if directory.isNew, services.isEmpty {
        return try Self.start(all, in: directory, fix: "use an empty directory", next: Self.nextSteps(directory.path))
      }
      let proposal = SourceProposal(directory.path)
      let plan = ScaffoldPlan(
        in: directory, id: id, services: services.isEmpty ? nil : services, schema: Self.schema,
        sources: proposal.text, application: proposal.identifiers.first, .complete)
      return try Self.add(plan, proposal, to: directory)
    case .force: return try Self.update(all, in: directory)
    case .definitionsOnly: return try Self.update(Scaffold.definitions(of: .complete), in: directory)
    case .update: return try Self.update(try Self.present(in: directory), in: directory)
    case .check: return try Self.compare(try Self.present(in: directory), in: directory)
    case .example:
      return try Self.start(
        ExampleApp.files, in: directory, fix: "name another directory",
        next: ["", "Next:"] + Self.step(into: directory.path) + [
          "  bundlepolicy check \(ExampleApp.name)        check it against the standard policies",
          "  bundlepolicy inspect \(ExampleApp.name)      look into it",
        ])
    }
  }

  private static func add(
    _ plan: ScaffoldPlan, _ proposal: SourceProposal, to directory: ScaffoldDirectory
  ) throws -> ExitStatus {
    // Nothing is written unless the state of all files is known.
    let states = try plan.files.map { try directory.state(of: $0) }
    var lines: [String] = []
    for (file, state) in zip(plan.files, states) {
      if state == .absent { try directory.write(file, replacing: false) }
      let word =
        switch state {
        case .absent: "wrote"
        case .same: "same"
        case .outdated: "left"
        case .foreign: "left"
        }
      let hasSources = state == .absent && file.path == ProjectFile.name && !proposal.text.isEmpty
      let why =
        state == .foreign
        ? "  (yours)"
        : state == .outdated
          ? "  (out of date: run init --update)"
          : hasSources ? "  (with the sources of \(proposal.identifiers.joined(separator: ", ")))" : ""
      lines.append("  \(word)  \(directory.shown(file))\(why)")
    }
    lines += ["", "Left for you:"] + plan.steps.map { "  \($0)" }
    lines += proposal.remarks.map { "  \(ProjectFile.name): \($0)" }
    try Output.print(lines)
    return .passed
  }

  /// Creates a repository completely or not at all. `fix` is the advice if files already exist, `next` the one after success.
  static func start(
    _ files: [ScaffoldFile], in directory: ScaffoldDirectory, fix: String, next: [String]
  ) throws -> ExitStatus {
    var present: [ScaffoldFile] = []
    for file in files where try directory.state(of: file) != .absent { present.append(file) }
    if !present.isEmpty {
      for file in present {
        Output.printError(TerminalText.escape("\(directory.shown(file)): error: already exists; nothing was written"))
      }
      Output.printError("    fix       \(fix)")
      return .incomplete
    }
    var lines: [String] = []
    for file in files {
      try directory.write(file, replacing: false)
      lines.append("  wrote  \(directory.shown(file))")
    }
    try Output.print(lines + next)
    return .passed
  }

  private static func update(_ files: [ScaffoldFile], in directory: ScaffoldDirectory) throws -> ExitStatus {
    var states: [(ScaffoldFile, ScaffoldDirectory.State)] = []
    for file in files { states.append((file, try directory.state(of: file))) }
    var lines: [String] = []
    for (file, state) in states {
      let isOurs = file.isGenerated && state == .outdated
      if state == .absent || isOurs { try directory.write(file, replacing: isOurs) }
      let word =
        switch state {
        case .absent: "wrote"
        case .same: "same"
        case .outdated where isOurs: "renewed"
        case .outdated, .foreign: "kept"
        }
      lines.append("  \(word)  \(directory.shown(file))" + (word == "kept" ? "  (yours)" : ""))
    }
    try Output.print(lines)
    return .passed
  }

  private static func compare(_ files: [ScaffoldFile], in directory: ScaffoldDirectory) throws -> ExitStatus {
    var outdated: [String] = []
    for file in files where try directory.state(of: file) == .outdated {
      outdated.append("\(directory.shown(file)): error: differs from what this version of bundlepolicy generates")
    }
    for line in outdated { Output.printError(TerminalText.escape(line)) }
    if outdated.isEmpty { return .passed }
    Output.printError(
      TerminalText.escape("    fix       run 'bundlepolicy init --update \(directory.path)' and commit the result"))
    return .violations
  }

  private static func present(in directory: ScaffoldDirectory) throws(ScaffoldError) -> [ScaffoldFile] {
    var present: [ScaffoldFile] = []
    for file in Scaffold.generated(of: .complete, schema: schema) {
      let state = try directory.state(of: file)
      if state == .same || state == .outdated { present.append(file) }
    }
    if present.isEmpty {
      throw ScaffoldError(
        path: directory.path, message: "this directory contains no files that init generated",
        hint:
          "start a repository with 'bundlepolicy init', or write the definitions for editors with --definitions-only")
    }
    return present
  }

  private static func step(into path: String) -> [String] { path == "." ? [] : ["  cd \(quoted(path))"] }

  private static func nextSteps(_ path: String) -> [String] {
    ["", "Next:"] + step(into: path) + [
      "  bundlepolicy test --coverage      run the examples and tests",
      "  bundlepolicy check Build/App.app  check a build against the policy",
      "  ci/policy.sh                      what CI runs; README.md says how CI installs bundlepolicy",
      "Then adapt policy.lua. Editors that start 'bundlepolicy lsp' show mistakes, and complete rules, keys and functions.",
    ]
  }

  static func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || [0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x5F].contains(byte)
    }
    return isPlain
      ? path : "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
