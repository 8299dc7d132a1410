import Basics

/// Files that a command writes, held against each other and against those it reads: none may silently take another's place.
struct OutputFiles {
  /// A file and the word of the command line that it comes from.
  struct Named {
    let word: String
    let path: String
  }

  private let outputs: [Named]

  /// The files of an option. Throws when one is `-`, or two are one file.
  init(_ option: String, _ paths: [String]) throws(UsageError) {
    try self.init(paths.map { Named(word: option, path: $0) })
  }

  /// These files. Throws as for an option.
  init(_ outputs: [Named]) throws(UsageError) {
    self.outputs = outputs
    var seen: [String: Named] = [:]
    for output in outputs {
      if output.path == "-" {
        throw UsageError("\(output.word) - would write a file named '-'; for standard output name /dev/stdout")
      }
      guard let identity = Self.identity(output.path) else { continue }
      if let other = seen.updateValue(output, forKey: identity) {
        throw UsageError("\(other.word) \(other.path) and \(output.word) \(output.path) are one file; name two")
      }
    }
  }

  var isEmpty: Bool { outputs.isEmpty }

  /// Throws when an output is one of the files that are read for `word`.
  func check(_ inputs: [String], readFor word: String) throws(UsageError) {
    for input in inputs {
      var status = stat()
      guard stat(input, &status) == 0, let identity = Self.identity(input) else { continue }
      for output in outputs where Self.identity(output.path) == identity {
        throw UsageError("\(output.word) \(output.path) would overwrite a file that is read for \(word); name another")
      }
    }
  }

  /// Throws when an output is a Lua file that there is: what is found in a directory is only known once all of it was read.
  func checkSources() throws(UsageError) {
    for output in outputs where output.path.hasSuffix(".lua") {
      var status = stat()
      guard stat(output.path, &status) == 0 else { continue }
      throw UsageError("\(output.word) \(output.path) would overwrite a Lua file; name another")
    }
  }

  /// Throws when an output is one of these bundles or lies in one: a check changes nothing of what it looks at.
  func check(bundles: [String], readFor word: String) throws(UsageError) {
    try check(bundles, readFor: word)
    for bundle in bundles {
      guard let root = Self.real(bundle) else { continue }
      for output in outputs {
        guard let place = Self.real(output.path) ?? Self.real(Self.split(output.path).directory),
          (place + "/").utf8.starts(with: (root + "/").utf8)
        else { continue }
        throw UsageError(
          "\(output.word) \(output.path) would write into \(bundle), which is read for \(word); name another place")
      }
    }
  }

  /// Throws when an output is a policy of `--policy`, or the nearest one, or a file of parameters.
  func check(_ loading: LoadingOptions, policies named: [String]) throws(UsageError) {
    if isEmpty { return }
    try check(loading.parameterPaths, readFor: "--params")
    let policies = (try? PolicySearch.policies(named: named)) ?? []
    try check(policies + policies.map { $0 + "/policy.lua" }, readFor: "--policy")
  }

  /// What makes a path the same file as another; nil for pipes, devices and directories, whose contents nothing replaces.
  private static func identity(_ path: String) -> String? {
    var status = stat()
    if stat(path, &status) == 0 {
      return status.st_mode & S_IFMT == S_IFREG ? "\(status.st_dev) \(status.st_ino)" : nil
    }
    let (directory, name) = split(path)
    return real(directory).map { $0 + "/" + name } ?? path
  }

  private static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  private static func real(_ path: String) -> String? {
    FileSystem.realPath(path)
  }
}
