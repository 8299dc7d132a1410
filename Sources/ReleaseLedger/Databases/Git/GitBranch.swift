import Basics
import GitRepositories

struct GitBranch {
  enum Remote {
    case head(String)
    /// There is no such branch. Also, whether object ids in the repository are SHA-256; nil for an empty repository,
    /// which does not say.
    case absent(isSHA256: Bool?)
    case unreachable(LedgerError)
  }

  let address: GitLedgerAddress
  let shown: String
  let cache: GitLedgerCache

  /// The commit that was read last and found to continue the ledger.
  private static let seenRef = "refs/bundlepolicy/seen"
  private static let incomingRef = "refs/bundlepolicy/incoming"
  private static let nextRef = "refs/bundlepolicy/next"

  init(_ address: GitLedgerAddress, shown: String) throws(LedgerError) {
    self.address = address
    self.shown = shown
    cache = try GitLedgerCache(address)
  }

  var folder: String { cache.folder }

  // MARK: The server

  func remote() throws(LedgerError) -> Remote {
    let what = "read the branch"
    let outcome: BoundedProcess.Outcome
    do throws(LedgerError) {
      outcome = try program(seconds: Self.question).run(
        ["ls-remote"] + GitProgram<LedgerCode>.uploadPackOptions(address.url) + [
          "--", address.url, "HEAD", address.ref,
        ],
        settings: Self.settings, what: what)
    } catch {
      guard error.code == .unreachable, Subprocess.find("git", in: address.variables["PATH"]) != nil else {
        throw located(error)
      }
      return .unreachable(located(error))
    }
    guard outcome.status == 0 else {
      let message = GitMessage.shortened(outcome.errors)
      return .unreachable(
        LedgerError(
          .unreachable,
          "the repository cannot be reached: \(message.isEmpty ? "git exited with status \(outcome.status)" : message)",
          file: shown,
          hint: GitMessage.refusal(outcome.errors)?.advice
            ?? "check the address, the network, and that 'git ls-remote \(address.url)' needs no password"))
    }
    let ids = GitProgram<LedgerCode>.ids(in: outcome.output)
    return ids[address.ref].map { .head($0) } ?? .absent(isSHA256: ids.values.first.map { $0.utf8.count == 64 })
  }

  func fetch() throws(LedgerError) -> String {
    let outcome = try git { git throws(LedgerError) in
      try git.fetch(
        ["+\(address.ref):\(Self.incomingRef)"], from: address.url, isShallow: true, settings: Self.settings,
        what: "fetch the branch")
    }
    guard outcome.status == 0 else {
      throw LedgerError(
        .unreachable, "the branch cannot be fetched: \(GitMessage.shortened(outcome.errors))", file: shown,
        hint: "try again; if it keeps failing, remove the copy in \(folder)")
    }
    guard let commit = try commit(Self.incomingRef) else {
      throw LedgerError(.foreign, "the branch is not one of commits", file: shown, hint: "name another branch")
    }
    return commit
  }

  /// Pushes a commit to the branch. Throws `raced` if the branch has moved since the commit was made on `parent`.
  func push(_ commit: String, onto parent: String?) throws(LedgerError) {
    var message = ""
    // A server that is busy with another push also refuses; a moment later it has the other commit.
    for attempt in 0..<3 {
      if attempt > 0 { usleep(.random(in: 50_000...200_000)) }
      let outcome = try mapError(
        try run(
          ["push", "--no-progress", "--no-verify", "--no-follow-tags", "--", address.url, "\(commit):\(address.ref)"],
          settings: ["push.gpgSign=false"], what: "push the branch")
      ) { (error: LedgerError) in
        error.code == .unreachable ? .unsure(error.message, shown) : error
      }
      if outcome.status == 0 { return }
      message = GitMessage.shortened(outcome.errors)
      switch try remote() {
      case .head(let head) where head == commit: return
      case .head(let head) where head == parent: continue
      case .absent where parent == nil: continue
      case .unreachable(let error): throw .unsure(error.message, shown)
      case .head, .absent:
        throw LedgerError(
          .raced, "another process recorded in the ledger at the same moment; nothing was written", file: shown,
          hint: "run the command again")
      }
    }
    throw LedgerError(
      .unwritable, "the repository refused the push: \(message)", file: shown,
      hint: "allow this user or token to push to the branch '\(address.branch)', and exempt it from branch protection")
  }

  // MARK: The copy

  /// Creates the repository of the copy, in place of one that was never used.
  func prepare(isSHA256: Bool) throws(LedgerError) {
    FolderTree<LedgerCode>.remove(folder + "/git")
    try git { git throws(LedgerError) in
      try git.create(isSHA256: isSHA256, what: "create the copy of the ledger")
    }
  }

  func seen() throws(LedgerError) -> String? {
    guard FileSystem.status(folder + "/git/HEAD") != nil else { return nil }
    return try commit(Self.seenRef)
  }

  /// Records that a commit was read, and removes what is no longer needed.
  func setSeen(_ commit: String) throws(LedgerError) {
    try succeed(["update-ref", Self.seenRef, commit], what: "note what was read")
    // Everything else works if this fails.
    _ = try run(
      ["gc", "--auto", "--quiet", "--prune=now"],
      settings: ["gc.auto=2000", "gc.autoPackLimit=50", "gc.autoDetach=false", "gc.reflogExpire=now"],
      what: "clear up the copy of the ledger")
  }

  private func commit(_ name: String) throws(LedgerError) -> String? {
    try git { git throws(LedgerError) in try git.id(name + "^{commit}", what: "look up a commit") }
  }

  /// The bytes of all files of a ledger, which is held in memory: about a million rows.
  private static let sizeLimit = 1 << 30

  /// The ledger's files in a commit. Throws if they exceed `sizeLimit`.
  func files(of commit: String) throws(LedgerError) -> [GitFile] {
    let listing = try succeed(
      [
        "ls-tree", "-r", "-z", "-l", "--full-tree", commit, "--", GitLedgerFiles.begin, GitLedgerFiles.end,
        GitLedgerFiles.folder,
      ], what: "list the ledger's files"
    ).output
    var files: [GitFile] = []
    var total = 0
    for record in listing.split(separator: 0) {
      // `100644 blob ID    SIZE<TAB>PATH`
      let parts = record.split(separator: 0x09, maxSplits: 1)
      let words = (parts.first ?? []).split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 2, words.count == 4, words[0] == "100644" || words[0] == "100755", let size = Int(words[3]),
        size >= 0, let path = String(validating: parts[1], as: UTF8.self), HexDigest.isObject(words[2])
      else {
        throw LedgerError(
          .corrupt, "'\(String(decoding: parts.last ?? [], as: UTF8.self))' in the branch is not a plain file",
          file: shown, hint: "restore the branch as it was before somebody changed it")
      }
      files.append(GitFile(path: path, id: words[2], size: size))
      let (sum, overflows) = total.addingReportingOverflow(size)
      total = sum
      if overflows || sum > Self.sizeLimit {
        throw LedgerError(
          .failed, "the ledger's files have more than \(Self.sizeLimit) bytes, the most that a branch can hold",
          file: shown, hint: "move the ledger to PostgreSQL with 'bundlepolicy ledger export' and 'ledger import'")
      }
    }
    return files
  }

  func contents(of files: some Collection<GitFile>) throws(LedgerError) -> [[UInt8]] {
    if files.isEmpty { return [] }
    return try git { git throws(LedgerError) in try git.contents(of: files, what: "read the ledger's files") }
  }

  func make(
    _ files: [(path: String, bytes: [UInt8])], message: String, onto parent: String?
  ) throws(LedgerError) -> String {
    let who = try run(
      ["var", "GIT_COMMITTER_IDENT"], settings: ["user.useConfigOnly=true"], what: "read the user's name")
    var committer = who.line
    if who.status != 0 || committer.isEmpty { committer = "bundlepolicy <bundlepolicy@localhost> \(time(nil)) +0000" }
    var stream: [UInt8] = []
    func add(_ text: String) { stream += text.utf8 }
    func add(data: [UInt8]) {
      add("data \(data.count)\n")
      stream += data + [0x0A]
    }
    add("commit \(Self.nextRef)\nmark :1\ncommitter \(committer)\n")
    add(data: Array(message.utf8))
    if let parent { add("from \(parent)\n") }
    for file in files {
      add("M 100644 inline \(file.path)\n")
      add(data: file.bytes)
    }
    add("get-mark :1\ndone\n")
    let id = try succeed(
      ["fast-import", "--quiet", "--done", "--force", "--date-format=raw"], input: stream, what: "write a commit"
    ).line
    guard HexDigest.isObject(id) else {
      throw LedgerError(.failed, "git did not return the commit that it wrote", file: shown)
    }
    return id
  }

  // MARK: Git

  /// Waits for slow servers, but not for servers that send nothing.
  private static let settings = ["http.lowSpeedLimit=1", "http.lowSpeedTime=20"]

  private func git<Result>(
    _ body: (GitProgram<LedgerCode>) throws(LedgerError) -> Result
  ) throws(LedgerError) -> Result {
    do throws(LedgerError) { return try body(program()) } catch { throw located(error) }
  }

  private func run(
    _ words: [String], settings: [String] = [], input: [UInt8] = [], what: String
  ) throws(LedgerError) -> BoundedProcess.Outcome {
    try git { git throws(LedgerError) in
      try git.run(words, settings: Self.settings + settings, input: input, outputLimit: 64 << 20, what: what)
    }
  }

  @discardableResult private func succeed(
    _ words: [String], input: [UInt8] = [], what: String
  ) throws(LedgerError) -> BoundedProcess.Outcome {
    let outcome = try run(words, input: input, what: what)
    if outcome.status != 0 { throw located(GitProgram<LedgerCode>.failure(outcome, what: what)) }
    return outcome
  }

  private func located(_ error: LedgerError) -> LedgerError {
    var error = error
    if error.code == .failed, error.file == nil, error.hint == nil {
      error.hint = "if it keeps failing, remove the copy of the ledger in \(folder), which is fetched again"
    }
    error.file = error.file ?? shown
    return error
  }
}

// Running git for a ledger without prompts. Secrets are passed in the environment, which other users cannot read.
extension GitBranch {
  /// The seconds that the server may take to answer a question, and to send or receive the branch.
  static let (question, transfer) = (30, 300)

  func program(seconds: Int = Self.transfer) throws(LedgerError) -> GitProgram<LedgerCode> {
    try GitProgram(seconds: seconds, isKept: true, mayPrompt: false, try variables()) { () throws(LedgerError) in folder
    }
  }

  private func variables() throws(LedgerError) -> [String: String] {
    var variables = address.variables
    variables.merge(["GCM_INTERACTIVE": "never", "SSH_ASKPASS": "", "SSH_ASKPASS_REQUIRE": "never"]) { $1 }
    if address.url.hasPrefix("ssh:"), let command = try sshCommand() { variables["GIT_SSH_COMMAND"] = command }
    if let credentials = address.credentials {
      // Added after the settings that the environment already has (git-config(1), GIT_CONFIG_COUNT).
      let count = (variables["GIT_CONFIG_COUNT"] ?? environmentVariable("GIT_CONFIG_COUNT")).flatMap { Int($0) } ?? 0
      let origin = address.url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
      variables["GIT_CONFIG_KEY_\(count)"] = "http.\(origin.joined(separator: "/"))/.extraHeader"
      variables["GIT_CONFIG_VALUE_\(count)"] = "Authorization: Basic " + Base64.encode(Array(credentials.utf8))
      variables["GIT_CONFIG_COUNT"] = String(count + 1)
    }
    return variables
  }

  /// The configured ssh command, without prompts; nil if the user configured a program whose options are unknown.
  private func sshCommand() throws(LedgerError) -> String? {
    var command = environmentVariable("GIT_SSH_COMMAND")
    if command == nil {
      if environmentVariable("GIT_SSH") != nil { return nil }
      let git = try GitProgram<LedgerCode>(seconds: Self.question, isKept: true, mayPrompt: false, address.variables) {
        () throws(LedgerError) in folder
      }
      let configured = try git.run(["config", "--get", "core.sshCommand"], what: "read its configuration")
      command = configured.status == 0 && !configured.line.isEmpty ? configured.line : nil
    }
    return (command ?? "ssh") + " -oBatchMode=yes -oConnectTimeout=15"
  }
}
