import Basics
import BuildRecords
internal import Bundles
import StructuredText

/// A field of a row. Tables, hashes, limits and exported lines all follow this list.
struct RowField: Sendable {
  enum Form: Sendable {
    case plain
    /// `sha256:` and hexadecimal digits in an export.
    case digest
    /// Base64 in an export; its SHA-256 in the row's hash.
    case propertyList
    /// Hexadecimal digits at the end of an exported line.
    case hash
  }

  typealias Limit = (name: String, bytes: Int)

  let column: String
  let member: String
  let form: Form
  let limit: Limit?
  let value: @Sendable (RecordedBuild) -> LedgerValue

  /// The fields of all rows, in the order of the columns and of the hash.
  static let common: [RowField] = [
    .init("sequence") { .init($0.sequence) }, .init("time") { .init($0.time) },
    .init("product", limit: ("the product's identifier", RowLimits.text)) { .init($0.entry.product) },
    .init("identifier", limit: ("CFBundleIdentifier", RowLimits.text)) { .init($0.entry.identifier) },
    .init("platform", limit: ("the platform", RowLimits.text)) { .init($0.entry.platform) },
    .init("kind", limit: ("the kind", RowLimits.text)) { .init($0.entry.kind) },
    .init("name", limit: ("the name", RowLimits.text)) { .init($0.entry.name) },
    .init("path", limit: ("the path", RowLimits.path)) { .init($0.entry.path) },
    .init("short_version", member: "shortVersion", limit: ("CFBundleShortVersionString", RowLimits.text)) {
      .init($0.entry.shortVersion)
    },
    .init("build", limit: ("CFBundleVersion", RowLimits.text)) { .init($0.entry.build) },
    .init("digest", .digest) { .init($0.entry.digest.bytes) }, .init("verdict") { .init($0.entry.verdict.rawValue) },
    .init("policies", limit: ("the list of its policies", RowLimits.list)) { .init(RowText.text($0.entry.policies)) },
    .init("waivers", limit: ("the list of its waivers", RowLimits.list)) { .init(RowText.text($0.entry.waivers)) },
    .init("tool", limit: ("the program's name", RowLimits.path)) { .init($0.entry.tool) },
    .init("labels", limit: ("the list of its labels", RowLimits.list)) { .init(RowText.text($0.entry.labels)) },
    .init("info", .propertyList) { .init($0.entry.info) },
    .init("entitlements", .propertyList) { .init($0.entry.entitlements) },
    .init("previous_hash", member: "previousHash", .hash) { .init($0.previousHash) },
    .init("hash", .hash) { .init($0.hash) },
  ]

  /// The fields of rows with a mark, which tables have since schema version 3.
  static let ofMarks: [RowField] = [
    .init("mark") { .init($0.entry.mark?.kind.rawValue) }, .init("target") { .init($0.entry.mark?.target) },
    .init("reason", limit: ("the reason", RowLimits.path)) { .init($0.entry.mark?.reason) },
  ]

  /// The fields of rows with measures and sets, which tables have since schema version 5.
  static let ofDetails: [RowField] = [
    .init("details", limit: ("the list of its measures and sets", RowLimits.list)) {
      .init($0.entry.details.isEmpty ? nil : RowText.text($0.entry.details))
    }
  ]

  static let all = common + ofMarks + ofDetails

  static func fields(of entry: BuildEntry) -> [RowField] {
    common + (entry.mark == nil ? [] : ofMarks) + (entry.details.isEmpty ? [] : ofDetails)
  }

  private init(
    _ column: String, member: String? = nil, _ form: Form = .plain, limit: Limit? = nil,
    _ value: @escaping @Sendable (RecordedBuild) -> LedgerValue
  ) {
    (self.column, self.member, self.form, self.limit, self.value) = (column, member ?? column, form, limit, value)
  }

  /// The row with these values, in the order of `all`; nil if no row has such values.
  static func row(_ values: [LedgerValue]) -> RecordedBuild? {
    guard values.count == all.count, let sequence = values[0].integer, let time = values[1].integer,
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
    if let text = values[20].text {
      guard let kind = BuildMark.Kind(rawValue: text), let target = values[21].integer else { return nil }
      mark = BuildMark(kind, of: target, because: values[22].text)
    }
    var details = BuildDetails()
    if let text = values[23].text {
      guard let read = RowText.details(RowText.value(text)) else { return nil }
      details = read
    }
    let entry = BuildEntry(
      product: product, identifier: identifier, platform: values[4].text, kind: kind, name: name, path: path,
      shortVersion: values[8].text, build: values[9].text, digest: digest, verdict: verdict, policies: policies,
      waivers: waivers, tool: tool, labels: labels, info: info, entitlements: values[17].bytes, details: details,
      mark: mark)
    return RecordedBuild(sequence: sequence, time: time, entry: entry, previousHash: previousHash, hash: hash)
  }

  // MARK: Exported lines

  func write(_ row: RecordedBuild, to json: inout JSONWriter) {
    switch value(row) {
    case .null: json.member(member, nil as String?)
    case .integer(let number): json.member(member, number)
    case .text(let text): json.member(member, text)
    case .bytes(let bytes):
      switch form {
      case .propertyList: json.member(member, Base64.encode(bytes))
      case .digest: json.member(member, row.entry.digest.text)
      case .plain, .hash: json.member(member, Hexadecimal.text(of: bytes))
      }
    }
  }

  /// Reads the field from an exported line. `null` for a value of another type; nil for bytes that cannot be decoded.
  func read(_ line: StructuredValue) -> LedgerValue? {
    let value = line[member]
    if case .integer(let number)? = value?.content { return .integer(number) }
    guard let text = value?.string else { return .null }
    switch form {
    case .plain: return .text(text)
    case .digest: return ContentDigest(text: text).map { .bytes($0.bytes) }
    case .propertyList: return Base64.decode(text.utf8, ignoresUnusedBits: true).map { .bytes($0) }
    case .hash: return Hexadecimal.bytes(text).map { .bytes($0) }
    }
  }
}

enum RowColumns {
  /// The columns of all schema versions, in the order in which they are read and written.
  static let names = RowField.all.map(\.column)

  /// The columns to select from a ledger of a schema version: a value for each name.
  static func list(in schema: Int64) -> String {
    (RowField.common.map(\.column) + columns(RowField.ofMarks.map(\.column), in: schema)
      + columns(RowField.ofDetails.map(\.column), in: schema, since: LedgerSchema.withDetails)).joined(separator: ", ")
  }

  /// These columns, by default of marks, or NULL for each in a schema version without them.
  static func columns(
    _ names: [String], in schema: Int64, since first: Int64 = LedgerSchema.withMarks
  ) -> [String] {
    schema >= first ? names : names.map { "NULL AS \($0)" }
  }

  /// Adds a row. Rows with only the common fields are written the same way to ledgers of all versions.
  static func insert(_ row: RecordedBuild, into database: any LedgerDatabase) throws(LedgerError) {
    let fields = RowField.fields(of: row.entry)
    let places = (1...fields.count).map { "$\($0)" }.joined(separator: ", ")
    try database.run(
      "INSERT INTO builds (\(fields.map(\.column).joined(separator: ", "))) VALUES (\(places))",
      fields.map { $0.value(row) }
    ) { _ throws(LedgerError) in true }
  }

  static func values(of row: RecordedBuild) -> [LedgerValue] { RowField.all.map { $0.value(row) } }

  /// The row in these columns; nil if they do not hold one, or hold it in another form than `insert` writes.
  static func row(_ values: [LedgerValue]) -> RecordedBuild? {
    guard let row = RowField.row(values), Self.values(of: row) == values else { return nil }
    return row
  }
}

/// The limits of a row. A build that exceeds them is not recorded, which the check reports: PostgreSQL's index
/// accepts no more.
enum RowLimits {
  /// The bytes of an identifier, a name, a version, a platform or a kind. An entry of PostgreSQL's index, with two of
  /// them and a number, has at most 2,704 bytes (`BTMaxItemSize`, nbtree.h).
  static let text = 1_000
  /// The bytes of a path or a reason.
  static let path = 4_096
  /// The bytes of all labels, waivers or policies.
  static let list = 1 << 20
  static let propertyList = 16 << 20

  /// Throws if a row cannot hold an entry.
  static func check(_ entry: BuildEntry) throws(LedgerError) {
    let row = RecordedBuild(sequence: 0, time: 0, entry: entry, previousHash: [], hash: [])
    for field in RowField.all {
      guard let (name, limit) = field.limit, let text = field.value(row).text else { continue }
      if text.utf8.count > limit {
        throw refusal(entry, "\(name) has \(counted(text.utf8.count, "byte")); the limit is \(limit)")
      }
      if text.utf8.contains(0) {
        throw refusal(
          entry, "\(name) contains the character U+0000, which a ledger cannot store", hint: "remove the character")
      }
    }
    if entry.identifier.isEmpty || entry.product.isEmpty {
      throw refusal(entry, "its CFBundleIdentifier is empty", hint: "set it")
    }
    // A query for all platforms asks for each known one.
    if let platform = entry.platform, Bundle.Platform(rawValue: platform) == nil {
      throw refusal(
        entry, "this version of bundlepolicy does not know the platform '\(platform)'", hint: "install a later one"
      )
    }
    let names = entry.labels.map(\.name)
    if Set(names).count < names.count {
      throw refusal(entry, "two labels have the same name", hint: "name each label once")
    }
    for list in [entry.info, entry.entitlements ?? []] where list.count > propertyList {
      throw refusal(
        entry, "a property list has \(counted(list.count, "byte")); the limit is \(propertyList)")
    }
  }

  private static func refusal(_ entry: BuildEntry, _ message: String, hint: String = "make it shorter") -> LedgerError {
    LedgerError(.refused, "'\(entry.identifier.prefix(100))' cannot be recorded: \(message)", hint: hint)
  }
}
