import Basics
import GitRepositories
import StructuredText

/// Fills tables from a commit of a ledger's branch: with the rows added since the last commit that was read, or with
/// all rows.
struct GitLedgerReader {
  let branch: GitBranch
  let memory: SQLiteDatabase
  let shown: String
  var content: GitLedgerContent

  /// The bytes of files to read at once. A single file may be larger.
  private static let portion = 16 << 20
  private static let missingLimit: Int64 = 1_000

  mutating func read(_ commit: String) throws(LedgerError) {
    let files = try branch.files(of: commit)
    let rows = Self.rowFiles(among: files)
    let ends = try branch.contents(
      of: [GitLedgerFiles.begin, GitLedgerFiles.end].compactMap { name in files.first { $0.path == name } }[...])
    let (id, schema) = try ledger(files.contains { $0.path == GitLedgerFiles.begin } ? ends.first : nil)
    if !(try continues(rows.files, id, schema)) { try start(id, schema) }
    for message in rows.damages { content.note(message, shown: shown) }
    try read(rows.files)
    let end = files.contains { $0.path == GitLedgerFiles.end } ? ends.last : nil
    try check(end: end.flatMap { RowText.value($0) }.flatMap { LedgerExport.end($0) })
  }

  /// Notes if the last row of another commit is missing or differs.
  mutating func requireRows(of seen: String) throws(LedgerError) {
    let files = try branch.files(of: seen).filter { $0.path == GitLedgerFiles.end }
    guard let text = try branch.contents(of: files[...]).first,
      let end = RowText.value(text).flatMap({ LedgerExport.end($0) }),
      end.count > 0
    else { return }
    let found = try memory.rows("SELECT hash FROM builds WHERE sequence = $1", .integer(end.count)).first?.first?.bytes
    if found == end.head { return }
    content.note(
      "the branch was rewritten: row #\(end.count), which was the last when the ledger was last read here, "
        + (found == nil ? "is gone" : "is another row now")
        + "; the ledger as it was is refs/bundlepolicy/seen in \(branch.folder)/git", shown: shown)
  }

  // MARK: Files

  /// The files of rows in order, up to the first that is missing.
  static func rowFiles(among files: [GitFile]) -> (files: [GitFile], damages: [String]) {
    let found = files.filter { $0.path.hasPrefix(GitLedgerFiles.folder + "/") }
    var inOrder: [GitFile] = []
    let byName = Dictionary(found.map { ($0.path, $0) }) { $1 }
    while let next = byName[GitLedgerFiles.name(inOrder.count)] { inOrder.append(next) }
    var damages: [String] = []
    if inOrder.count < found.count {
      let known = Set(inOrder.map(\.path))
      let other = found.first { !known.contains($0.path) }?.path ?? ""
      damages.append(
        "\(other) in the branch is not expected: the next file of rows would be \(GitLedgerFiles.name(inOrder.count))")
    }
    return (inOrder, damages)
  }

  private func ledger(_ text: [UInt8]?) throws(LedgerError) -> (id: [UInt8], schema: Int64) {
    switch text.map({ LedgerExport.head($0) }) {
    case .ledger(let id, let schema): return (id, schema)
    case .later:
      throw LedgerError(
        .schema, "a later version of bundlepolicy wrote the ledger", file: shown,
        hint: "install that version; the ledger was not changed")
    case .other, nil:
      throw LedgerError(
        .foreign, "the branch is not a ledger: it has no valid \(GitLedgerFiles.begin); it was not changed",
        file: shown,
        hint: "name the ledger's branch, or create a new one with 'bundlepolicy ledger init'")
    }
  }

  /// Whether all files that were read are unchanged, except the last if it had room for more rows.
  private func continues(_ files: [GitFile], _ id: [UInt8], _ schema: Int64) throws(LedgerError) -> Bool {
    guard content.damage == nil, content.chain.isOf(id), content.schema == schema, files.count >= content.files.count
    else { return false }
    return zip(content.files.dropLast(content.tail.isEmpty ? 0 : 1), files).allSatisfy { $0 == $1.id }
  }

  private mutating func start(_ id: [UInt8], _ schema: Int64) throws(LedgerError) {
    content.begin(id, schema: schema)
    for table in ["ledger", "builds", "recorded"] { try memory.execute("DROP TABLE IF EXISTS \(table)") }
    try LedgerSchema.create(in: memory, id: id, time: 0, version: schema)
  }

  // MARK: Rows

  private mutating func read(_ files: [GitFile]) throws(LedgerError) {
    // The last file that was read may have grown.
    var next = content.files.count
    if !content.tail.isEmpty, next > 0, files[next - 1].id != content.files[next - 1] { next -= 1 }
    try memory.transaction(writing: true) { () throws(LedgerError) in
      while next < files.count {
        var end = next + 1
        var size = files[next].size
        while end < files.count, files[end].size < Self.portion - min(size, Self.portion) {
          size += files[end].size
          end += 1
        }
        for (file, text) in zip(files[next..<end], try branch.contents(of: files[next..<end])) {
          try read(text, of: file.path)
        }
        next = end
      }
    }
    content.files = files.map(\.id)
  }

  private mutating func read(_ text: [UInt8], of path: String) throws(LedgerError) {
    guard text.starts(with: content.tail) else {
      content.note("the branch was rewritten: \(path) does not begin as it did when it was read before", shown: shown)
      return
    }
    let known = content.tail.count { $0 == 0x0A }
    var lines = text.dropFirst(content.tail.count).split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() } else { content.note("\(path) is truncated", shown: shown) }
    for (index, line) in lines.enumerated() {
      let place = "\(path):\(known + index + 1)"
      guard let row = RowText.value(Array(line)).flatMap({ LedgerExport.row($0) }) else {
        content.note("\(place) is not a row of a ledger", shown: shown)
        continue
      }
      guard content.schema >= row.entry.schema else {
        content.note("\(place) cannot be in a ledger of this version", shown: shown)
        continue
      }
      let isInPlace = row.sequence == content.chain.count + 1
      if content.damage == nil, let defect = content.add(row, line + [0x0A]) {
        content.note(
          "row #\(row.sequence) of the ledger was altered (\(place)): \(defect)", shown: shown, isOfChain: isInPlace)
      }
      do throws(LedgerError) { try Ledger.insert(row, into: memory) } catch {
        content.note(
          "\(place) cannot follow the lines before it: another row has its number or its place", shown: shown)
      }
    }
  }

  private mutating func check(end: (count: Int64, head: [UInt8]?)?) throws(LedgerError) {
    guard let end else {
      content.note("\(GitLedgerFiles.end) in the branch is missing or damaged", shown: shown)
      return
    }
    if content.damage == nil, end.count == content.chain.count, end.head == content.chain.head { return }
    let last = try memory.rows("SELECT sequence FROM builds ORDER BY sequence DESC LIMIT 1").first?.first?.integer ?? 0
    if end.count == last, content.damage != nil { return }
    content.note(
      "\(GitLedgerFiles.end) says that the ledger has \(counted(end.count, "row")), but it has \(last)"
        + (end.count == last ? " with another hash at the end" : ""), shown: shown)
    // The numbers of rows that are missing at the end.
    guard end.count > last else { return }
    for number in (last + 1)...min(end.count, last.addingReportingOverflow(Self.missingLimit).partialValue) {
      try memory.execute("INSERT INTO recorded (sequence) VALUES ($1)", .integer(number))
    }
  }
}
