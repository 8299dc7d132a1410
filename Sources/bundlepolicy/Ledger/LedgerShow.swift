import ReleaseLedger
import Reporting

/// `bundlepolicy ledger show`.
enum LedgerShow {
  /// Hexadecimal digits of a hash that name a row.
  private static let leastDigits = 7

  static func run(_ arguments: Arguments, _ location: LedgerLocation) throws -> ExitStatus {
    let format = try LedgerCommand.format(arguments, among: ["text", "json"])
    let word = arguments.operands[1]
    let ledger = try Ledger.open(location)
    let found = try builds(word, in: ledger)
    guard let build = found.first else {
      throw LedgerError(
        .failed, "the ledger has no build '\(word)'", file: location.shown,
        hint: "'bundlepolicy ledger log' lists them; name one by its number, #12, by its hash, or as BUNDLE-ID@VERSION")
    }
    if found.count > 1, Set(found.map(\.entry.identifier)).count > 1 || isDigits(word) {
      throw LedgerError(
        .failed, "several builds are '\(word)': \(found.map { "#\($0.sequence)" }.joined(separator: ", "))",
        file: location.shown, hint: "name one of them by its number")
    }
    if format == "json" {
      try Output.write(LedgerJSON.show(build), to: Output.standardOutput)
    } else {
      let text = LedgerText(isColored: Output.isColored(Output.standardOutput)).show(build)
      try Output.write(text.utf8, to: Output.standardOutput)
    }
    return .passed
  }

  /// The rows that a word names, newest first.
  private static func builds(_ word: String, in ledger: Ledger) throws(LedgerError) -> [RecordedBuild] {
    var filter = LedgerFilter()
    filter.includesParts = true
    let number = word.hasPrefix("#") ? String(word.dropFirst()) : word
    if let sequence = Int64(number), sequence > 0 { return [try ledger.build(sequence)] }
    if let digest = ContentDigest(text: word) {
      filter.digest = digest
      let (builds, _) = try ledger.log(filter, limit: 2)
      if !builds.isEmpty { return builds }
    }
    let digits = word.hasPrefix("sha256:") ? String(word.dropFirst(7)) : word
    if isDigits(digits) {
      let builds = try ledger.builds(hashPrefix: digits, limit: 2)
      if !builds.isEmpty { return builds }
    }
    if let at = word.lastIndex(of: "@") {
      filter.identifier = String(word[..<at])
      filter.version = String(word[word.index(after: at)...])
    } else {
      filter.identifier = word
    }
    let (builds, _) = try ledger.log(filter, limit: 1)
    return builds
  }

  private static func isDigits(_ word: String) -> Bool {
    word.utf8.count >= leastDigits && word.utf8.count <= 64 && word.allSatisfy(\.isHexDigit)
      && word.utf8.count == word.count
  }
}
