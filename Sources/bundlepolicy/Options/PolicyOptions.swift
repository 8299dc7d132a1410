import Parameters
import ArgumentParser
import Basics
import PolicyEngine
import Presentation
import Reports

enum PolicySearch {
  /// Returns the policies that `--policy` names, or the policies of the project file, or the nearest one.
  static func policiesOfProject(named: [String]) throws(EngineError) -> [String] {
    var project = try Project.nearest()
    return try policies(named: project?.policies(named: named) ?? named)
  }

  /// Returns the named policies, or the nearest `policy.lua` upwards from the working directory, or else the standard policy and the
  /// reason for it.
  static func policiesOrStandard(
    named: [String]
  ) throws(EngineError) -> (policies: [String], standard: DefaultPolicy?) {
    let found = try policies(named: named)
    return found.isEmpty ? ([DefaultPolicy.standard.id], .standard) : (found, nil)
  }

  static func policies(named: [String]) throws(EngineError) -> [String] {
    if !named.isEmpty { return named }
    guard let directory = getcwd(nil, 0) else {
      throw EngineError(
        code: "policy.not-found", message: "the working directory cannot be read; name a policy with --policy")
    }
    defer { free(directory) }
    var parts = String(cString: directory).split(separator: "/")
    // The result is shown, so it is a relative path.
    var ascent = ""
    while true {
      // A broken link or an unreadable file must be an error: to skip it would check against another policy.
      if FileSystem.exists(ascent + "policy.lua") { return [ascent + "policy.lua"] }
      let failure = errno
      guard failure == ENOENT || failure == ENOTDIR else {
        // There may be a policy that must not be skipped.
        throw EngineError(
          code: "policy.unreadable", message: "cannot be accessed: \(String(cString: strerror(failure)))",
          file: ascent + "policy.lua", hint: "name the policy with --policy, or make the directory readable")
      }
      if parts.popLast() == nil { return [] }
      ascent += "../"
    }
  }

  static func standardPolicies(in directory: String?) throws(EngineError) -> String? {
    guard let directory else { return nil }
    if holdsStandardPolicies(directory) { return directory }
    throw EngineError(
      code: "policy.not-found", message: "this directory has no apple/recommended.lua", file: directory,
      hint: "name the directory that contains the folder 'apple'")
  }

  fileprivate static func holdsStandardPolicies(_ directory: String) -> Bool {
    FileSystem.status(directory + "/apple/recommended.lua") != nil
  }
}

/// The options of a command that loads policies.
protocol PolicyLoading {
  var values: [NamedValue] { get }
  var parameterPaths: [String] { get }
  var standardDirectory: String? { get }
}

struct LoadingOptions: ParsableArguments, PolicyLoading {
  @Option(.param, transform: NamedValue.read) var values: [NamedValue] = []
  @Option(.params) var parameterPaths: [String] = []
  @Option(.standardPolicies) var standardDirectory: String?
}

extension PolicyLoading {
  var givenLoading: [(name: String, isGiven: Bool)] {
    [
      ("param", !values.isEmpty), ("params", !parameterPaths.isEmpty),
      ("standard-policies", standardDirectory != nil),
    ]
  }

  func parameters() throws -> PolicyParameters {
    PolicyParameters(texts: try parameterTexts(), files: try parameterFiles())
  }

  func parameterTexts() throws(ValidationError) -> [String: String] {
    var parameters: [String: String] = [:]
    for value in values where parameters.updateValue(value.value, forKey: value.name) != nil {
      throw ValidationError("--param \(value.name) is given more than once")
    }
    return parameters
  }

  func parameterFiles() throws(EngineError) -> [ParameterFile] {
    var files: [ParameterFile] = []
    for path in parameterPaths {
      files.append(
        try ParameterFile(try InputFile.bytes(path, what: "the parameters", limit: ParameterFile.limit), file: path))
    }
    return files
  }

  func standardPolicies() throws(EngineError) -> String? { try PolicySearch.standardPolicies(in: standardDirectory) }

  /// Returns the directory of `--standard-policies`, or else the first of these paths that contains standard policies. With `--locked`,
  /// does not try the paths.
  func standardPolicies(tried paths: [String], isLocked: Bool) throws(EngineError) -> String? {
    if let directory = try standardPolicies() { return directory }
    if isLocked { return nil }
    guard let found = paths.first(where: PolicySearch.holdsStandardPolicies) else { return nil }
    Output.printError(
      TerminalText.escape("note: reading the standard policies from \(found) instead of the built-in ones"))
    return found
  }
}

extension OutputFiles {
  /// Throws if an output is a named policy, the nearest policy, or a file of parameters.
  func check(_ loading: some PolicyLoading, policies named: [String]) throws(ValidationError) {
    if isEmpty { return }
    try check(loading.parameterPaths, readFor: "--params")
    let policies = (try? PolicySearch.policies(named: named)) ?? []
    try check(policies + policies.map { $0 + "/policy.lua" }, readFor: "--policy")
  }
}
