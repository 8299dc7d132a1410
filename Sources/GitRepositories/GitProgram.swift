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
    environment = GitEnvironment.variables(adding: variables.merging(own) { $1 }, mayPrompt: self.mayPrompt)
  }

  deinit { if !isKept { FolderTree<Code>.remove(folder) } }

  /// Returns options for reading from `url`. A repository on disk is served by a process that obeys the repository's own configuration,
  /// which may name a command that fetches missing objects; the options forbid that.
  package static func uploadPackOptions(_ url: String) -> [String] {
    url.hasPrefix("file:") ? ["--upload-pack=GIT_ALLOW_PROTOCOL=none git-upload-pack"] : []
  }

  /// `isTooMuch` is polled while git runs; git is stopped when it returns true.
  package func run(
    _ words: [String], settings: [String] = [], input: [UInt8] = [], outputLimit: Int = 16 << 20, what: String,
    isTooMuch: @escaping () -> Bool = { false }
  ) throws(Diagnostic<Code>) -> BoundedProcess.Outcome {
    let process = BoundedProcess(
      // `-C` comes first, so that git changes to the folder before it looks for anything.
      path, ["-C", folder] + (GitSettings.always + settings).flatMap { ["-c", $0] } + words, environment: environment,
      input: input, outputLimit: outputLimit, deadline: deadline,
      // ssh prompts at the controlling terminal even if its input is not a terminal; a separate session has none.
      isolation: mayPrompt ? .shared : .session, isTooMuch: isTooMuch)
    do throws(BoundedProcess.Failure) {
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

  @discardableResult
  package func succeed(_ words: [String], what: String) throws(Diagnostic<Code>) -> [UInt8] {
    let outcome = try run(words, what: what)
    if outcome.status != 0 { throw Self.failure(outcome, what: what) }
    return outcome.output
  }

  package static func failure(_ outcome: BoundedProcess.Outcome, what: String) -> Diagnostic<Code> {
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

  package static func refusal(_ bytes: [UInt8]) -> SSHRefusal? { SSHRefusal(String(decoding: bytes, as: UTF8.self)) }

  /// Lines that git prints for any failure.
  private static let empty = ["Please make sure you have the correct access rights", "and the repository exists."]

  /// Joins the meaningful lines and removes possible passwords from addresses. Does not escape control characters; the caller must.
  package static func shortened(_ bytes: [UInt8]) -> String {
    if let text = refusal(bytes)?.text { return text }
    let lines = String(decoding: bytes, as: UTF8.self).split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
      .map { $0.drop { $0 == " " } }
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

package enum GitEnvironment {
  /// Variables that git must not inherit: unrelated secrets, and those that make it use another repository, which are set when a hook runs
  /// this program (`git rev-parse --local-env-vars`, and the outputs of traces).
  private static let removed = [
    "BUNDLEPOLICY_LEDGER", "PGPASSWORD", "BUNDLEPOLICY_ATTEST_KEY", "GIT_DIR", "GIT_WORK_TREE",
    "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_PREFIX",
    "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_REPLACE_REF_BASE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_CONFIG",
    "GIT_CEILING_DIRECTORIES", "GIT_ATTR_SOURCE", "GIT_QUARANTINE_PATH", "GIT_DEFAULT_HASH",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM",
  ]

  private static func added(mayPrompt: Bool) -> [String: String] {
    [
      // Messages are shown, and some are parsed.
      "LC_ALL": "C", "LANGUAGE": "C",
      // Without a terminal nobody can answer.
      "GIT_TERMINAL_PROMPT": mayPrompt ? "1" : "0",
      // Overrides the configuration: `ext::` and `fd::` run commands, and `git:` and `http:` are not protected.
      "GIT_ALLOW_PROTOCOL": "https:ssh:file",
      "GIT_NO_REPLACE_OBJECTS": "1",
      // A repository on disk may lack objects and name a command that fetches them.
      "GIT_NO_LAZY_FETCH": "1",
    ]
  }

  /// The environment for git as C strings, which need not be UTF-8. `others` override variables of this process.
  package static func variables(adding others: [String: String], mayPrompt: Bool) -> [[CChar]] {
    var added = others.merging(added(mayPrompt: mayPrompt)) { $1 }
    // Applies to git and everything it starts: ssh, helpers and ssh-keygen.
    added["PATH"] = Subprocess.searchPath(others["PATH"]).joined(separator: ":")
    return Subprocess.environment(without: { removed.contains($0) || $0.hasPrefix("GIT_TRACE") }, adding: added)
  }
}

package enum GitFailure: Error {
  case absent
  case start(path: String, SystemError)
  case time(Int, what: String)
  case output(limit: Int, what: String)
  case download
  /// It failed with this message. `refusal` is the reason if ssh could not connect.
  case exit(what: String, message: String, refusal: SSHRefusal?)
  case folder(String, path: String, SystemError)
  case notFolder(String)
}

package protocol GitErrorCode: DiagnosticCode {
  static func error(_ failure: GitFailure) -> Diagnostic<Self>
}

package enum SSHRefusal: Sendable {
  /// The server's host key is not in `known_hosts`, and nobody could be asked to confirm it.
  case unknownHost
  /// `known_hosts` has another key for the server.
  case changedHost
  case noAccess

  init?(_ text: String) {
    if text.contains("Host key verification failed") {
      self = text.contains("HOST IDENTIFICATION HAS CHANGED") ? .changedHost : .unknownHost
    } else if text.contains("Permission denied (") {
      self = .noAccess
    } else {
      return nil
    }
  }

  /// A replacement for ssh's message, which is a twelve-line banner or omits the cause; nil if the message is clear.
  var text: String? {
    switch self {
    case .unknownHost: "ssh does not trust the server: its host key is not in known_hosts"
    case .changedHost:
      "ssh does not trust the server: its host key has changed, or somebody else answers in its place (known_hosts has another key)"
    case .noAccess: nil
    }
  }

  package var advice: String {
    switch self {
    case .unknownHost:
      "get the server's key with 'ssh-keyscan HOST', compare it with the one that the server's administrators publish, and add it to known_hosts"
    case .changedHost:
      "ask the server's administrators whether the key was replaced; if it was, remove the old one with 'ssh-keygen -R HOST' and add the new one"
    case .noAccess:
      "allow this user's ssh key to read the repository; 'ssh -T USER@HOST' shows whether the server takes it"
    }
  }
}
