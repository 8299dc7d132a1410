import Basics
import PolicyEngine
import PropertyLists
import ReleaseLedger

// The ledger as the command line and the environment name it.
extension Arguments {
  /// Of `--ledger`, else of `BUNDLEPOLICY_LEDGER`; nil when neither names one.
  func ledgerLocation(of command: String) throws(UsageError) -> LedgerLocation? {
    if let text = first("ledger") {
      let location = try Self.location(text, named: "--ledger", command)
      if location.holdsPassword {
        throw UsageError(
          message:
            "--ledger \(location.shown) holds a password, which everybody on this machine can read in the list of processes; "
            + "put the whole URL into the environment variable BUNDLEPOLICY_LEDGER, or the password into PGPASSWORD or ~/.pgpass",
          command: command)
      }
      return location
    }
    guard let text = getenv("BUNDLEPOLICY_LEDGER"), text.pointee != 0 else { return nil }
    // What a secret store or a file of settings leaves at the ends of a value.
    let value = String(cString: text)
    let start = value.firstIndex { !$0.isWhitespace } ?? value.endIndex
    guard let end = value.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return try Self.location(String(value[start...end]), named: "BUNDLEPOLICY_LEDGER", command)
  }

  private static func location(
    _ text: String, named name: String, _ command: String
  ) throws(UsageError) -> LedgerLocation {
    do throws(LedgerAddressError) { return try LedgerLocation(text) } catch {
      throw UsageError(message: "\(name): \(error.message)", command: command)
    }
  }

  /// How a check records. Throws when it is to, and no ledger is named, or it could record what was not wholly judged.
  func recording(of command: String) throws -> Recording? {
    guard try ledgerLocation(of: command) != nil else {
      for option in ["record", "record-failures", "label"] where isGiven(option) {
        throw UsageError(
          message: "--\(option) needs a ledger: name one with --ledger, or in BUNDLEPOLICY_LEDGER", command: command)
      }
      return nil
    }
    if has("record-failures"), !has("record") {
      throw UsageError(message: "--record-failures adds to --record; give both", command: command)
    }
    let labels = try labels(of: command)
    guard has("record") else {
      if !labels.isEmpty { throw UsageError(message: "--label needs --record", command: command) }
      return nil
    }
    for option in ["rule", "skip", "write-baseline"] where isGiven(option) {
      throw UsageError(
        message: "--record records what passed all rules; leave --\(option) out", command: command)
    }
    if has("allow-empty") {
      throw UsageError(message: "--record records what was judged; leave --allow-empty out", command: command)
    }
    return Recording(
      tool: "bundlepolicy \(BundlePolicy.version)", labels: labels, keepsFailures: has("record-failures"), now: Self.now
    )
  }

  /// `--label NAME=VALUE`, each name once, sorted by name.
  func labels(of command: String) throws(UsageError) -> [BuildEntry.Label] {
    var labels: [BuildEntry.Label] = []
    for word in all("label") {
      guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
        throw UsageError(message: "--label is NAME=VALUE, not '\(word)'", command: command)
      }
      let name = String(word[..<equals])
      if labels.contains(where: { $0.name == name }) {
        throw UsageError(message: "--label \(name) is given more than once", command: command)
      }
      labels.append(BuildEntry.Label(name: name, value: String(word[word.index(after: equals)...])))
    }
    return labels.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Gives a check the ledger that is named, if one is, or why it can't be read: what needs no ledger is judged all the same.
  func openLedger(for options: inout Check.Options) {
    do throws(LedgerError) {
      let location: LedgerLocation?
      do throws(UsageError) { location = try ledgerLocation(of: "check") } catch {
        throw LedgerError(.failed, error.message)
      }
      guard let location else { return }
      let ledger = try Ledger.open(location)
      try ledger.checkEnd()
      options.ledger = ledger
    } catch {
      options.ledgerFailure = error
    }
  }

  /// Milliseconds since 1970.
  static let now: @Sendable () -> Int64 = { Clocks.millisecondsSince1970() }

  /// The file of the ledger and what SQLite keeps beside it: no result may take its place. None on a server.
  func ledgerFiles(of command: String) throws(UsageError) -> [String] {
    guard let location = try ledgerLocation(of: command), case .file(let path) = location.kind else { return [] }
    return ["", "-journal", "-wal", "-shm"].map { path + $0 }
  }
}
