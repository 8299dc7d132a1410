import Parameters
public import Basics
import PolicySchema
package import LuaRuntime
public import Reports
import StandardPolicies

/// The files that policies are loaded from, each read once.
///
/// A file is read when a program first asks for it. Every other program of the same sources gets the same bytes, even if the file changes
/// meanwhile: threads, test runs, mutants and both sides of a comparison use the same policies.
public struct PolicySources: Sendable {
  /// The policies to load, and their settings.
  public private(set) var options: PolicyOptions
  private let files: SourceFiles
  /// The directory that replaces the built-in standard policies; nil if they are used.
  private let standard: PolicyDirectory?
  /// The top folders of packs. An error in one is reported when the pack is used.
  private let packs: [String: Result<PolicyDirectory, EngineError>]
  /// Texts that replace files, by the paths that messages show.
  private var replacements: [String: [UInt8]] = [:]

  /// Opens the folders of packs and of the standard policies. Policies are read when a program is loaded.
  ///
  /// - Parameter options: The policies to load.
  /// - Throws: An error if a folder cannot be opened.
  public init(_ options: PolicyOptions) throws(EngineError) { try self.init(options, sharing: nil) }

  /// For other policies, with files as they were when `other` read them.
  package init(_ options: PolicyOptions, sharing other: PolicySources?) throws(EngineError) {
    try self.init(options, other?.files ?? SourceFiles(limit: options.limits.sourceSize + 1, texts: options.texts))
  }

  private init(_ options: PolicyOptions, _ files: SourceFiles) throws(EngineError) {
    (self.options, self.files) = (options, files)
    standard = try options.standardPolicies.map { path throws(EngineError) in try files.directory(path, shown: path) }
    packs = options.packs.mapValues { pack in
      Result { () throws(EngineError) in
        let pack = try pack.mapError { EngineError($0) }.get()
        if let sources = pack.sources { return try files.directory(of: sources, shown: pack.displayRoot) }
        return try files.directory(pack.folder, shown: pack.displayRoot)
      }
    }
  }

  package func with(fuel: UInt64) -> PolicySources {
    var sources = self
    sources.options.fuel = fuel
    return sources
  }

  package func with(parameters: [String: LuaValue]) -> PolicySources {
    var sources = self
    sources.options.tests = nil
    sources.options.parameters.tested = parameters
    return sources
  }

  package func replacing(_ file: String, by text: [UInt8]) -> PolicySources {
    var sources = self
    sources.replacements[file] = text
    return sources
  }

  // MARK: Named files

  func policy(_ word: String) throws(EngineError) -> PolicySource {
    let files = PolicyFiles(sources: self)
    if StandardPolicies.has(word) { return try files.module(word) }
    if let (pack, module) = try pack(named: word) { return try files.module(module, ofPack: pack) }
    return try file(word)
  }

  /// The source in a file, or in the `policy.lua` of a directory.
  func file(_ path: String) throws(EngineError) -> PolicySource {
    let (directory, name) = try files.locate(path)
    return source(try directory.file(name), PolicyFiles(sources: self, own: directory))
  }

  package func modules(of word: String) throws(EngineError) -> PolicyFiles {
    if StandardPolicies.has(word) { return PolicyFiles(sources: self) }
    if try pack(named: word) != nil { return try policy(word).files }
    return PolicyFiles(sources: self, own: try files.locate(word).directory)
  }

  func waiverFiles() throws(EngineError) -> [WaiverFile] {
    var found: [WaiverFile] = []
    // A file that is named twice is loaded once, even under different names.
    var seen: Set<ExactText> = []
    for path in options.waivers where seen.insert(ExactText(files.identity(path))).inserted {
      found.append(try files.waivers(path))
    }
    return found
  }

  func source(_ file: (bytes: [UInt8], path: String), _ files: PolicyFiles) -> PolicySource {
    let replacement = replacements[file.path]
    return PolicySource(
      path: file.path, bytes: replacement ?? file.bytes, files: files,
      isCarried: replacement == nil && StandardPolicies.carries(file.path))
  }

  // MARK: Standard policies and packs

  /// The file of a standard policy's module. The policy's id is accepted, too: `apple.app-store.ios` is
  /// `apple.app_store.ios`.
  func standardModule(_ given: String) throws(EngineError) -> (bytes: [UInt8], path: String) {
    let name = String(decoding: given.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
    if let standard { return try standard.module(name) }
    let path = try PolicyDirectory.path(of: name)
    guard let bytes = StandardPolicies.source(path) else {
      let known = StandardPolicies.paths.map { $0.dropLast(4).split(separator: "/").joined(separator: ".") }
      throw EngineError(
        code: "policy.not-found",
        message: "there is no standard policy '\(given)'" + DeclarationError.suggestion(for: name, among: known))
    }
    return (bytes, StandardPolicies.mark + path)
  }

  /// The pack that a module's name begins with, and the module in it: `acme` is its `policy`, `acme.ios` its `ios`. Returns nil if no pack
  /// has that name.
  func pack(ofModule name: String) -> (pack: String, module: String)? {
    let head = String(name.prefix { $0 != "." })
    guard packs[head] != nil else { return nil }
    let rest = name.dropFirst(head.count + 1)
    // `acme.` is not a valid name; `PolicyDirectory` reports it.
    return (head, name == head ? "policy" : rest.isEmpty ? "." : String(rest))
  }

  /// The pack and module that a `--policy` argument names, nil for a path. Throws if a file has the name, too.
  private func pack(named word: String) throws(EngineError) -> (pack: String, module: String)? {
    guard !word.contains("/"), !word.hasSuffix(".lua"), let found = pack(ofModule: word) else { return nil }
    if files.isPresent(word) {
      throw EngineError(
        code: "pack.ambiguous", message: "'\(word)' is a pack, and a file or folder in the working directory",
        hint: "for the file write ./\(word); for the pack, change its name in bundlepolicy.yml")
    }
    return found
  }

  func directory(ofPack pack: String) throws(EngineError) -> PolicyDirectory {
    guard let found = packs[pack] else {
      throw EngineError(code: "pack.unknown", message: "there is no pack '\(pack)'")
    }
    return try found.get()
  }
}

struct PolicySource {
  /// As messages show it. Identifies the source, so that it is loaded once.
  let path: String
  let bytes: [UInt8]
  let files: PolicyFiles
  /// Whether it is the unchanged text that the program contains.
  let isCarried: Bool

  var digest: [UInt8] {
    isCarried
      ? StandardPolicies.digest(String(path.dropFirst(StandardPolicies.mark.count)))
      : DigestAlgorithm.sha256.digest(of: bytes[...])
  }

  var code: LuaSource {
    LuaSource(
      bytes, name: path,
      compiled: isCarried ? StandardPolicies.compiled(String(path.dropFirst(StandardPolicies.mark.count))) : [])
  }
}

/// A place that names a module of policies.
public struct ModuleUse: Hashable, Sendable {
  /// The name, as written.
  public let module: String
  /// The file of the module, as messages show it.
  public let file: String
  /// Whether the module is imported; otherwise it is included, with its rules.
  public let isImport: Bool
  /// The place of the name.
  public let at: SourceLocation
}
