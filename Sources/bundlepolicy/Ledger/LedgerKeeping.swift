import ArgumentParser
import Basics
import PolicyEngine
import ReleaseLedger
import Reporting
import StructuredText

struct LedgerInit: Command {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Begin a ledger, or bring one of an earlier version up to date")

  @OptionGroup var ledger: LedgerOptions

  func execute() throws -> ExitStatus {
    let location = try ledger.required()
    let (ledger, preparation) = try Ledger.prepare(location, time: Clock.now())
    switch preparation {
    case .made:
      try Output.print(
        "began the ledger \(location.shown) (\(ledger.id))",
        "record builds with: bundlepolicy check --ledger \(Self.isServer(location) ? "URL" : location.shown) --record …"
      )
    case .migrated(let version):
      try Output.print("brought the ledger \(location.shown) up to date (its tables were of version \(version))")
    case .found: try Output.print("\(location.shown) is a ledger already (\(ledger.id)), and up to date")
    }
    return .passed
  }

  private static func isServer(_ location: LedgerLocation) -> Bool {
    if case .server = location.kind { true } else { false }
  }
}

struct LedgerVerify: Command {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Hold every row against the chain of hashes")

  @OptionGroup var ledger: LedgerOptions

  @Option("format", "how the result is written", value: "FORMAT") var format = TextFormat.text

  @Option(
    "head", "a hash that was the last row's once; the ledger must still hold it", value: "HASH", transform: digest)
  var head: ContentDigest?

  private static func digest(_ text: String) throws -> ContentDigest {
    guard let digest = ContentDigest(text: text.hasPrefix("sha256:") ? text : "sha256:" + text) else {
      throw InvalidValue("must be a hash such as 'ledger verify' and 'check --record' tell: sha256: and 64 digits")
    }
    return digest
  }

  func execute() throws -> ExitStatus {
    let ledger = try Ledger.open(try self.ledger.required())
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
