package import Parameters
import Basics
import Bundles
package import CheckerPlugIns
import LuaSyntax
package import PolicyEngine
package import PolicyPacks
package import Reports

package struct PolicyTestSuite: Hashable, Sendable {
  package let policy: String
  package let tests: [String]

  package static let suffix = "_test.lua"

  /// Returns the policies below a directory, or the policy of a file, with their tests.
  ///
  /// `X_test.lua` tests `X.lua` beside it; every other `*_test.lua` tests the `policy.lua` of its directory or of the nearest
  /// one above. A Lua file is a policy if it declares one. Throws if nothing exists at the path, cannot be read, or tests nothing.
  package static func discover(_ path: String) throws(EngineError) -> [PolicyTestSuite] {
    var trimmed = path
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    let storage: DirectoryStorage
    do throws(StorageError) {
      storage = try DirectoryStorage(path: trimmed)
    } catch {
      switch error.code {
      case .notADirectory where trimmed.hasSuffix(".lua"), .system where trimmed.hasSuffix(".lua"):
        return try file(trimmed)
      case .notADirectory, .system:
        throw EngineError(
          code: "test.unreadable", message: "this is neither a directory nor a Lua file", file: path,
          hint: "name a policy, a test file, or a directory that contains some")
      default: throw EngineError(code: "test.unreadable", message: error.description, file: path)
      }
    }
    return try discover(in: storage, trimmed)
  }

  private static func file(_ path: String) throws(EngineError) -> [PolicyTestSuite] {
    let slash = path.lastIndex(of: "/")
    let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let storage = try mapError(try DirectoryStorage(path: directory), unreadable(path))
    guard name.hasSuffix(suffix) else {
      let tests = try mapError(try testFiles(of: name, in: storage), unreadable(path))
      return [PolicyTestSuite(policy: path, tests: tests.map { join(directory, $0) })]
    }
    guard let policy = try mapError(try tested(name, in: storage), unreadable(path)) else {
      throw EngineError(
        code: "test.no-policy", message: "no policy was found for this test file", file: path,
        hint: "it tests \(name.dropLast(suffix.count)).lua or policy.lua in the same directory")
    }
    return [PolicyTestSuite(policy: join(directory, policy), tests: [path])]
  }

  private static func join(_ directory: String, _ path: String) -> String {
    directory == "." ? path : directory == "/" ? "/" + path : directory + "/" + path
  }

  private static func unreadable(_ path: String) -> (StorageError) -> EngineError {
    { EngineError(code: "test.unreadable", message: $0.description, file: path) }
  }

  private static func tested(_ test: String, in storage: DirectoryStorage) throws(StorageError) -> String? {
    let own = String(test.dropLast(suffix.count)) + ".lua"
    if try isFile(own, storage) { return try declaresPolicy(own, storage) ? own : nil }
    return try declaresPolicy("policy.lua", storage) ? "policy.lua" : nil
  }

  /// The test files of one policy, found without reading other policies: `X_test.lua` beside `X.lua`; for a `policy.lua`,
  /// all test files without a nearer policy.
  private static func testFiles(of policy: String, in storage: DirectoryStorage) throws(StorageError) -> [String] {
    let own = String(policy.dropLast(".lua".count)) + suffix
    guard policy == "policy.lua" else { return try isFile(own, storage) ? [own] : [] }
    // The tests in a directory with its own policy belong to that policy.
    let files = try luaFiles(storage) { directory throws(StorageError) in
      try declaresPolicy(directory + "/policy.lua", storage)
    }
    let names = Set(files)
    return files.filter { file in
      guard file.hasSuffix(suffix) else { return false }
      let other = String(file.dropLast(suffix.count)) + ".lua"
      return other == policy || !names.contains(other)
    }
  }

  /// Skipping a link would silently skip tests, and its target may belong to another policy.
  private static let linkDetail = "a symbolic link; name its target, or replace the link with the file"

  private static func isFile(_ name: String, _ storage: DirectoryStorage) throws(StorageError) -> Bool {
    do throws(StorageError) {
      let type = try storage.status(name).type
      if type == .symbolicLink { throw StorageError(.notAFile, path: name, detail: linkDetail) }
      return type == .file
    } catch {
      if error.code == .notFound { return false }
      throw error
    }
  }

  private static func declaresPolicy(_ file: String, _ storage: DirectoryStorage) throws(StorageError) -> Bool {
    guard try isFile(file, storage) else { return false }
    return declaresPolicy(try storage.read(file, limit: 1 << 20))
  }

  private static func discover(in storage: DirectoryStorage, _ root: String) throws(EngineError) -> [PolicyTestSuite] {
    let files = try mapError(try luaFiles(storage), unreadable(root))
    var policies: Set<String> = []
    for file in files where !file.hasSuffix(suffix) {
      if declaresPolicy(try mapError(try storage.read(file, limit: 1 << 20), unreadable(root))) {
        policies.insert(file)
      }
    }
    var tests: [String: [String]] = [:]
    for file in files where file.hasSuffix(suffix) {
      guard let policy = tested(file, policies, files) else {
        throw EngineError(
          code: "test.no-policy", message: "no policy was found for this test file", file: join(root, file),
          hint:
            "it tests \(file.dropLast(suffix.count)).lua, or the nearest policy.lua in its directory or a parent directory, within the path given"
        )
      }
      tests[policy, default: []].append(file)
    }
    return policies.sortedByBytes().map { policy in
      PolicyTestSuite(policy: join(root, policy), tests: (tests[policy] ?? []).map { join(root, $0) })
    }
  }

  /// The paths of Lua files, sorted, except in hidden directories and in directories for which `isOther` returns true.
  private static func luaFiles(
    _ storage: DirectoryStorage, except isOther: (String) throws(StorageError) -> Bool = { _ in false }
  ) throws(StorageError) -> [String] {
    var found: [String] = []
    var pending = [""]
    while let directory = pending.popLast() {
      if !directory.isEmpty, try isOther(directory) { continue }
      for entry in try storage.list(directory) where !entry.name.hasPrefix(".") {
        let path = directory.isEmpty ? entry.name : directory + "/" + entry.name
        if entry.type == .directory { pending.append(path) }
        guard entry.name.hasSuffix(".lua") else { continue }
        guard entry.isNameValid else { throw StorageError(.unreadableName, path: path) }
        if entry.type == .symbolicLink { throw StorageError(.notAFile, path: path, detail: linkDetail) }
        if entry.type == .file { found.append(path) }
      }
    }
    return found.sortedByBytes()
  }

  private static func tested(_ file: String, _ policies: Set<String>, _ files: [String]) -> String? {
    let own = String(file.dropLast(suffix.count)) + ".lua"
    if policies.contains(own) { return own }
    // If the file with that name declares no policy, the test would be run for an unrelated one.
    if files.contains(own) { return nil }
    var directory = file
    while let slash = directory.lastIndex(of: "/") {
      directory = String(directory[..<slash])
      if policies.contains(directory + "/policy.lua") { return directory + "/policy.lua" }
    }
    return policies.contains("policy.lua") ? "policy.lua" : nil
  }

  /// Whether the words of a source suggest that it declares a policy.
  package static func declaresPolicy(_ source: [UInt8]) -> Bool {
    source.contains(UInt8(ascii: "y")) && declares("policy", source)
  }

  /// Whether the words of a source suggest that it is a file of waivers.
  package static func declaresOnlyWaivers(_ source: [UInt8]) -> Bool {
    declares("waive", source) && !declaresPolicy(source) && !declares("rule", source)
  }

  private static func declares(_ word: String, _ source: [UInt8]) -> Bool {
    let tokens = LuaTokens(source).tokens
    return tokens.indices.contains { position in
      // Other than a field, or a variable, of that name.
      tokens.has(.name, word, at: position) && !tokens.has(.name, "local", at: position - 1)
        && ![".", ":"].contains { tokens.has(.symbol, $0, at: position - 1) }
        && !["=", "."].contains { tokens.has(.symbol, $0, at: position + 1) }
    }
  }
}

package struct PolicyTestLoading: Sendable {
  /// See `PolicyProgram.Options`.
  package var standardPolicies: String?
  package var parameters: PolicyParameters = [:]
  /// See `PolicyProgram.Options`; the checkers of a policy's own repository are added.
  package var checkers: CheckerSettings?
  /// The packs that each policy may name, by the policy's path; see `PolicyProgram.Options`.
  package var packs: [String: ProjectPacks.Table] = [:]

  package init() {}

  package func options(for suite: PolicyTestSuite) -> PolicyProgram.Options {
    var options = PolicyProgram.Options(
      policies: [suite.policy], tests: suite.tests, standardPolicies: standardPolicies, parameters: parameters)
    options.packs = packs[suite.policy] ?? [:]
    options.checkers = checkers?.with(repositoryOf: suite.policy)
    return options
  }
}
