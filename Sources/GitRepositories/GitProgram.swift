package import Basics

/// The installed `git` with a working directory of its own.
///
/// Git is never run in another way. It obeys the configuration of any repository it is in, and takes a folder with `HEAD`, `objects` and
/// `refs` for one. So it never runs in a checkout, and `GIT_DIR` always names the repository: `git` in this folder.
package final class GitProgram<Code: GitErrorCode> {
  package let folder: String
  package let path: String
  private let seconds: Int
  private let isKept: Bool
  private let mayPrompt: Bool
  /// The deadline for all runs on the monotonic clock, in nanoseconds.
  private let deadline: UInt64
  private let environment: [[CChar]]

  /// Finds git and makes its working directory. Throws if git is not installed.
  /// - Parameters:
  ///   - seconds: The time limit for all runs together.
  ///   - isKept: Whether the folder stays when this object is deallocated.
  ///   - mayPrompt: Whether git may ask for a password if standard input is a terminal.
  ///   - variables: Overrides environment variables of this process.
  ///   - folder: Makes the working directory and returns its absolute path.
  package init(
    seconds: Int, isKept: Bool, mayPrompt: Bool, _ variables: [String: String],
    folder: () throws(Diagnostic<Code>) -> String
  ) throws(Diagnostic<Code>) {
    guard let path = Subprocess.find("git", in: variables["PATH"]) else { throw Code.error(.absent) }
    (self.path, self.seconds, self.isKept) = (path, seconds, isKept)
    deadline = Clocks.nanoseconds() &+ UInt64(clamping: seconds) &* 1_000_000_000
    let folder = try folder()
    self.folder = folder
    let above = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? folder
    let own = ["GIT_DIR": folder + "/git", "GIT_CEILING_DIRECTORIES": above]
    self.mayPrompt = mayPrompt && isatty(0) == 1
    environment = GitProcess.environment(variables.merging(own) { $1 }, mayPrompt: self.mayPrompt)
  }

  deinit { if !isKept { FolderTree<Code>.remove(folder) } }

  /// Returns options for reading from `url`. A repository on disk is served by a process that obeys the repository's own configuration,
  /// which may name a command that fetches missing objects; the options forbid that.
  package static func uploadPackOptions(_ url: String) -> [String] {
    url.hasPrefix("file:") ? ["--upload-pack=GIT_ALLOW_PROTOCOL=none git-upload-pack"] : []
  }

  /// Runs git and returns its output and status. `what` is the purpose for messages: "read the refs of the repository".
  package func run(
    _ words: [String], settings: [String] = [], input: [UInt8] = [], outputLimit: Int = 16 << 20, what: String,
    isTooMuch: @escaping () -> Bool = { false }
  ) throws(Diagnostic<Code>) -> GitProcess.Outcome {
    var process = GitProcess(
      path: path, folder: folder, mayPrompt: mayPrompt, deadline: deadline, environment: environment,
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

  /// Runs git and returns its output. Throws if git fails.
  package func succeed(
    _ words: [String], settings: [String] = [], input: [UInt8] = [], outputLimit: Int = 16 << 20, what: String,
    isTooMuch: @escaping () -> Bool = { false }
  ) throws(Diagnostic<Code>) -> [UInt8] {
    let outcome = try run(
      words, settings: settings, input: input, outputLimit: outputLimit, what: what, isTooMuch: isTooMuch)
    if outcome.status != 0 { throw Self.failure(outcome, what: what) }
    return outcome.output
  }

  package static func failure(_ outcome: GitProcess.Outcome, what: String) -> Diagnostic<Code> {
    let message = GitMessage.shortened(outcome.errors)
    return Code.error(
      .exit(
        what: what, message: message.isEmpty ? "it exited with status \(outcome.status)" : message,
        refusal: GitMessage.refusal(outcome.errors)))
  }
}

private enum GitSettings {
  /// These override the user's and the system's configuration: no hooks, no commands as addresses, verification of fetched objects, no
  /// background work.
  static let always = [
    "core.hooksPath=/dev/null", "protocol.ext.allow=never", "fetch.fsckObjects=true", "transfer.fsckObjects=true",
    "gc.auto=0", "maintenance.auto=false", "submodule.recurse=false", "fetch.recurseSubmodules=false",
    "core.fsmonitor=false", "fetch.writeCommitGraph=false", "advice.detachedHead=false", "safe.bareRepository=explicit",
  ]
}

package enum GitLimits {
  /// The maximum download from one repository in bytes: 512 MiB.
  package static let fetch = 512 << 20
}

package enum GitMessage {
  private static let limit = 600

  /// The reason why ssh could not connect; nil for other failures.
  package static func refusal(_ bytes: [UInt8]) -> SSHRefusal? { SSHRefusal(String(decoding: bytes, as: UTF8.self)) }

  /// Lines that git prints for any failure.
  private static let empty = ["Please make sure you have the correct access rights", "and the repository exists."]

  /// Joins the meaningful lines and removes possible passwords from addresses. Does not escape control characters; the caller must.
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
    // The reason comes last.
    return text.utf8.count <= limit ? text : "…" + String(text.suffix(limit))
  }

  /// Replaces the user information in every `//user:password@` with an ellipsis.
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
