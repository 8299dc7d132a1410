import ArgumentParser
import Basics

/// Files that a command writes, held against each other and against those it reads: none may silently take another's place.
struct OutputFiles {
  /// A file and the word of the command line that it comes from.
  struct Named {
    let word: String
    let path: String
  }

  /// What tells that two paths are of one file or directory.
  private enum Identity: Hashable {
    case existing(device: UInt64, number: UInt64)
    /// Where a file will be.
    case place(ExactText)

    init(_ status: stat) {
      self = .existing(
        device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
    }
  }

  private let outputs: [Named]

  /// The files of an option. Throws when one is `-`, or two are one file.
  init(_ option: String, _ paths: [String]) throws(ValidationError) {
    try self.init(paths.map { Named(word: option, path: $0) })
  }

  init(_ outputs: [Named]) throws(ValidationError) {
    self.outputs = outputs
    var seen: [Identity: Named] = [:]
    for output in outputs {
      if output.path == "-" {
        throw ValidationError("\(output.word) - would write a file named '-'; for standard output, write /dev/stdout")
      }
      guard let identity = Self.identity(output.path) else { continue }
      if let other = seen.updateValue(output, forKey: identity) {
        throw ValidationError(
          "\(other.word) \(other.path) and \(output.word) \(output.path) are the same file; name two files")
      }
    }
  }

  var isEmpty: Bool { outputs.isEmpty }

  /// Throws when an output is one of the files that are read for `word`.
  func check(_ inputs: [String], readFor word: String) throws(ValidationError) {
    if isEmpty { return }
    let written = outputs.map { (output: $0, identity: Self.identity($0.path)) }
    for input in inputs {
      guard let status = Self.status(input), let identity = Self.identityOfFile(status) else { continue }
      for (output, taken) in written where taken == identity { throw Self.overwrites(output, word) }
    }
  }

  /// Throws when an output is a Lua file that there is: what is found in a directory is only known once all of it was read.
  func checkSources() throws(ValidationError) {
    for output in outputs where output.path.hasSuffix(".lua") {
      var status = stat()
      guard stat(output.path, &status) == 0 else { continue }
      throw ValidationError("\(output.word) \(output.path) would overwrite a Lua file; name another file")
    }
  }

  /// Throws when an output is one of these bundles or lies in one: a check changes nothing of what it looks at.
  func check(bundles: [String], readFor word: String) throws(ValidationError) {
    if isEmpty { return }
    // Found once: there may be thousands of bundles.
    let written = outputs.map {
      (output: $0, identity: Self.identity($0.path), directories: Self.directories(around: $0.path))
    }
    for bundle in bundles {
      guard let status = Self.status(bundle) else { continue }
      let file = Self.identityOfFile(status)
      for (output, identity, directories) in written {
        if let file, file == identity { throw Self.overwrites(output, word) }
        if directories.contains(Identity(status)) {
          throw ValidationError(
            "\(output.word) \(output.path) would write into \(bundle), which \(word) reads; name another place")
        }
      }
    }
  }

  /// Throws when an output is a policy of `--policy`, or the nearest one, or a file of parameters.
  func check(_ loading: LoadingOptions, policies named: [String]) throws(ValidationError) {
    if isEmpty { return }
    try check(loading.parameterPaths, readFor: "--params")
    let policies = (try? PolicySearch.policies(named: named)) ?? []
    try check(policies + policies.map { $0 + "/policy.lua" }, readFor: "--policy")
  }

  private static func overwrites(_ output: Named, _ word: String) -> ValidationError {
    ValidationError("\(output.word) \(output.path) would overwrite a file that \(word) reads; name another file")
  }

  /// What is at a path, links followed; nil when there is nothing.
  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// Nil for pipes, devices and directories, whose contents nothing replaces.
  private static func identityOfFile(_ status: stat) -> Identity? {
    status.st_mode & S_IFMT == S_IFREG ? Identity(status) : nil
  }

  /// What makes a path the same file as another; nil for what is there and is not a regular file.
  private static func identity(_ path: String) -> Identity? {
    if let status = status(path) { return identityOfFile(status) }
    let (directory, name) = split(path)
    return .place(ExactText(FileSystem.realPath(directory).map { $0 + "/" + name } ?? path))
  }

  /// The directory at a path, or the one that a file there will lie in, and all that contain it.
  private static func directories(around path: String) -> Set<Identity> {
    guard var place = FileSystem.realPath(path) ?? FileSystem.realPath(split(path).directory) else { return [] }
    var found: Set<Identity> = []
    while true {
      if let status = status(place) { found.insert(Identity(status)) }
      if place == "/" { return found }
      place = split(place).directory
    }
  }

  fileprivate static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}

/// A file that is written piece by piece, and has its name only when it is whole: a reader sees the old content or all of the new
/// one. A link stays a link; a terminal, pipe or device is written to, never replaced.
final class PartialFile {
  private let given: String
  private var destination: Destination

  private enum Destination {
    /// Written to as it is; closed when it is finished.
    case stream(Int32)
    /// The file, its name, and the folder, which is closed after it.
    case file(ReplacementFile, name: String, folder: Int32)
    case closed
  }

  /// Opens the file beside the one whose place it will take. `isFound`: the user did not name it, and what is there must be a regular
  /// file.
  init(_ given: String, isFound: Bool = false) throws(Output.Failure) {
    self.given = given
    destination = .closed
    if !isFound, let own = Self.descriptor(namedBy: given) {
      destination = .stream(try opened(fcntl(own, F_DUPFD_CLOEXEC, 3)))
      return
    }
    let target = FileSystem.realPath(given)
    // What the link leads to would keep its old content.
    if target == nil, errno == EILSEQ { throw failure() }
    let path = target ?? given
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      if isFound { throw Output.Failure(path: given, reason: "the file exists and is not a regular file") }
      destination = .stream(try opened(open(path, O_WRONLY | O_CLOEXEC)))
      return
    }
    let (directory, name) = OutputFiles.split(path)
    let folder = try opened(open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    do throws(SystemError) {
      destination = .file(try ReplacementFile(in: folder, mode: 0o644), name: name, folder: folder)
    } catch {
      close(folder)
      throw Output.Failure(path: given, reason: error.text)
    }
  }

  deinit { discard() }

  private func discard() {
    switch destination {
    case .stream(let descriptor): close(descriptor)
    case .file(let file, _, let folder):
      file.discard()
      close(folder)
    case .closed: break
    }
    destination = .closed
  }

  /// The program's own stream that a path names. It may be a file, such as the log of a job: what is in it stays, and its name, too.
  private static func descriptor(namedBy path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return Output.standardOutput
    case "/dev/stderr": return Output.standardError
    default:
      for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
        if let number = Int32(path.dropFirst(folder.count)), number >= 0 { return number }
      }
      return nil
    }
  }

  /// Whether a path names one of the program's own streams, such as `/dev/stdout`.
  static func isStream(_ path: String) -> Bool { descriptor(namedBy: path) != nil }

  func write(_ bytes: some Collection<UInt8>) throws(Output.Failure) {
    let descriptor =
      switch destination {
      case .stream(let descriptor): descriptor
      case .file(let file, _, _): file.descriptor
      case .closed: Int32(-1)
      }
    do throws(Output.Failure) {
      try Output.write(bytes, to: descriptor)
    } catch {
      throw Output.Failure(path: given, reason: error.reason)
    }
  }

  /// Brings it to the disk and gives it its name.
  func finish() throws(Output.Failure) {
    if case .file(let file, let name, _) = destination {
      do throws(SystemError) {
        try file.finish(as: name)
      } catch {
        throw Output.Failure(path: given, reason: error.text)
      }
    }
    discard()
  }

  private func opened(_ descriptor: Int32) throws(Output.Failure) -> Int32 {
    guard descriptor >= 0 else { throw failure() }
    return descriptor
  }

  private func failure() -> Output.Failure { Output.Failure(path: given, reason: SystemError(errno).text) }
}
