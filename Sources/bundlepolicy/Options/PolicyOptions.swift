import ArgumentParser
import Basics
import PolicyEngine
import Reporting

/// The policies of a command.
struct PolicyOptions: ParsableArguments {
  @Option(
    name: .customLong("policy"), parsing: .unconditionalSingleValue,
    help: .repeatable(
      "a Lua file, a directory with policy.lua, a pack, or a standard policy: apple.recommended, …", valueName: "FILE"),
    completion: .policies)
  var named: [String] = []

  /// As ``PolicySearch`` finds them.
  func policies() throws(EngineError) -> [String] { try PolicySearch.policies(named: named) }
}

/// Finds the policies that are meant.
enum PolicySearch {
  /// The policies named, or the nearest `policy.lua` upwards from the working directory; without either the standard one, and
  /// why.
  static func policiesOrStandard(
    named: [String]
  ) throws(EngineError) -> (policies: [String], standard: DefaultPolicy?) {
    let found = try policies(named: named)
    return found.isEmpty ? ([DefaultPolicy.standard.id], .standard) : (found, nil)
  }

  /// The policies named, or the nearest `policy.lua` upwards from the working directory; empty without either.
  static func policies(named: [String]) throws(EngineError) -> [String] {
    if !named.isEmpty { return named }
    guard let directory = getcwd(nil, 0) else {
      throw EngineError(
        code: "policy.not-found", message: "the working directory cannot be read; name a policy with --policy")
    }
    defer { free(directory) }
    var parts = String(cString: directory).split(separator: "/")
    // The result is shown, so the way up is written as the user would write it.
    var ascent = ""
    while true {
      var status = stat()
      // A link that leads nowhere, or a file that can't be read, is there, too: it is an error and not passed over.
      if lstat(ascent + "policy.lua", &status) == 0 { return [ascent + "policy.lua"] }
      let failure = errno
      guard failure == ENOENT || failure == ENOTDIR else {
        // A policy may lie there: not to see it must not mean to do without.
        throw EngineError(
          code: "policy.unreadable", message: "cannot be looked for: \(String(cString: strerror(failure)))",
          file: ascent + "policy.lua", hint: "name the policy with --policy, or make the directory readable")
      }
      if parts.popLast() == nil { return [] }
      ascent += "../"
    }
  }
}

/// For policies that are written, or kept at a version of one's own.
struct StandardPolicyOptions: ParsableArguments {
  @Option(
    name: .customLong("standard-policies"), parsing: .unconditional,
    help: ArgumentHelp("read apple/… there in place of the standard policies built in", valueName: "DIR"),
    completion: .directory)
  var named: String?

  /// A directory that holds an `apple` folder; nil when it isn't given.
  func directory() throws(EngineError) -> String? {
    guard let named else { return nil }
    if Self.holdsStandardPolicies(named) { return named }
    throw EngineError(
      code: "policy.not-found", message: "there is no apple/recommended.lua in this directory", file: named,
      hint: "--standard-policies names the directory that holds the folder 'apple'")
  }

  /// The same; without it the first of the directories to be tried that holds standard policies, which are then meant. With
  /// `--locked` none is tried.
  func directory(tried paths: [String], isLocked: Bool) throws(EngineError) -> String? {
    if let directory = try directory() { return directory }
    if isLocked { return nil }
    guard let found = paths.first(where: Self.holdsStandardPolicies) else { return nil }
    Output.complain(
      TerminalText.escape("note: the standard policies are read from \(found), not those that the program carries"))
    return found
  }

  private static func holdsStandardPolicies(_ directory: String) -> Bool {
    var status = stat()
    return stat(directory + "/apple/recommended.lua", &status) == 0
  }
}

/// Whether packs must be locked.
struct LockOptions: ParsableArguments {
  @Flag(
    name: .customLong("locked"),
    help: "refuse to start unless bundlepolicy.lock pins the digest of every pack in bundlepolicy.json, used or not")
  var isLocked = false
}

/// The values of policies' parameters.
struct ParameterOptions: ParsableArguments {
  @Option(
    name: .customLong("param"), parsing: .unconditionalSingleValue,
    help: .repeatable("the value of a policy's parameter", valueName: "K=V"), transform: NamedValue.read)
  var values: [NamedValue] = []

  @Option(
    name: .customLong("params"), parsing: .unconditionalSingleValue,
    help: .repeatable(
      "values of parameters, in JSON, YAML or a property list; --param wins over it", valueName: "FILE"),
    completion: .file())
  var paths: [String] = []

  func parameters() throws -> PolicyParameters { PolicyParameters(texts: try texts(), files: try files()) }

  /// `--param`, each name once.
  func texts() throws(UsageError) -> [String: String] {
    var parameters: [String: String] = [:]
    for value in values where parameters.updateValue(value.value, forKey: value.name) != nil {
      throw UsageError("--param \(value.name) is given more than once")
    }
    return parameters
  }

  /// The files of `--params`, in the order given.
  func files() throws(EngineError) -> [ParameterFile] {
    var files: [ParameterFile] = []
    for path in paths {
      files.append(
        try ParameterFile(try InputFile.bytes(path, what: "the parameters", limit: ParameterFile.limit), file: path))
    }
    return files
  }
}
