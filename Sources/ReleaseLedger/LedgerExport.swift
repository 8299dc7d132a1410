internal import Basics
internal import PropertyLists
internal import StructuredText

/// A ledger as text: a line of JSON for each row, between one that tells whose ledger it is and one that tells where it ends.
package enum LedgerExport {
  static let format = "bundlepolicy-ledger"
  /// The version of the lines of the oldest ledgers, without marks. Lines with more have that of their tables, counted on from it.
  private static let version: Int64 = 1

  /// The line that tells whose ledger it is. Programs that do not know some marks refuse the version of lines that may have them.
  static func head(id: String, schema: Int64 = LedgerSchema.current) -> [UInt8] {
    line {
      $0.member("format", format)
      $0.name("version")
      $0.number(version + max(schema - LedgerSchema.oldest, 0))
      $0.member("ledger", id)
    }
  }

  static func line(of row: RecordedBuild) -> [UInt8] {
    let entry = row.entry
    return line { json in
      json.name("sequence")
      json.number(row.sequence)
      json.name("time")
      json.number(row.time)
      json.member("product", entry.product)
      json.member("identifier", entry.identifier)
      json.member("platform", entry.platform)
      json.member("kind", entry.kind)
      json.member("name", entry.name)
      json.member("path", entry.path)
      json.member("shortVersion", entry.shortVersion)
      json.member("build", entry.build)
      json.member("digest", entry.digest.text)
      json.member("verdict", entry.verdict.rawValue)
      json.member("policies", RowText.text(entry.policies))
      json.member("waivers", RowText.text(entry.waivers))
      json.member("tool", entry.tool)
      json.member("labels", RowText.text(entry.labels))
      json.member("info", Base64.encode(entry.info))
      json.member("entitlements", entry.entitlements.map { Base64.encode($0) })
      if let mark = entry.mark {
        json.member("mark", mark.kind.rawValue)
        json.name("target")
        json.number(mark.target)
        json.member("reason", mark.reason)
      }
      json.member("previousHash", Hexadecimal.text(of: row.previousHash))
      json.member("hash", Hexadecimal.text(of: row.hash))
    }
  }

  static func end(count: Int64, head: [UInt8]?) -> [UInt8] {
    line {
      $0.name("rows")
      $0.number(count)
      $0.member("head", head.map { Hexadecimal.text(of: $0) })
    }
  }

  private static func line(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(isOnOneLine: true)
    json.object(body)
    return json.bytes + [0x0A]
  }

  // MARK: Reading

  /// What a first line says.
  enum Head: Hashable {
    /// The lines are of the ledger of this id, whose tables are of this version.
    case ledger([UInt8], schema: Int64)
    /// A later version of the program wrote them.
    case later
    /// They are none of a ledger.
    case other
  }

  static func head(_ line: [UInt8]) -> Head {
    guard let value = RowText.value(line), value["format"]?.string == format,
      let id = value["ledger"]?.string.flatMap({ Hexadecimal.bytes($0) }), id.count == 16
    else { return .other }
    switch value["version"]?.content {
    case .integer(let number) where (version...version + LedgerSchema.current - LedgerSchema.oldest).contains(number):
      return .ledger(id, schema: LedgerSchema.oldest + number - version)
    default: return .later
    }
  }

  /// What a last line says; nil for another one.
  static func end(_ value: StructuredValue) -> (count: Int64, head: [UInt8]?)? {
    guard case .integer(let rows)? = value["rows"]?.content else { return nil }
    return (rows, value["head"]?.string.flatMap { Hexadecimal.bytes($0) })
  }

  /// The row that a line holds; nil for what is none.
  static func row(_ value: StructuredValue) -> RecordedBuild? {
    guard case .integer(let sequence)? = value["sequence"]?.content, case .integer(let time)? = value["time"]?.content,
      let product = value["product"]?.string, let identifier = value["identifier"]?.string,
      let kind = value["kind"]?.string, let name = value["name"]?.string, let path = value["path"]?.string,
      let digest = value["digest"]?.string.flatMap({ ContentDigest(text: $0) }),
      let verdict = value["verdict"]?.string.flatMap({ BuildEntry.Verdict(rawValue: $0) }),
      let policies = value["policies"]?.string.flatMap({ RowText.policies(RowText.value($0)) }),
      let waivers = value["waivers"]?.string.flatMap({ RowText.waivers(RowText.value($0)) }),
      let tool = value["tool"]?.string,
      let labels = value["labels"]?.string.flatMap({ RowText.labels(RowText.value($0)) }),
      let info = value["info"]?.string.flatMap({ Base64.decode($0.utf8, sparesBits: true) }),
      let previousHash = value["previousHash"]?.string.flatMap({ Hexadecimal.bytes($0) }),
      let hash = value["hash"]?.string.flatMap({ Hexadecimal.bytes($0) })
    else { return nil }
    var entitlements: [UInt8]?
    if let text = value["entitlements"]?.string {
      guard let bytes = Base64.decode(text.utf8, sparesBits: true) else { return nil }
      entitlements = bytes
    }
    var mark: BuildMark?
    if let kind = value["mark"]?.string {
      guard let kind = BuildMark.Kind(rawValue: kind), case .integer(let target)? = value["target"]?.content else {
        return nil
      }
      mark = BuildMark(kind, of: target, because: value["reason"]?.string)
    }
    let entry = BuildEntry(
      product: product, identifier: identifier, platform: value["platform"]?.string, kind: kind, name: name, path: path,
      shortVersion: value["shortVersion"]?.string, build: value["build"]?.string, digest: digest, verdict: verdict,
      policies: policies, waivers: waivers, tool: tool, labels: labels, info: info, entitlements: entitlements,
      mark: mark)
    return RecordedBuild(sequence: sequence, time: time, entry: entry, previousHash: previousHash, hash: hash)
  }
}
