import ArgumentParser
import Basics
import BuildHistory
import BuildRecords
import PolicyEngine
import PropertyLists
import ReleaseLedger
import Reports

/// The ledger that `--ledger` names, or else the environment.
struct LedgerChoice {
  var url: String?

  init() {}

  init(url: String) throws { self.url = try OptionValue.filled(url) }

  static let variable = "BUNDLEPOLICY_LEDGER"

  func location() throws(ValidationError) -> LedgerLocation? {
    if let url {
      let location = try Self.location(url, named: "--ledger")
      if location.holdsPassword {
        let (what, elsewhere) =
          if case .branch = location.kind {
            ("user name, which may be a token,", "use a credential helper of git's")
          } else {
            ("password", "the password into PGPASSWORD or ~/.pgpass")
          }
        throw ValidationError(
          "--ledger \(location.shown) contains a \(what) which every user of this machine can see in the process list; "
            + "put the URL into the environment variable BUNDLEPOLICY_LEDGER, or \(elsewhere)"
        )
      }
      return location
    }
    guard let value = environmentVariable(Self.variable) else { return nil }
    // Secret stores and settings files may leave white space around a value.
    let start = value.firstIndex { !$0.isWhitespace } ?? value.endIndex
    guard let end = value.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return try Self.location(String(value[start...end]), named: "BUNDLEPOLICY_LEDGER")
  }

  func required() throws -> LedgerLocation {
    if let location = try location() { return location }
    if let url = try Project.nearest()?.ledger() { return try Self.location(url, named: "ledger") }
    throw ValidationError(
      "name a ledger with --ledger URL or in BUNDLEPOLICY_LEDGER: a file, postgres://… or git+https://…")
  }

  func opened() throws -> Ledger {
    let ledger = try Ledger.open(try required())
    if let notice = ledger.notice { Output.printError(EngineError(notice), label: "warning") }
    return ledger
  }

  private static func location(_ text: String, named name: String) throws(ValidationError) -> LedgerLocation {
    do throws(LedgerAddressError) { return try LedgerLocation(text) } catch {
      throw ValidationError("\(name): \(error.message)")
    }
  }

  /// Opens the ledger for a check, if one is named. If it cannot be opened, the check reports that and evaluates the rules that need no
  /// ledger.
  func open(for options: inout Check.Options) {
    do throws(LedgerError) {
      let location: LedgerLocation?
      do throws(ValidationError) { location = try self.location() } catch { throw LedgerError(.failed, error.message) }
      guard let location else { return }
      let ledger = try Ledger.open(location)
      if let notice = ledger.notice { options.inputWarnings.append(EngineError(notice)) }
      try ledger.checkEnd()
      options.ledger = ledger
    } catch {
      options.ledgerFailure = error
    }
  }

  /// The ledger's SQLite files, which no result may overwrite; empty for other ledgers.
  func files() throws(ValidationError) -> [String] {
    guard let location = try location(), case .file(let path) = location.kind else { return [] }
    return ["", "-journal", "-wal", "-shm"].map { path + $0 }
  }
}

extension BuildEntry.Label {
  static func each(of values: [NamedValue]) throws(ValidationError) -> [BuildEntry.Label] {
    var labels: [BuildEntry.Label] = []
    for value in values {
      if labels.contains(where: { $0.name == value.name }) {
        throw ValidationError("the label '\(value.name)' is given more than once")
      }
      labels.append(BuildEntry.Label(name: value.name, value: value.value))
    }
    return labels.sorted(byBytesOf: \.name)
  }
}

enum Clock {
  static let now: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}

extension CheckCommand {
  /// Returns what the check records, or nil. Throws if `--record` has no ledger, or is combined with an option that excludes rules or
  /// findings.
  func recording() throws -> Recording? {
    guard try ledger.location() != nil else {
      for (option, isGiven) in [
        ("record", records), ("record-failures", recordsFailures), ("label", !labels.isEmpty),
      ] where isGiven {
        throw ValidationError("--\(option) needs a ledger; name one with --ledger or in BUNDLEPOLICY_LEDGER")
      }
      return nil
    }
    if recordsFailures, !records { throw ValidationError("--record-failures needs --record") }
    let labels = try BuildEntry.Label.each(of: labels)
    guard records else {
      if !labels.isEmpty { throw ValidationError("--label needs --record") }
      return nil
    }
    for (option, isGiven) in partial where isGiven {
      throw ValidationError("--record takes the verdict of all rules and cannot be combined with --\(option)")
    }
    if allowsEmpty { throw ValidationError("--record cannot be combined with --allow-empty") }
    return Recording(
      tool: Tool.nameAndVersion, labels: labels, keepsFailures: recordsFailures, now: Clock.now)
  }
}
