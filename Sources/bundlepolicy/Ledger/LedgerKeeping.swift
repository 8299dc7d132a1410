import Basics
import PolicyEngine
import ReleaseLedger
import Reporting
import StructuredText

/// `bundlepolicy ledger init` and `verify`.
enum LedgerKeeping {
  static func initialize(_ arguments: Arguments, _ location: LedgerLocation) throws -> ExitStatus {
    let (ledger, preparation) = try Ledger.prepare(location, time: Arguments.now())
    switch preparation {
    case .made:
      try LedgerCommand.say(
        "began the ledger \(location.shown) (\(ledger.id))",
        "record builds with: bundlepolicy check --ledger \(isServer(location) ? "URL" : location.shown) --record …")
    case .migrated(let version):
      try LedgerCommand.say("brought the ledger \(location.shown) up to date (its tables were of version \(version))")
    case .found: try LedgerCommand.say("\(location.shown) is a ledger already (\(ledger.id)), and up to date")
    }
    return .passed
  }

  private static func isServer(_ location: LedgerLocation) -> Bool {
    if case .server = location.kind { true } else { false }
  }

  static func verify(_ arguments: Arguments, _ location: LedgerLocation) throws -> ExitStatus {
    let format = try LedgerCommand.format(arguments, among: ["text", "json"])
    var anchor: [UInt8]?
    if let text = arguments.first("head") {
      guard let digest = ContentDigest(text: text.hasPrefix("sha256:") ? text : "sha256:" + text) else {
        throw LedgerCommand.usage(
          "--head is a hash such as 'ledger verify' and 'check --record' tell: sha256: and 64 digits")
      }
      anchor = digest.bytes
    }
    let ledger = try Ledger.open(location)
    let result = try ledger.verify(anchor: anchor)
    if format == "json" {
      try Output.write(LedgerVerificationJSON.render(result, ledger), to: Output.standardOutput)
    } else {
      try LedgerCommand.say(lines: lines(result, ledger, isAnchored: anchor != nil))
    }
    return result.defects.isEmpty ? .passed : .violations
  }

  private static func lines(_ result: LedgerVerification, _ ledger: Ledger, isAnchored: Bool) -> [String] {
    let rows = counted(result.count, "row")
    var lines = result.defects.map { defect in
      "\(ledger.location.shown): error: " + (defect.sequence.map { "row #\($0): " } ?? "") + defect.message
    }
    if result.defectCount > result.defects.count {
      lines.append("… and \(result.defectCount - result.defects.count) more")
    }
    if result.defects.isEmpty {
      lines.append("\(ledger.location.shown) is what was recorded: \(rows)")
      if let anchor = result.anchor {
        lines.append("    held      row #\(anchor) has the hash given, and nothing before it has changed")
      }
    } else {
      lines += [
        "\(ledger.location.shown) is NOT what was recorded: \(counted(result.defectCount, "defect")) in \(rows)",
        "    fix       record nothing here meanwhile; put back a copy, and verify that with --head before it is used",
      ]
    }
    if let head = result.headText {
      lines.append("    head      \(head)")
      if !isAnchored, result.defects.isEmpty {
        lines.append(
          "    note      keep the head elsewhere: with --head it proves later that nothing up to here was cut off or rewritten"
        )
      }
    }
    return lines
  }
}
