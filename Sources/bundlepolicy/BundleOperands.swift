import Basics
import Bundles
import PolicyEngine
import Reports

/// The bundles that a command line names: directly, by patterns, by folders to search, and by a list on standard input.
struct BundleOperands {
  let paths: [String]
  /// Errors for operands without a bundle, and for folders that cannot be searched. All other bundles are checked.
  let errors: [EngineError]
  let warnings: [EngineError]

  /// Finds the bundles. The operand `-` reads a list of paths from standard input, separated by newlines or NUL characters. With
  /// `isRecursive`, searches directories that are not bundles. A path with `*`, `?` or `[` that does not exist is a pattern. Throws if
  /// standard input cannot be read.
  init(_ operands: [String], isRecursive: Bool) throws(EngineError) {
    var search = Search(isRecursive: isRecursive)
    for operand in operands {
      if operand == "-" {
        let listed = try Self.list()
        if listed.isEmpty { search.errors.append(.nothing("standard input", "standard input lists no bundles")) }
        for path in listed { search.add(path) }
      } else if Self.isPattern(operand) {
        search.add(pattern: operand)
      } else {
        search.add(operand)
      }
    }
    paths = search.paths.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    errors = search.errors
    warnings = search.warnings
  }

  /// The operands that are paths: neither patterns nor the list on standard input.
  static func literal(_ operands: [String]) -> [String] { operands.filter { $0 != "-" && !isPattern($0) } }

  private static func isPattern(_ operand: String) -> Bool {
    guard operand.utf8.contains(where: { "*?[".utf8.contains($0) }) else { return false }
    return !FileSystem.exists(operand)
  }

  private static func list() throws(EngineError) -> [String] {
    let text = try InputFile.text("/dev/stdin", what: "the list of bundles")
    let separator: Unicode.Scalar = text.utf8.contains(0) ? "\0" : "\n"
    return text.unicodeScalars.split(separator: separator).map { String($0) }
  }

  private struct Search {
    let isRecursive: Bool
    /// Compared as bytes: Swift strings that differ only in Unicode normalization are equal, but they name two files.
    var paths: Set<[UInt8]> = []
    var errors: [EngineError] = []
    var warnings: [EngineError] = []

    mutating func add(_ given: String) {
      var path = given
      // Shells add a slash to directories.
      while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
      guard isRecursive, FileSystem.isDirectory(path),
        !BundleSearch.isBundle(directory: path)
      else {
        paths.insert(Array(path.utf8))
        return
      }
      do throws(StorageError) {
        let found = try BundleSearch.bundles(below: path)
        for failure in found.failures { errors.append(.unsearchable(path, failure)) }
        if found.paths.isEmpty, found.failures.isEmpty {
          errors.append(.nothing(path, "this folder contains no bundles, so nothing in it was checked"))
        }
        for name in found.paths { paths.insert(Array(Self.join(path, name).utf8)) }
        for name in found.linkedFolders { warnings.append(.link(Self.join(path, name))) }
        for name in found.namedFiles { warnings.append(.namedFile(Self.join(path, name))) }
        for item in found.unchecked { warnings.append(.unchecked(Self.join(path, item.path), item.reason)) }
      } catch {
        errors.append(.unsearchable(path, error))
      }
    }

    mutating func add(pattern: String) {
      let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
      let fixed = parts.prefix { part in !part.utf8.contains { "*?[".utf8.contains($0) } }
      let base = fixed.isEmpty ? "." : fixed == [""] ? "/" : fixed.joined(separator: "/")
      let rest = parts.dropFirst(fixed.count).joined(separator: "/")
      guard Glob(rest) != nil else {
        errors.append(
          EngineError(
            code: "input.pattern", message: "the pattern has a '[' without a ']'", file: pattern,
            hint: "write [[] to match a literal '['"))
        return
      }
      do throws(StorageError) {
        let found = try BundleSearch.paths(matching: rest, below: base)
        for failure in found.failures { errors.append(.unsearchable(base, failure)) }
        if found.paths.isEmpty, found.failures.isEmpty {
          errors.append(.nothing(pattern, "no file matches this pattern"))
        }
        for name in found.paths { add(fixed.isEmpty ? name : Self.join(base, name)) }
        for name in found.linkedFolders {
          let link = EngineError.link(Self.join(base, name))
          // A shell would follow this link, except for '**'.
          if rest.contains("**") { warnings.append(link) } else { errors.append(link) }
        }
      } catch {
        errors.append(
          error.code == .notFound ? .nothing(pattern, "no file matches this pattern") : .unsearchable(base, error))
      }
    }

    private static func join(_ directory: String, _ name: String) -> String {
      directory == "." ? name : directory == "/" ? "/" + name : directory + "/" + name
    }
  }
}

extension EngineError {
  fileprivate static func nothing(_ file: String, _ message: String) -> EngineError {
    EngineError(
      code: "input.no-bundle", message: message, file: file,
      hint: "check the path (a gate that checks nothing must not pass)")
  }

  fileprivate static func namedFile(_ path: String) -> EngineError {
    EngineError(
      code: "input.file", message: "this is an executable file named like a bundle; it was not checked",
      file: path,
      hint: "if it should be a bundle, check how it was packed")
  }

  fileprivate static func unchecked(_ path: String, _ reason: BundleSearch.Unchecked.Reason) -> EngineError {
    let (message, hint) =
      switch reason {
      case .noInfo:
        (
          "this folder has the name of a bundle, but no Info.plist; it was searched, not checked",
          "if it should be a bundle, check how it was made"
        )
      case .file: ("this is a file named like a bundle; it was not checked", "check how it was packed")
      case .special:
        ("this is a named pipe, socket or device named like a bundle; it was not checked", "check how it was made")
      case .installer:
        (
          "this is a disk image or installer package, so what it contains was not checked",
          "check the bundle that is put into it"
        )
      case .otherArchive:
        ("this kind of archive is not read, so it was not checked", "check the bundle, or archive it as .zip or .tar")
      case .severalBundles:
        (
          "the archive contains bundles, but not exactly one where it is looked for; it was not checked",
          "archive one bundle, or unpack it and check each"
        )
      case .largeArchive:
        ("the archive is too large to be searched for bundles; it was not checked", "name it to check it")
      case .unreadableArchive(let reason):
        (
          "the archive cannot be read, so it was not checked: \(reason)",
          "if it should contain a bundle, copy or download it again, or create it again"
        )
      }
    return EngineError(code: "input.unchecked", message: message, file: path, hint: hint)
  }

  fileprivate static func link(_ path: String) -> EngineError {
    EngineError(
      code: "input.link", message: "this link points to another folder, which was not searched for bundles",
      file: path,
      hint: "to check the bundles there, name the folder that the link points to")
  }

  fileprivate static func unsearchable(_ folder: String, _ error: StorageError) -> EngineError {
    EngineError(
      code: "input.unreadable", message: "the folder cannot be searched for bundles: \(error.description)", file: folder
    )
  }
}
