import Basics
import BuildRecords
package import GitRepositories

/// A ledger in a branch of a git repository.
///
/// The server accepts a commit only on top of the one that it has; this alone orders concurrent recorders. Queries
/// run on tables in memory that are filled from the branch: as it was when the ledger was opened or when this process
/// last recorded, so that a check sees one state.
final class GitDatabase: LedgerDatabase {
  let dialect: LedgerDialect
  /// A warning that the server could not be reached, and that the copy was read instead.
  private(set) var notice: LedgerError?

  private let branch: GitBranch
  private let shown: String
  private let memory: SQLiteDatabase
  private var content = GitLedgerContent()
  /// The commit that `content` was read from; nil before the branch exists.
  private var head: String?
  /// Whether the branch is to be created; then, whether object ids in the repository are SHA-256, if that is known.
  private var isNew = false
  private var isSHA256: Bool?
  private var recordingLock: FileLock?
  /// Whether the damage was reported, so that rows can be read all the same.
  private var isDamageReported = false

  /// Reads the branch. Throws `missing` if it does not exist.
  convenience init(reading address: GitLedgerAddress, shown: String) throws(LedgerError) {
    try self.init(address, shown: shown)
    try refresh(records: false)
  }

  /// Creates the branch with the tables that `fill` makes. Throws `foreign` if it exists.
  static func create(
    _ address: GitLedgerAddress, shown: String, _ fill: (GitDatabase) throws(LedgerError) -> Void
  ) throws(LedgerError) {
    let database = try GitDatabase(address, shown: shown)
    let taken = LedgerError(
      .foreign, "the branch already exists", file: shown,
      hint: "name another branch; if this is a ledger, show it with 'bundlepolicy ledger log'")
    switch try database.branch.remote() {
    case .head: throw taken
    case .unreachable(let error): throw error
    case .absent(let isSHA256): (database.isNew, database.isSHA256) = (true, isSHA256)
    }
    do throws(LedgerError) { try fill(database) } catch {
      throw error.code == .raced ? taken : error
    }
  }

  private init(_ address: GitLedgerAddress, shown: String) throws(LedgerError) {
    self.shown = shown
    branch = try GitBranch(address, shown: shown)
    memory = try SQLiteDatabase(path: nil, shown: shown, isWritable: true, isNew: true)
    dialect = memory.dialect
  }

  // MARK: What the branch holds

  /// Fills the tables from the branch; or from the copy, if the server cannot be reached and nothing is to be
  /// recorded.
  private func refresh(records: Bool) throws(LedgerError) {
    // Git runs alone in the copy, and not for long.
    let work = try branch.cache.lockForGit(shown)
    defer { withExtendedLifetime(work) {} }
    let remote = try branch.remote()
    let seen = try branch.seen()
    switch remote {
    case .unreachable(let error):
      guard !records, let seen else { throw error }
      notice = LedgerError(
        .unreachable, "\(error.message); the copy of the ledger that was fetched last was read instead", file: shown,
        hint: "builds recorded since then are not known here")
      if head != seen { try load(seen, after: nil) }
    case .absent:
      guard seen == nil else { throw gone }
      throw LedgerError(
        .missing, "the repository has no branch '\(branch.address.branch)'", file: shown,
        hint: "check the address, or create a ledger with 'bundlepolicy ledger init --ledger \(shown)'")
    case .head(let id):
      notice = nil
      if id == head, seen == head { return }
      if seen == nil { try branch.prepare(isSHA256: id.utf8.count == 64) }
      let commit = id == seen ? id : try branch.fetch()
      try load(commit, after: seen)
      if content.damage == nil, commit != seen { try branch.setSeen(commit) }
    }
  }

  /// `seen` is a commit whose rows must also be there.
  private func load(_ commit: String, after seen: String?) throws(LedgerError) {
    var reader = GitLedgerReader(branch: branch, memory: memory, shown: shown, content: content)
    do throws(LedgerError) {
      try reader.read(commit)
      if let seen, seen != commit { try reader.requireRows(of: seen) }
    } catch {
      // The tables may be filled only partly.
      (content, head) = (GitLedgerContent(), nil)
      throw error
    }
    content = reader.content
    head = commit
  }

  private var gone: LedgerError {
    LedgerError(
      .corrupt, "the branch is gone, which held a ledger when it was last read here", file: shown,
      hint: "find out who removed it, and push refs/bundlepolicy/seen of \(branch.folder)/git to restore it; "
        + "to start again, remove that folder")
  }

  // MARK: LedgerDatabase

  func run(_ statement: String, _ values: [LedgerValue], row: ([LedgerValue]) throws(LedgerError) -> Bool)
    throws(LedgerError)
  {
    try memory.run(statement, values, row: row)
  }

  func begin(writing: Bool) throws(LedgerError) {
    if writing {
      let recordingLock = try branch.cache.lockForRecording(shown)
      if !isNew { try refresh(records: true) }
      self.recordingLock = recordingLock
    }
    do throws(LedgerError) {
      if let damage = content.damage, !isDamageReported || writing { throw damage }
      try memory.begin(writing: writing)
    } catch {
      recordingLock = nil
      throw error
    }
  }

  func commit() throws(LedgerError) {
    if recordingLock != nil {
      try record()
      recordingLock = nil
    }
    try memory.commit()
  }

  func rollBack() {
    memory.rollBack()
    recordingLock = nil
  }

  func damages() throws(LedgerError) -> [String] {
    isDamageReported = true
    return content.damages
  }

  private func record() throws(LedgerError) {
    let identity = try LedgerSchema.identity(in: memory, shown: shown)
    let (id, schema) = (identity.id, identity.version)
    var new: [RecordedBuild] = []
    try memory.run(
      "SELECT \(RowColumns.list(in: schema)) FROM builds WHERE sequence > $1 ORDER BY sequence",
      [.integer(content.chain.count)]
    ) { values throws(LedgerError) in
      guard let row = RowColumns.row(values) else {
        throw LedgerError(.failed, "a new row could not be read back; nothing was recorded", file: shown)
      }
      new.append(row)
      return true
    }
    let isUpgraded = !isNew && content.schema != schema
    if !isNew, !isUpgraded, new.isEmpty { return }
    var content = content
    if isNew { content.begin(id, schema: schema) } else { content.upgrade(to: schema) }
    var files = try content.add(new)
    if isNew || isUpgraded {
      files.append((GitLedgerFiles.begin, LedgerExport.head(id: Hexadecimal.text(of: id), schema: schema)))
    }
    if isNew { files.append((GitLedgerFiles.readme, Array(GitLedgerFiles.explanation.utf8))) }
    let work = try branch.cache.lockForGit(shown)
    defer { withExtendedLifetime(work) {} }
    let message = isUpgraded && new.isEmpty ? "Upgrade the ledger\n" : Self.message(new, isFirst: isNew)
    let commit: (id: String, files: [GitFile])
    do throws(LedgerError) { commit = try put(files, message, isSHA256: isSHA256 ?? false) } catch {
      guard isNew, isSHA256 == nil, error.code == .unwritable else { throw error }
      // An empty repository may use the other kind of object ids.
      let refusal = error
      do throws(LedgerError) { commit = try put(files, message, isSHA256: true) } catch { throw refusal }
    }
    content.files = GitLedgerReader.rowFiles(among: commit.files).files.map(\.id)
    (self.content, head, isNew) = (content, commit.id, false)
    // The rows are recorded, even if the copy cannot be updated.
    do throws(LedgerError) { try branch.setSeen(commit.id) } catch {}
  }

  /// Commits the files, checks that they can be read again, and pushes them. Returns the commit with all its files.
  private func put(_ files: [(path: String, bytes: [UInt8])], _ message: String, isSHA256: Bool) throws(LedgerError)
    -> (id: String, files: [GitFile])
  {
    if isNew { try branch.prepare(isSHA256: isSHA256) }
    let commit = try branch.make(files, message: message, onto: head)
    let all = try branch.files(of: commit)
    try branch.push(commit, onto: head)
    return (commit, all)
  }

  private static func message(_ rows: [RecordedBuild], isFirst: Bool) -> String {
    guard let first = rows.first, let last = rows.last else { return "Create the ledger\n" }
    let products = rows.map(\.entry).filter(\.isProduct)
    let named = products.first.map { "\($0.identifier) \($0.number)" }
    let what = products.count == 1 ? named ?? "" : counted(max(products.count, 1), "build")
    let line = what.unicodeScalars.map { $0.value < 0x20 || 0x7F...0x9F ~= $0.value ? "?" : String($0) }.joined()
    let numbers =
      first.sequence == last.sequence ? "Row #\(first.sequence)" : "Rows #\(first.sequence) to #\(last.sequence)"
    // Two processes that record the same build at the same time must not make the same commit: both would believe
    // that they recorded it.
    let transaction = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let verb =
      switch first.entry.mark?.kind {
      case nil, .dropped: isFirst ? "Import" : "Record"
      case .withdrawn, .freed: "Withdraw"
      case .shipped: "Ship"
      case .labeled: "Label"
      case .unshipped: "Take back the shipment of"
      }
    return "\(verb) \(line.prefix(200))\n\n\(numbers)\nTransaction: \(transaction)\n"
  }
}

extension LedgerCode: GitErrorCode {
  package static func error(_ failure: GitFailure) -> LedgerError {
    let cacheHint = "name another folder with BUNDLEPOLICY_CACHE"
    switch failure {
    case .absent:
      return LedgerError(.unreachable, "git is not in PATH", hint: "install git, which reads and writes this ledger")
    case .start(let path, let error):
      return LedgerError(.failed, "git cannot be started: \(error.text)", file: path)
    case .time(let seconds, let what):
      return LedgerError(.unreachable, "git took longer than \(seconds) seconds to \(what)", hint: "try again")
    case .output(let limit, let what):
      return LedgerError(.failed, "git wrote more than \(limit) bytes to \(what)")
    case .download:
      return LedgerError(
        .failed, "the branch needs a download of more than \(GitLimits.fetch >> 20) MiB",
        hint: "name the branch of a ledger, which holds nothing else")
    case .exit(let what, let message, let refusal):
      return LedgerError(.failed, "git could not \(what): \(message)", hint: refusal?.advice)
    case .folder(let what, let path, let error):
      return LedgerError(.unwritable, "\(what): \(error.text)", file: path, hint: cacheHint)
    case .notFolder(let path):
      return LedgerError(.unwritable, "the cache is not a folder", file: path, hint: cacheHint)
    }
  }
}
