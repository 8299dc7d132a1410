import ArgumentParser
import Basics
import BuildRecords
import LedgerViews
import ReleaseLedger
import StructuredText

struct LedgerInit: Command {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create a ledger, or upgrade one from an earlier version",
    discussion: """
      Examples:
        bundlepolicy ledger init --ledger builds.db
      """)

  @Option(.ledger, transform: LedgerChoice.init(url:)) var ledger = LedgerChoice()

  func execute() throws -> ExitStatus {
    let location = try ledger.required()
    let (ledger, preparation) = try Ledger.prepare(location, time: Clock.now())
    switch preparation {
    case .made:
      try Output.print(
        "created the ledger \(location.shown) (\(ledger.id))",
        "record builds with: bundlepolicy check --ledger \(Self.isFile(location) ? location.shown : "URL") --record …"
      )
    case .migrated(let version):
      try Output.print("upgraded the ledger \(location.shown) (its schema was version \(version))")
    case .found: try Output.print("\(location.shown) is already a ledger (\(ledger.id)) and up to date")
    }
    return .passed
  }

  private static func isFile(_ location: LedgerLocation) -> Bool {
    if case .file = location.kind { true } else { false }
  }
}

struct LedgerVerify: Command {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Verify every row against the hash chain",
    discussion: """
      Examples:
        bundlepolicy ledger verify --ledger builds.db
      """)

  @Option(.ledger, transform: LedgerChoice.init(url:)) var ledger = LedgerChoice()

  @Option("format", "output format", value: "FORMAT") var format = TextFormat.text

  @Option(
    "head", "the hash of a row that was once the last; the ledger must still contain it unchanged", value: "HASH",
    transform: digest)
  var head: ContentDigest?

  private static func digest(_ text: String) throws -> ContentDigest {
    guard let digest = ContentDigest(text: text.hasPrefix("sha256:") ? text : "sha256:" + text) else {
      throw ValidationError(
        "must be a hash as printed by 'ledger verify' and 'check --record': sha256: and 64 hexadecimal digits")
    }
    return digest
  }

  func execute() throws -> ExitStatus {
    let ledger = try self.ledger.opened()
    let result = try ledger.verify(anchor: head?.bytes)
    if format == .json {
      try Output.write(LedgerVerificationJSON.render(result, ledger), to: Output.standardOutput)
    } else {
      try Output.print(Self.lines(result, ledger, isAnchored: head != nil))
    }
    return result.defects.isEmpty ? .passed : .violations
  }

  private static func lines(_ result: LedgerVerification, _ ledger: Ledger, isAnchored: Bool) -> [String] {
    let rows = counted(result.count, "row")
    var lines = result.defects.map { defect in
      "\(ledger.location.shown): error: " + (defect.sequence.map { "row #\($0): " } ?? "") + defect.message
    }
    lines += result.notes.map { "\(ledger.location.shown): note: row #\($0.sequence ?? 0): \($0.message)" }
    if result.noteCount > result.notes.count {
      lines.append("… and \(counted(result.noteCount - result.notes.count, "more note"))")
    }
    if result.defectCount > result.defects.count {
      lines.append("… and \(result.defectCount - result.defects.count) more")
    }
    if result.defects.isEmpty {
      lines.append("\(ledger.location.shown) is intact: \(rows)")
      if let anchor = result.anchor {
        lines.append("    verified  row #\(anchor) has the given hash, and no row before it has changed")
      }
    } else {
      lines += [
        "\(ledger.location.shown) is NOT intact: \(counted(result.defectCount, "defect")) in \(rows)",
        "    fix       stop recording here, restore a backup, and verify it with --head before you use it",
      ]
    }
    if let head = result.headText {
      lines.append("    head      \(head)")
      if !isAnchored, result.defects.isEmpty {
        lines.append(
          "    note      store the head elsewhere; with --head it later proves that no row up to here was removed or rewritten"
        )
      }
    }
    return lines
  }
}
