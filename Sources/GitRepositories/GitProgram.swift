package import Basics

/// The installed `git`, at work in a folder of its own, and what it may use.
///
/// Git is run in no other way. It obeys the configuration of whatever repository it finds itself in, and takes a folder with
/// `HEAD`, `objects` and `refs` for one; so it never runs where a checkout's files are, and is always told which repository
/// is meant: `git` in this folder.
package final class GitProgram<Code: GitErrorCode> {
  /// Its folder, an absolute path.
  package let folder: String
  /// Of the program.
  package let path: String
  private let seconds: Int
  private let isKept: Bool
  private let asks: Bool
  /// By when all must be done, of the monotonic clock.
  private let deadline: UInt64
  private let environment: [[CChar]]

  /// Throws when there is no git; else makes the folder by `folder`, and keeps it if it `isKept`. All runs together may take `seconds`.
  /// `variables` stand in place of this process's. At a terminal it may ask for a password there, if it `asks`.
  package init(
    seconds: Int, isKept: Bool, asks: Bool, _ variables: [String: String], folder: () throws(Diagnostic<Code>) -> String
  ) throws(Diagnostic<Code>) {
    guard let path = Subprocess.find("git", in: variables["PATH"]) else { throw Code.error(.absent) }
    self.path = path
    self.seconds = seconds
    self.isKept = isKept
    deadline = Clocks.nanoseconds() &+ UInt64(clamping: seconds) &* 1_000_000_000
    let folder = try folder()
    self.folder = folder
    let above = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? folder
    let own = ["GIT_DIR": folder + "/git", "GIT_CEILING_DIRECTORIES": above]
    self.asks = asks && isatty(0) == 1
    environment = GitProcess.environment(variables.merging(own) { $1 }, asks: self.asks)
  }

  deinit { if !isKept { FolderTree<Code>.remove(folder) } }

  /// Words for git that reads from `url`: one on disk is served by a program that obeys the repository's own configuration, which
  /// may name a command for objects that it lacks.
  package static func serving(_ url: String) -> [String] {
    url.hasPrefix("file:") ? ["--upload-pack=GIT_ALLOW_PROTOCOL=none git-upload-pack"] : []
  }

  /// Runs git. `what` says what for, in messages: "read the refs of the repository".
  package func run(
    _ words: [String], settings: [String] = [], input: [UInt8] = [], outputLimit: Int = 16 << 20, what: String,
    isTooMuch: @escaping () -> Bool = { false }
  ) throws(Diagnostic<Code>) -> GitProcess.Outcome {
    var process = GitProcess(
      path: path, folder: folder, asks: asks, deadline: deadline, environment: environment,
      words: (GitSettings.always + settings).flatMap { ["-c", $0] } + words)
    process.input = input
    process.outputLimit = outputLimit
    process.isTooMuch = isTooMuch
    do throws(GitProcess.Failure) {
      return try process.run()
    } catch {
      switch error {
      case .start(let number): throw Code.error(.start(path: path, SystemError(number)))
      case .time: throw Code.error(.time(seconds, what: what))
      case .output: throw Code.error(.output(limit: outputLimit, what: what))
      case .stopped: throw Code.error(.download)
      }
    }
  }

  /// The same; throws when it fails.
  package func succeed(
    _ words: [String], settings: [String] = [], input: [UInt8] = [], outputLimit: Int = 16 << 20, what: String,
    isTooMuch: @escaping () -> Bool = { false }
  ) throws(Diagnostic<Code>) -> [UInt8] {
    let outcome = try run(
      words, settings: settings, input: input, outputLimit: outputLimit, what: what, isTooMuch: isTooMuch)
    if outcome.status != 0 { throw Self.failure(outcome, what: what) }
    return outcome.output
  }

  /// The error for a run that failed.
  package static func failure(_ outcome: GitProcess.Outcome, what: String) -> Diagnostic<Code> {
    let told = GitMessage.shortened(outcome.errors)
    return Code.error(
      .exit(
        what: what, told: told.isEmpty ? "it exited with status \(outcome.status)" : told,
        refusal: GitMessage.refusal(outcome.errors)))
  }
}

/// What git is told on every run.
private enum GitSettings {
  /// What holds whatever the user or the system configured: no hooks, no commands as addresses, objects looked at as they come,
  /// nothing done beside.
  static let always = [
    "core.hooksPath=/dev/null", "protocol.ext.allow=never", "fetch.fsckObjects=true", "transfer.fsckObjects=true",
    "gc.auto=0", "maintenance.auto=false", "submodule.recurse=false", "fetch.recurseSubmodules=false",
    "core.fsmonitor=false", "fetch.writeCommitGraph=false", "advice.detachedHead=false", "safe.bareRepository=explicit",
  ]
}

/// What may be fetched.
package enum GitLimits {
  /// The most bytes of one repository: 512 MiB.
  package static let fetch = 512 << 20
}

/// What git says, made fit for one line of ours.
package enum GitMessage {
  /// The most bytes that are shown.
  private static let limit = 600

  /// Why ssh did not connect, if it did not.
  package static func refusal(_ bytes: [UInt8]) -> SSHRefusal? { SSHRefusal(String(decoding: bytes, as: UTF8.self)) }

  /// What git says without telling anything, whatever the reason was.
  private static let empty = ["Please make sure you have the correct access rights", "and the repository exists."]

  /// Lines that say something, joined; what may be a password in an address is left out. What terminals act on is for whoever
  /// prints it to escape.
  package static func shortened(_ bytes: [UInt8]) -> String {
    if let text = refusal(bytes)?.text { return text }
    let lines = String(decoding: bytes, as: UTF8.self).split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
      .map { line -> Substring in
        let trimmed = line.drop { $0 == " " }
        return trimmed
      }
      .filter { line in
        !line.isEmpty && !line.hasPrefix("hint:") && !line.hasPrefix("remote: Enumerating")
          && !line.hasPrefix("remote: Counting") && !line.hasPrefix("remote: Compressing")
          && !empty.contains(String(line))
      }
    let text = withoutCredentials(lines.joined(separator: "; "))
    // The reason stands at the end.
    return text.utf8.count <= limit ? text : "…" + String(text.suffix(limit))
  }

  /// Every `//user:password@` without what stands before the `@`.
  package static func withoutCredentials(_ text: String) -> String {
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
