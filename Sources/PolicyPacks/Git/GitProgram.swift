#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The installed `git`, and what it may use for one pack.
struct GitProgram {
  /// The most bytes that may be fetched of one repository: 512 MiB.
  static let fetchLimit = 512 << 20

  private let path: String
  private let seconds: Int
  private let deadline: UInt64
  private let environment: [[CChar]]

  /// Throws when there is none. All runs together may take `seconds`. `variables` stand in place of this process's.
  init(seconds: Int, _ variables: [String: String] = [:]) throws(PackError) {
    guard let path = GitProcess.find("git", in: variables["PATH"]) else {
      throw PackError(.git, "there is no program 'git' in PATH", hint: "install git; packs are got by it")
    }
    self.path = path
    self.seconds = seconds
    deadline = GitProcess.now() &+ UInt64(clamping: seconds) &* 1_000_000_000
    environment = GitProcess.environment(variables)
  }

  /// What holds whatever the user or the system configured: no hooks, no commands as addresses, objects looked at as they come,
  /// nothing done beside.
  private static let settings = [
    "core.hooksPath=/dev/null", "protocol.ext.allow=never", "fetch.fsckObjects=true", "transfer.fsckObjects=true",
    "gc.auto=0", "maintenance.auto=false", "submodule.recurse=false", "fetch.recurseSubmodules=false",
    "core.fsmonitor=false", "fetch.writeCommitGraph=false", "advice.detachedHead=false",
  ]

  /// Runs git. `what` says what for, in messages: "read the refs of the repository".
  func run(
    _ words: [String], settings: [String] = [], input: [UInt8] = [], outputLimit: Int = 16 << 20, what: String,
    isTooMuch: @escaping () -> Bool = { false }
  ) throws(PackError) -> GitProcess.Outcome {
    var process = GitProcess(
      program: path, words: (Self.settings + settings).flatMap { ["-c", $0] } + words, environment: environment,
      deadline: deadline)
    process.input = input
    process.outputLimit = outputLimit
    process.isTooMuch = isTooMuch
    do throws(GitProcess.Failure) {
      return try process.run()
    } catch {
      switch error {
      case .start(let number):
        throw PackError(.git, "git cannot be started: \(String(cString: strerror(number)))", file: path)
      case .time:
        throw PackError(
          .time, "git took longer than \(seconds) seconds to \(what)",
          hint: "try again, or allow more with --timeout SECONDS")
      case .output: throw PackError(.limit, "git wrote more than \(outputLimit) bytes to \(what)")
      case .stopped:
        throw PackError(
          .limit, "the repository has more than \(Self.fetchLimit >> 20) MiB to fetch",
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
      .git, "git could not \(what): " + (told.isEmpty ? "it ended with status \(outcome.status)" : told),
      hint: "see that git itself can read it: git ls-remote ADDRESS")
  }
}
