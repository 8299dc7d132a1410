/// How a row stands in the table `builds`.
enum RowColumns {
  /// Those of every ledger, in the order in which they are read and written.
  private static let common = [
    "sequence", "time", "product", "identifier", "platform", "kind", "name", "path", "short_version", "build", "digest",
    "verdict", "policies", "waivers", "tool", "labels", "info", "entitlements", "previous_hash", "hash",
  ]
  /// Those that a ledger of schema version 3 or later has besides. Only rows with a mark have values there.
  private static let ofMarks = ["mark", "target", "reason"]

  static let names = common + ofMarks

  /// What is selected from a ledger of a schema version: a value for each name.
  static func list(in schema: Int64) -> String { (common + columns(ofMarks, in: schema)).joined(separator: ", ") }

  /// These columns of marks, or as many values NULL where there are none.
  static func columns(_ names: [String], in schema: Int64) -> [String] {
    schema >= LedgerSchema.withMarks ? names : names.map { "NULL AS \($0)" }
  }

  /// Adds a row. Rows without a mark are written the same way to ledgers of all versions.
  static func insert(_ row: RecordedBuild, into database: any LedgerDatabase) throws(LedgerError) {
    let names = row.entry.mark == nil ? common : names
    let places = (1...names.count).map { "$\($0)" }.joined(separator: ", ")
    try database.run(
      "INSERT INTO builds (\(names.joined(separator: ", "))) VALUES (\(places))",
      Array(values(of: row).prefix(names.count))
    ) { _ throws(LedgerError) in true }
  }

  static func values(of row: RecordedBuild) -> [LedgerValue] {
    let entry = row.entry
    func text(_ text: String?) -> LedgerValue { text.map { .text($0) } ?? .null }
    func bytes(_ bytes: [UInt8]?) -> LedgerValue { bytes.map { .bytes($0) } ?? .null }
    return [
      .integer(row.sequence), .integer(row.time), .text(entry.product), .text(entry.identifier), text(entry.platform),
      .text(entry.kind), .text(entry.name), .text(entry.path), text(entry.shortVersion), text(entry.build),
      .bytes(entry.digest.bytes), .text(entry.verdict.rawValue),
      .text(RowText.text(entry.policies)), .text(RowText.text(entry.waivers)), .text(entry.tool),
      .text(RowText.text(entry.labels)), .bytes(entry.info), bytes(entry.entitlements), .bytes(row.previousHash),
      .bytes(row.hash), text(entry.mark?.kind.rawValue), entry.mark.map { .integer($0.target) } ?? .null,
      text(entry.mark?.reason),
    ]
  }

  /// The row that the columns hold; nil when it isn't one, and for one whose parts differ from what they would be written as.
  static func row(_ values: [LedgerValue]) -> RecordedBuild? {
    guard values.count == names.count, let sequence = values[0].integer, let time = values[1].integer,
      let product = values[2].text, let identifier = values[3].text, let kind = values[5].text,
      let name = values[6].text, let path = values[7].text,
      let digest = values[10].bytes.flatMap({ ContentDigest(bytes: $0) }),
      let verdict = values[11].text.flatMap({ BuildEntry.Verdict(rawValue: $0) }),
      let policies = values[12].text.flatMap({ RowText.policies(RowText.value($0)) }),
      let waivers = values[13].text.flatMap({ RowText.waivers(RowText.value($0)) }), let tool = values[14].text,
      let labels = values[15].text.flatMap({ RowText.labels(RowText.value($0)) }), let info = values[16].bytes,
      let previousHash = values[18].bytes, let hash = values[19].bytes
    else { return nil }
    var mark: BuildMark?
    if let kind = values[20].text.flatMap({ BuildMark.Kind(rawValue: $0) }), let target = values[21].integer {
      mark = BuildMark(kind, of: target, because: values[22].text)
    }
    let entry = BuildEntry(
      product: product, identifier: identifier, platform: values[4].text, kind: kind, name: name, path: path,
      shortVersion: values[8].text, build: values[9].text, digest: digest, verdict: verdict, policies: policies,
      waivers: waivers, tool: tool, labels: labels, info: info, entitlements: values[17].bytes, mark: mark)
    let row = RecordedBuild(sequence: sequence, time: time, entry: entry, previousHash: previousHash, hash: hash)
    return Self.values(of: row) == values ? row : nil
  }
}
