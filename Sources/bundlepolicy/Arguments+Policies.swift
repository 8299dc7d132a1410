import PolicyTesting
import Basics
import PolicyEngine
import Reporting

// Arguments that several commands have.
extension Arguments {
  /// What `--param` and `--params` give.
  func parameters(of command: String) throws -> PolicyParameters {
    PolicyParameters(texts: try parameterTexts(of: command), files: try parameterFiles())
  }

  /// `--param NAME=VALUE`, each name once.
  func parameterTexts(of command: String) throws -> [String: String] {
    var parameters: [String: String] = [:]
    for word in all("param") {
      guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
        throw UsageError(message: "--param is NAME=VALUE, not '\(word)'", command: command)
      }
      let name = String(word[..<equals])
      if parameters.updateValue(String(word[word.index(after: equals)...]), forKey: name) != nil {
        throw UsageError(message: "--param \(name) is given more than once", command: command)
      }
    }
    return parameters
  }

  /// The files of `--params`, in the order given.
  func parameterFiles() throws(EngineError) -> [ParameterFile] {
    var files: [ParameterFile] = []
    for path in all("params") {
      files.append(
        try ParameterFile(try InputFile.bytes(path, what: "the parameters", limit: ParameterFile.limit), file: path))
    }
    return files
  }

  /// The files of waivers: those named, or `waivers.lua` in the working directory where there is one. That file speaks for the project,
  /// so it is not applied to a policy that was named from elsewhere; `unapplied` is the warning that says so.
  func waivers(of command: String) throws -> (files: [String], unapplied: EngineError?) {
    let named = all("waivers")
    if has("no-waivers") {
      if !named.isEmpty {
        throw UsageError(message: "--waivers and --no-waivers contradict each other", command: command)
      }
      return ([], nil)
    }
    if !named.isEmpty { return (named, nil) }
    let file = WaiverFile.standardName
    var status = stat()
    // A link that leads nowhere is there, too: it is an error and not passed over.
    guard lstat(file, &status) == 0 else { return ([], nil) }
    if all("policy").isEmpty { return ([file], nil) }
    return (
      [],
      EngineError(
        code: "waivers.not-applied", message: "the waivers are not applied, because the policy was named with --policy",
        file: file, hint: "to apply them, name the file: --waivers \(file); to leave them out for good: --no-waivers")
    )
  }

  /// `--as-of`, or the day it is now, in UTC.
  func asOf(of command: String) throws -> CalendarDate {
    guard let text = first("as-of") else { return .today() }
    guard let day = CalendarDate(text) else {
      throw UsageError(message: "--as-of is a day, YYYY-MM-DD, not '\(text)'", command: command)
    }
    return day
  }

  /// `--jobs`, or a thread for each processor.
  func jobs(of command: String) throws -> Int {
    guard let text = first("jobs") else { return PolicyTestSession.usualJobs }
    guard let jobs = Int(text), (1...PolicyTestSession.maximumJobs).contains(jobs) else {
      throw UsageError(
        message: "--jobs is a number from 1 to \(PolicyTestSession.maximumJobs), not '\(text)'", command: command)
    }
    return jobs
  }

  /// The policies named, or the nearest `policy.lua` upwards from the working directory; without either the standard one, and
  /// why.
  func policiesOrStandard() throws(EngineError) -> (policies: [String], standard: DefaultPolicy?) {
    let found = try ownPolicies()
    return found.isEmpty ? ([DefaultPolicy.standard.id], .standard) : (found, nil)
  }

  /// The policies named, or the nearest `policy.lua` upwards from the working directory; empty without either.
  func ownPolicies() throws(EngineError) -> [String] {
    let named = all("policy")
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
          code: "policy.unreadable", message: "cannot be looked for: \(SystemError(failure).text)",
          file: ascent + "policy.lua", hint: "name the policy with --policy, or make the directory readable")
      }
      if parts.popLast() == nil { return [] }
      ascent += "../"
    }
  }

  /// `--standard-policies`, a directory that holds an `apple` folder; nil when it isn't given.
  func standardPolicies() throws(EngineError) -> String? {
    guard let directory = first("standard-policies") else { return nil }
    if Self.holdsStandardPolicies(directory) { return directory }
    throw EngineError(
      code: "policy.not-found", message: "there is no apple/recommended.lua in this directory", file: directory,
      hint: "--standard-policies names the directory that holds the folder 'apple'")
  }

  /// The same; without it the first of the directories to be tried that holds standard policies, which are then meant. With
  /// `--locked` none is tried.
  func standardPolicies(tried paths: [String]) throws(EngineError) -> String? {
    if let named = try standardPolicies() { return named }
    if has("locked") { return nil }
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
