import Basics

/// The installed `git`, at work in an empty folder of its own that is removed with it, and what it may use for one pack.
///
/// Git is run in no other way. It obeys the configuration of whatever repository it finds itself in, and takes a folder with
/// `HEAD`, `objects` and `refs` for one; so it never runs where a checkout's files are, and is always told which repository
/// is meant: `git` in this folder.
final class GitProgram {
  /// The most bytes that may be fetched of one repository: 512 MiB.
  static let fetchLimit = 512 << 20

  /// Its folder, an absolute path.
  let folder: String
  /// Of the program.
  let path: String
  private let seconds: Int
  /// By when all must be done, of the monotonic clock.
  let deadline: UInt64
  /// Variables as C keeps them, `NAME=value`.
  let environment: [[CChar]]

  /// Makes the folder in a cache. Throws when there is no git. All runs together may take `seconds`. `variables` stand in
  /// place of this process's.
  init(in cache: PackCache, seconds: Int, _ variables: [String: String] = [:]) throws(PackError) {
    guard let path = Subprocess.find("git", in: variables["PATH"]) else {
      throw PackError(.git, "git is not in PATH", hint: "install git, which fetches packs")
    }
    self.path = path
    self.seconds = seconds
    deadline = Clocks.nanoseconds() &+ UInt64(clamping: seconds) &* 1_000_000_000
    let folder = try cache.makeWorkshop()
    self.folder = folder
    let above = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? folder
    let own = ["GIT_DIR": folder + "/git", "GIT_CEILING_DIRECTORIES": above]
    environment = GitProcess.environment(variables.merging(own) { $1 })
  }

  deinit { FolderTree.remove(folder) }

  /// Words for git that reads from `url`: one on disk is served by a program that obeys the repository's own configuration, which
  /// may name a command for objects that it lacks.
  static func serving(_ url: String) -> [String] {
    url.hasPrefix("file:") ? ["--upload-pack=GIT_ALLOW_PROTOCOL=none git-upload-pack"] : []
  }

  /// What holds whatever the user or the system configured: no hooks, no commands as addresses, objects looked at as they come,
  /// nothing done beside.
  private static let settings = [
    "core.hooksPath=/dev/null", "protocol.ext.allow=never", "fetch.fsckObjects=true", "transfer.fsckObjects=true",
    "gc.auto=0", "maintenance.auto=false", "submodule.recurse=false", "fetch.recurseSubmodules=false",
    "core.fsmonitor=false", "fetch.writeCommitGraph=false", "advice.detachedHead=false", "safe.bareRepository=explicit",
  ]

  /// Runs git. `what` says what for, in messages: "read the refs of the repository".
  func run(
    _ words: [String], settings: [String] = [], input: [UInt8] = [], outputLimit: Int = 16 << 20, what: String,
    isTooMuch: @escaping () -> Bool = { false }
  ) throws(PackError) -> GitProcess.Outcome {
    var process = GitProcess(git: self, words: (Self.settings + settings).flatMap { ["-c", $0] } + words)
    process.input = input
    process.outputLimit = outputLimit
    process.isTooMuch = isTooMuch
    do throws(GitProcess.Failure) {
      return try process.run()
    } catch {
      switch error {
      case .start(let number):
        throw PackError(.git, "git cannot be started: \(SystemError(number).text)", file: path)
      case .time:
        throw PackError(
          .time, "git took longer than \(seconds) seconds to \(what)",
          hint: "try again, or allow more time with --timeout SECONDS")
      case .output: throw PackError(.limit, "git wrote more than \(outputLimit) bytes to \(what)")
      case .stopped:
        throw PackError(
          .limit, "the repository needs a download of more than \(Self.fetchLimit >> 20) MiB",
          hint: "name a tag or branch, which is fetched without its history, or keep policies in a smaller repository")
      }
    }
  }

  /// The same; throws when it fails.
  func succeed(
    _ words: [String], settings: [String] = [], input: [UInt8] = [], outputLimit: Int = 16 << 20, what: String,
    isTooMuch: @escaping () -> Bool = { false }
  ) throws(PackError) -> [UInt8] {
    let outcome = try run(
      words, settings: settings, input: input, outputLimit: outputLimit, what: what, isTooMuch: isTooMuch)
    if outcome.status != 0 { throw Self.failure(outcome, what: what) }
    return outcome.output
  }

  /// The error for a run that failed.
  static func failure(_ outcome: GitProcess.Outcome, what: String) -> PackError {
    let told = GitMessage.shortened(outcome.errors)
    return PackError(
      .git, "git could not \(what): " + (told.isEmpty ? "it exited with status \(outcome.status)" : told),
      hint: "check that git can read it: git ls-remote ADDRESS")
  }
}

/// What git says, made fit for one line of ours.
enum GitMessage {
  /// The most bytes that are shown.
  private static let limit = 600

  /// Lines that say something, joined; what may be a password in an address is left out. What terminals act on is for whoever
  /// prints it to escape.
  static func shortened(_ bytes: [UInt8]) -> String {
    let lines = String(decoding: bytes, as: UTF8.self).split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
      .map { line -> Substring in
        let trimmed = line.drop { $0 == " " }
        return trimmed
      }
      .filter { line in
        !line.isEmpty && !line.hasPrefix("hint:") && !line.hasPrefix("remote: Enumerating")
          && !line.hasPrefix("remote: Counting") && !line.hasPrefix("remote: Compressing")
      }
    let text = withoutCredentials(lines.joined(separator: "; "))
    // The reason stands at the end.
    return text.utf8.count <= limit ? text : "…" + String(text.suffix(limit))
  }

  /// Every `//user:password@` without what stands before the `@`.
  static func withoutCredentials(_ text: String) -> String {
    var result: [UInt8] = []
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      result.append(byte)
      guard result.suffix(3) == Array("://".utf8) else { continue }
      let authority = bytes.prefix { $0 != 0x2F && $0 > 0x20 && $0 != 0x27 && $0 != 0x22 }
      guard let at = authority.lastIndex(of: 0x40) else { continue }
      result += "…".utf8
      bytes = bytes[at...]
    }
    return String(decoding: result, as: UTF8.self)
  }
}
