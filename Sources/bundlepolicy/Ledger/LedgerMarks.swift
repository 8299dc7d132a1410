import ArgumentParser
import Basics
import BuildRecords
import ReleaseLedger

struct LedgerWithdraw: Command {
  static let configuration = CommandConfiguration(
    commandName: "withdraw", abstract: "Withdraw a build, so that later builds are not compared with it",
    discussion: """
      Examples:
        bundlepolicy ledger withdraw --ledger builds.db 12 --because "crashes at launch"
        bundlepolicy ledger withdraw com.example.App@42 --because "upload failed" --free-number

      Adds a row; the build's own row stays. Its nested bundles are withdrawn with it. No other build can have its number, \
      unless you add --free-number. A build that was marked as shipped cannot be withdrawn.
      """)

  @Argument(LedgerRow.help, value: "ROW") var word: String

  @Option(required: "because", "the reason, which the ledger keeps", value: "TEXT", transform: OptionValue.text)
  var reason: String

  @Flag("free-number", "let another build have the number; only if this one was never uploaded") var freesNumber = false

  @Option(.ledger, transform: LedgerChoice.init(url:)) var ledger = LedgerChoice()

  func execute() throws -> ExitStatus {
    let ledger = try ledger.opened()
    let build = try LedgerRow(word).marked(for: "withdraw", in: ledger)
    let marking = try ledger.mark(build.sequence, MarkRequest(freesNumber ? .freed : .withdrawn, because: reason))
    let words = marking.build.markWords
    if let mark = marking.mark {
      try Output.print("withdrew \(words); recorded as row #\(mark.sequence)" + marking.partWords)
    } else if let row = marking.build.withdrawal {
      try Output.print("already withdrawn: \(words) by row #\(row.sequence), because: \(row.entry.mark?.reason ?? "")")
    }
    return .passed
  }
}

struct LedgerShip: Command {
  static let configuration = CommandConfiguration(
    commandName: "ship", abstract: "Mark a build as shipped",
    discussion: """
      Examples:
        bundlepolicy ledger ship --ledger builds.db com.example.App@42
        bundlepolicy ledger ship --ledger builds.db 12 --label store=app-store
        bundlepolicy ledger ship com.example.App@43 --undo --because "named the wrong build"

      Adds a row, and one for each nested bundle of the build. Rules see it as 'shipped' of earlier builds. A shipped build cannot \
      be withdrawn. If the build was never shipped, --undo adds a row that takes the mark back.
      """)

  @Argument(LedgerRow.help, value: "ROW") var word: String

  @Option("label", "a label for the build", value: "K=V", transform: NamedValue.read) var labels: [NamedValue] = []

  @Flag("undo", "undo the mark that the build was shipped; only if it never was") var isUndone = false

  @Option("because", "with --undo: the reason, which the ledger keeps", value: "TEXT", transform: OptionValue.text)
  var reason: String?

  @Option(.ledger, transform: LedgerChoice.init(url:)) var ledger = LedgerChoice()

  func execute() throws -> ExitStatus {
    if isUndone { return try undo() }
    if reason != nil { throw ValidationError("--because needs --undo") }
    let labels = try BuildEntry.Label.each(of: labels)
    let ledger = try ledger.opened()
    let build = try LedgerRow(word).marked(for: "ship", in: ledger)
    let marking = try ledger.mark(build.sequence, MarkRequest(.shipped, labels: labels))
    let words = marking.build.markWords
    if let mark = marking.mark, mark.entry.mark?.kind == .shipped {
      try Output.print("shipped \(words); recorded as row #\(mark.sequence)" + marking.partWords)
    } else {
      let row = marking.build.shipment.map { " by row #\($0.sequence)" } ?? ""
      try Output.print(
        "already shipped: \(words)\(row)"
          + (marking.mark.map { "; its labels are recorded as row #\($0.sequence)" } ?? ""))
    }
    return .passed
  }

  private func undo() throws -> ExitStatus {
    guard let reason else { throw ValidationError("--undo needs --because TEXT") }
    if !labels.isEmpty { throw ValidationError("--undo cannot be combined with --label") }
    let ledger = try ledger.opened()
    let build = try LedgerRow(word).marked(for: "ship --undo", in: ledger)
    let marking = try ledger.mark(build.sequence, MarkRequest(.unshipped, because: reason))
    let words = marking.build.markWords
    if let mark = marking.mark {
      try Output.print("no longer shipped: \(words); recorded as row #\(mark.sequence)" + marking.partWords)
    } else if let row = marking.build.takenBackShipment {
      try Output.print("already undone: \(words) by row #\(row.sequence), because: \(row.entry.mark?.reason ?? "")")
    }
    return .passed
  }
}

struct LedgerLabel: Command {
  static let configuration = CommandConfiguration(
    commandName: "label", abstract: "Add labels to a build",
    discussion: """
      Examples:
        bundlepolicy ledger label --ledger builds.db com.example.App@42 ticket=REL-7 reviewed=yes

      Adds a row. If the build already has a label with that name, the new value is shown and searched; the \
      old one stays in its row.
      """)

  @Argument(LedgerRow.help, value: "ROW") var word: String

  @Argument("the labels", value: "NAME=VALUE") var labels: [String]

  @Option(.ledger, transform: LedgerChoice.init(url:)) var ledger = LedgerChoice()

  func execute() throws -> ExitStatus {
    let named = try labels.map { text throws(ValidationError) in
      do { return try NamedValue.read(text) } catch { throw ValidationError("'\(text)': NAME=VALUE is expected") }
    }
    let labels = try BuildEntry.Label.each(of: named)
    let ledger = try ledger.opened()
    let build = try LedgerRow(word).marked(for: "label", in: ledger)
    let marking = try ledger.mark(build.sequence, MarkRequest(.labeled, labels: labels))
    let words = marking.build.markWords
    try Output.print(
      marking.mark.map { "labeled \(words); recorded as row #\($0.sequence)" }
        ?? "nothing to add: \(words) has these labels")
    return .passed
  }
}

extension Ledger {
  fileprivate func mark(_ sequence: Int64, _ request: MarkRequest) throws(LedgerError) -> LedgerMarking {
    try mark(sequence, request, tool: Tool.nameAndVersion, time: Clock.now())
  }
}

extension RecordedBuild {
  /// `com.example.App 1.2 (42), row #12`
  fileprivate var markWords: String {
    let number = [entry.shortVersion, entry.build.map { "(\($0))" }].compactMap { $0 }
    return ([entry.identifier] + number).joined(separator: " ") + ", row #\(sequence)"
  }
}

extension LedgerMarking {
  fileprivate var partWords: String {
    ofParts.isEmpty ? "" : ", with \(counted(ofParts.count, "nested bundle"))"
  }
}
