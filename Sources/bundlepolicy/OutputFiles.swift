import ArgumentParser
import Basics

/// The files that a command writes. They must not overwrite each other, or files that the command reads.
struct OutputFiles {
  struct Named {
    let word: String
    let path: String
  }

  private enum Identity: Hashable {
    case existing(device: UInt64, number: UInt64)
    /// The path of a file that does not exist yet.
    case place(ExactText)

    init(_ status: stat) {
      self = .existing(
        device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
    }
  }

  private let outputs: [Named]

  /// Throws if a path is `-`, or two paths name the same file.
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

  func check(_ inputs: [String], readFor word: String) throws(ValidationError) {
    if isEmpty { return }
    let written = outputs.map { (output: $0, identity: Self.identity($0.path)) }
    for input in inputs {
      guard let status = FileSystem.status(input), let identity = Self.identityOfFile(status) else { continue }
      for (output, taken) in written where taken == identity { throw Self.overwrites(output, word) }
    }
  }

  /// Throws if an output is an existing Lua file: which files of a directory are policies is known only after reading them.
  func checkSources() throws(ValidationError) {
    for output in outputs where output.path.hasSuffix(".lua") {
      guard FileSystem.status(output.path) != nil else { continue }
      throw ValidationError("\(output.word) \(output.path) would overwrite a Lua file; name another file")
    }
  }

  /// Throws if an output is one of these bundles or in one: a check must not change its input.
  func check(bundles: [String], readFor word: String) throws(ValidationError) {
    if isEmpty { return }
    // Computed once, because there may be thousands of bundles.
    let written = outputs.map {
      (output: $0, identity: Self.identity($0.path), directories: Self.directories(around: $0.path))
    }
    for bundle in bundles {
      guard let status = FileSystem.status(bundle) else { continue }
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

  private static func overwrites(_ output: Named, _ word: String) -> ValidationError {
    ValidationError("\(output.word) \(output.path) would overwrite a file that \(word) reads; name another file")
  }

  /// Returns nil for pipes, devices and directories, which cannot be overwritten.
  private static func identityOfFile(_ status: stat) -> Identity? {
    status.type == S_IFREG ? Identity(status) : nil
  }

  private static func identity(_ path: String) -> Identity? {
    if let status = FileSystem.status(path) { return identityOfFile(status) }
    let (directory, name) = split(path)
    return .place(ExactText(FileSystem.realPath(directory).map { $0 + "/" + name } ?? path))
  }

  /// Returns the directory at a path, or around a file at the path, and all its parents.
  private static func directories(around path: String) -> Set<Identity> {
    guard var place = FileSystem.realPath(path) ?? FileSystem.realPath(split(path).directory) else { return [] }
    var found: Set<Identity> = []
    while true {
      if let status = FileSystem.status(place) { found.insert(Identity(status)) }
      if place == "/" { return found }
      place = split(place).directory
    }
  }

  static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}

/// A file that is written in pieces and gets its name at the end: readers see the old or the complete new contents. A link stays a link.
/// A terminal, pipe or device is written to and never replaced.
final class PartialFile {
  private let given: String
  private var destination: Destination

  private enum Destination {
    case stream(Int32)
    /// The file, its name, and the folder, which is closed last.
    case file(ReplacementFile, name: String, folder: Int32)
    case closed
  }

  /// Opens a temporary file in the same folder. With `isFound`, the user did not name the file, so only a regular file is replaced.
  init(_ given: String, isFound: Bool = false) throws(Output.Failure) {
    self.given = given
    destination = .closed
    if !isFound, let own = Self.descriptor(namedBy: given) {
      destination = .stream(try opened(fcntl(own, F_DUPFD_CLOEXEC, 3)))
      return
    }
    let target = FileSystem.realPath(given)
    // To replace the link would leave its target unchanged.
    if target == nil, errno == EILSEQ { throw failure() }
    let path = target ?? given
    if let status = FileSystem.status(path), status.type != S_IFREG {
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

  /// Returns the descriptor of the program that a path names. It may be a file, such as the log of a job, which must not be replaced.
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

  static func isStream(_ path: String) -> Bool { descriptor(namedBy: path) != nil }

  func write(_ bytes: some Collection<UInt8>) throws(Output.Failure) {
    let descriptor =
      switch destination {
      case .stream(let descriptor): descriptor
      case .file(let file, _, _): file.descriptor
      case .closed: Int32(-1)
      }
    try mapError(try Output.write(bytes, to: descriptor)) { (error: Output.Failure) in
      Output.Failure(path: given, reason: error.reason)
    }
  }

  /// Flushes the file to disk and gives it its name.
  func finish() throws(Output.Failure) {
    if case .file(let file, let name, _) = destination {
      try mapError(try file.finish(as: name)) { (error: SystemError) in
        Output.Failure(path: given, reason: error.text)
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
