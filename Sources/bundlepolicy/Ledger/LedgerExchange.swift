import Basics
import PolicyEngine
import ReleaseLedger

/// `bundlepolicy ledger export` and `import`.
enum LedgerExchange {
  static func export(_ arguments: Arguments, _ location: LedgerLocation) throws -> ExitStatus {
    let files = arguments.operands.dropFirst() + arguments.all("output")
    if files.count > 1 {
      throw LedgerCommand.usage(
        "'ledger export' writes one file: name it as FILE or with --output FILE, not both")
    }
    let ledger = try Ledger.open(location)
    guard let file = files.first else {
      _ = try ledger.export { bytes throws(LedgerError) in
        try write(bytes) { bytes throws(Output.Failure) in try Output.write(bytes, to: Output.standardOutput) }
      }
      return .passed
    }
    try LedgerCommand.check(output: file, word: arguments.first("output") == nil ? "FILE" : "--output", arguments)
    let partial = try PartialFile(file)
    let count = try ledger.export { bytes throws(LedgerError) in
      try write(bytes) { bytes throws(Output.Failure) in try partial.write(bytes) }
    }
    try partial.finish()
    Output.complain("exported \(counted(count, "row")) to \(file)")
    return .passed
  }

  private static func write(
    _ bytes: [UInt8], _ body: ([UInt8]) throws(Output.Failure) -> Void
  ) throws(LedgerError) {
    do throws(Output.Failure) {
      try body(bytes)
    } catch {
      throw LedgerError(.unwritable, "the export cannot be written: \(error.reason)", file: error.path)
    }
  }

  static func `import`(_ arguments: Arguments, _ location: LedgerLocation) throws -> ExitStatus {
    let file = arguments.operands[1]
    let lines = try LineFile(file)
    let (added, known) = try Ledger.importing(
      { () throws(LedgerError) in try lines.next() }, file: file, into: location, time: Arguments.now())
    try LedgerCommand.say(
      "imported \(counted(added, "row")) into \(location.shown)"
        + (known == 0 ? "" : ", which had \(known) of them"))
    return .passed
  }
}
