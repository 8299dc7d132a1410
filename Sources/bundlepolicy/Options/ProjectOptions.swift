import ArgumentParser
import Basics
import Parameters
import PolicyEngine
import PolicyPacks
import Presentation
import ProjectFiles
import ReleaseLedger
import Reports
import SourceMaps

/// The options of a command that uses the settings of a project file.
protocol ProjectOptions {
  var projectFile: String? { get }
  var ignoresProject: Bool { get }
}

extension ProjectOptions {
  func readProject() throws -> Project? {
    guard let named = projectFile else { return ignoresProject ? nil : try Project.nearest() }
    if ignoresProject { throw ValidationError("--project and --no-project cannot be combined") }
    let file: ProjectFile
    do throws(ProjectFileError) {
      file = try ProjectFile.read(named)
      if file.value(.packs) != nil, OutputFiles.split(named).name != ProjectFile.name {
        throw file.invalid(.packs, "must be in a file named \(ProjectFile.name)", at: file.value(.packs)?.place)
      }
    } catch {
      throw EngineError(error)
    }
    return try Project(file: file, isNamed: true)
  }
}

/// Policies to load, and how: from the command line, or else from the project file.
struct PolicyChoice {
  let named: [String]
  let isNamed: Bool
  let parameters: PolicyParameters
  /// Where the search for the packs of policies that are named by pack begins.
  let folder: String

  init(_ policies: [String], _ options: some ProjectOptions, _ loading: LoadingOptions) throws {
    var project = try options.readProject()
    let isNamed = !policies.isEmpty
    named = try project?.policies(named: policies) ?? policies
    self.isNamed = isNamed || project?.isNamed ?? false
    folder = project.map { $0.isNamed ? $0.file.folder : "" } ?? ""
    var parameters = try loading.parameters()
    if let file = try project?.parameters(namesPolicy: isNamed) { parameters.files.insert(file, at: 0) }
    self.parameters = parameters
  }
}

/// A project file, and which of its settings a command used.
struct Project {
  let file: ProjectFile
  /// Whether the command line names the file, so that its settings count like options.
  let isNamed: Bool
  private(set) var used: [ProjectSetting] = []
  /// The settings that are not applied because the command line names a policy.
  private(set) var refused: [ProjectSetting] = []
  private var leavesPlugIns = false

  /// Throws if the packs of the file are not valid, which no policy may use.
  init(file: ProjectFile, isNamed: Bool) throws(EngineError) {
    (self.file, self.isNamed) = (file, isNamed)
    do throws(PackError) { _ = try PackManifest(file) } catch { throw EngineError(error) }
  }

  static func nearest() throws(EngineError) -> Project? {
    let file: ProjectFile?
    do throws(ProjectFileError) { file = try ProjectFile.nearest() } catch { throw EngineError(error) }
    return try file.map { file throws(EngineError) in try Project(file: file, isNamed: false) }
  }

  static func check(_ folder: String) throws(EngineError) {
    let file: ProjectFile?
    do throws(ProjectFileError) { file = try ProjectFile.open(folder) } catch { throw EngineError(error) }
    if let file { _ = try Project(file: file, isNamed: false) }
  }

  /// The settings for the report; nil if none was used.
  var settings: ProjectSettings? {
    used.isEmpty
      ? nil : ProjectSettings(file: file.file, names: ProjectSetting.allCases.filter(used.contains).map(\.rawValue))
  }

  var warnings: [EngineError] {
    var warnings: [EngineError] = []
    if !refused.isEmpty {
      let names = refused.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      warnings.append(
        EngineError(
          code: "project.not-applied",
          message: "\(names) \(refused.count == 1 ? "is" : "are") not applied because --policy names the policy",
          file: file.file,
          hint: "to apply \(refused.count == 1 ? "it" : "them"), add --project \(file.file); to silence this warning, "
            + "add --no-project"))
    }
    if leavesPlugIns {
      warnings.append(
        EngineError(
          code: "project.plugins", message: "'plugins' are native code, and were not loaded", at: place(.plugins),
          of: file.file,
          hint: "to load them, add --project \(file.file) --with-checkers, or name their folder with --plugins"))
    }
    return warnings
  }

  var unusedSources: EngineError {
    EngineError(
      code: "project.sources",
      message: "'sources' names none of these bundles, so findings have no place in the project",
      at: place(.sources), of: file.file, hint: "write the bundle identifiers that the report shows")
  }

  private func place(_ setting: ProjectSetting) -> Place { file.value(setting)?.place ?? Place() }

  private mutating func texts(_ setting: ProjectSetting, unless isReplaced: Bool) -> [ProjectFile.Text] {
    let texts = isReplaced ? [] : file.texts(setting)
    if !texts.isEmpty { used.append(setting) }
    return texts
  }

  private mutating func text(_ setting: ProjectSetting, unless isReplaced: Bool) -> ProjectFile.Text? {
    let text = isReplaced ? nil : file.text(setting)
    if text != nil { used.append(setting) }
    return text
  }

  private mutating func paths(_ setting: ProjectSetting, unless isReplaced: Bool) -> [String] {
    texts(setting, unless: isReplaced).map { file.path($0.value) }
  }

  /// Whether a setting that could weaken what a policy requires may be applied: not to a policy that the command line names.
  private mutating func mayApply(_ setting: ProjectSetting, namesPolicy: Bool, unless isReplaced: Bool) -> Bool {
    if isReplaced || file.value(setting) == nil { return false }
    if namesPolicy, !isNamed {
      refused.append(setting)
      return false
    }
    return true
  }

  func describe() {
    let names = { (settings: [ProjectSetting]) in settings.map(\.rawValue).joined(separator: ", ") }
    Output.printError(TerminalText.escape("note: project file \(file.file)"))
    if let settings { Output.printError("note: settings used: \(settings.names.joined(separator: ", "))") }
    let others = file.settings.filter { !used.contains($0) && $0 != .packs }
    if !others.isEmpty { Output.printError("note: settings not used: \(names(others))") }
  }

  // MARK: Policies

  mutating func policies(named: [String]) throws(EngineError) -> [String] {
    try texts(.policies, unless: !named.isEmpty).map { policy throws(EngineError) in
      let word = policy.value
      let isThere = FileSystem.exists(file.path(word))
      if !isThere, word.contains("/") || word.hasSuffix(".lua") {
        throw EngineError(file.missing(.policies, policy, "no policy file at this path"))
      }
      return isThere && !DefaultPolicy.isStandard(word) ? file.path(word) : word
    } + named
  }

  mutating func parameters(namesPolicy: Bool) throws(EngineError) -> ParameterFile? {
    guard mayApply(.parameters, namesPolicy: namesPolicy, unless: false),
      case .mapping(let entries)? = file.value(.parameters)?.content
    else { return nil }
    used.append(.parameters)
    return try ParameterFile(entries, of: file.bytes, file: file.file)
  }

  mutating func waivers(_ options: some EvaluationOptions, namesPolicy: Bool) -> [String]? {
    let isReplaced = options.leavesWaiversAlone || !options.waivers.isEmpty
    return mayApply(.waivers, namesPolicy: namesPolicy, unless: isReplaced) ? paths(.waivers, unless: false) : nil
  }

  // MARK: Checks

  /// Sets the options of a check that its command line leaves open. Parameters are added when they are read.
  mutating func complete(_ command: inout CheckCommand) throws {
    let namesPolicy = !command.namedPolicies.isEmpty
    command.namedPolicies = try policies(named: command.namedPolicies)
    if let waivers = waivers(command, namesPolicy: namesPolicy) { command.waivers = waivers }
    if mayApply(.baseline, namesPolicy: namesPolicy, unless: command.baseline != nil) {
      command.baseline = text(.baseline, unless: false).map { file.path($0.value) }
    }
    try completeThreshold(&command, namesPolicy: namesPolicy)
    if !command.isDryRun {
      let isReplaced = !(command.formats.isEmpty && command.outputs.isEmpty)
      command.formats += try texts(.formats, unless: isReplaced).map(form)
    }
    command.previous += paths(.previous, unless: !command.previous.isEmpty)
    let hasLedger = command.ledger.url != nil || environmentVariable(LedgerChoice.variable) != nil
    if let ledger = text(.ledger, unless: hasLedger) { command.ledger.url = try location(ledger) }
    command.bundles += paths(.bundles, unless: !command.bundles.isEmpty)
    if file.value(.plugins) != nil {
      leavesPlugIns = !(isNamed && command.trustsLocked)
      command.folders += paths(.plugins, unless: leavesPlugIns)
    }
  }

  mutating func sourceMap() throws(EngineError) -> SourceMap? {
    if file.value(.sources) == nil { return nil }
    used.append(.sources)
    do throws(ProjectFileError) { return try SourceMap(file) } catch { throw EngineError(error) }
  }

  func placed(_ error: EngineError) -> EngineError {
    guard error.line == nil, error.rule == nil, let path = error.file,
      let (setting, text) = file.setting(naming: path, among: used),
      !FileSystem.exists(path)
    else { return error }
    let missing = file.missing(setting, text, error.message)
    var placed = error
    (placed.message, placed.file, placed.place) = (missing.message, missing.file, missing.place)
    return placed
  }

  /// A threshold that fails on more is always applied.
  private mutating func completeThreshold(_ command: inout CheckCommand, namesPolicy: Bool) throws(EngineError) {
    guard let text = file.text(.failOn), command.threshold == nil else { return }
    let threshold = try threshold(text)
    if threshold == .never, !mayApply(.failOn, namesPolicy: namesPolicy, unless: false) { return }
    used.append(.failOn)
    command.threshold = threshold
  }

  private func threshold(_ text: ProjectFile.Text) throws(EngineError) -> FailureThreshold {
    if let threshold = FailureThreshold(rawValue: text.value) { return threshold }
    let words = FailureThreshold.allCases.map(\.rawValue)
    throw EngineError(
      file.invalid(
        .failOn,
        "must be one of \(words.joined(separator: ", "))" + SpellingCorrector.suggestion(for: text.value, among: words),
        at: text.place))
  }

  func validate() throws(EngineError) {
    if let text = file.text(.failOn) { _ = try threshold(text) }
    for text in file.texts(.formats) { _ = try form(text) }
    _ = try ledger()
  }

  private func form(_ text: ProjectFile.Text) throws(EngineError) -> ReportForm {
    do {
      let form = try ReportForm.read(text.value)
      return ReportForm(format: form.format, file: form.file.map(file.path))
    } catch {
      let message = (error as? ValidationError)?.message ?? "cannot be read"
      throw EngineError(file.invalid(.formats, message, at: text.place))
    }
  }

  private func location(_ text: ProjectFile.Text) throws(EngineError) -> String {
    let location: LedgerLocation
    do throws(LedgerAddressError) { location = try LedgerLocation(text.value) } catch {
      throw EngineError(file.invalid(.ledger, error.message, at: text.place))
    }
    if location.holdsPassword {
      throw EngineError(
        file.invalid(
          .ledger,
          "contains a user name or password, which everyone who reads the repository can see; put the URL into "
            + LedgerChoice.variable, at: text.place))
    }
    if case .file(let path) = location.kind { return file.path(path) }
    return text.value
  }

  /// The file that new waivers are added to.
  var waivers: String { file.path(file.texts(.waivers).first?.value ?? WaiverFile.standardName) }

  /// The ledger of the project for commands other than a check; nil if it has none.
  func ledger() throws(EngineError) -> String? {
    try file.text(.ledger).map { text throws(EngineError) in try location(text) }
  }
}
