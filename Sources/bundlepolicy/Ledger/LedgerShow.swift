import ArgumentParser
import Basics
import ReleaseLedger
import Reporting

struct LedgerShow: ColoredCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show everything the ledger knows about a build",
    discussion: """
      Examples:
        bundlepolicy ledger show --ledger builds.db 12
        bundlepolicy ledger show --ledger builds.db com.example.App@42
      """)

  @Argument("a row number (12), a hash or digest (or at least 7 digits of one), or BUNDLE-ID[@VERSION]", value: "ROW")
  var word: String

  @OptionGroup var ledger: LedgerOptions

  @Option("format", "output format", value: "FORMAT") var format = TextFormat.text

  /// Hexadecimal digits of a hash that name a row.
  private static let leastDigits = 7
  /// Rows that are listed when a word names several.
  private static let mostListed = 20

  @OptionGroup var color: ColorOptions

  func execute() throws -> ExitStatus {
    let ledger = try self.ledger.opened()
    let location = ledger.location
    let found = try Self.builds(word, in: ledger)
    guard let build = found.first else {
      throw LedgerError(
        .failed, "the ledger has no build matching '\(word)'", file: location.shown,
        hint:
          "list builds with 'bundlepolicy ledger log', and name one by its number (12), its hash or digest, or as BUNDLE-ID@VERSION"
      )
    }
    if found.count > 1 { throw Self.ambiguity(word, found, location) }
    if format == .json {
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
    let digits = word.hasPrefix("sha256:") ? String(word.dropFirst(7)) : word
    if let sequence = Int64(number), sequence > 0 {
      do throws(LedgerError) { return [try ledger.build(sequence)] } catch {
        // A hash may begin with decimal digits alone.
        guard error.code == .failed, isDigits(word) else { throw error }
      }
    }
    if isDigits(digits) {
      let builds = try ledger.builds(hashPrefix: digits, limit: mostListed + 1)
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

  private static func ambiguity(_ word: String, _ found: [RecordedBuild], _ location: LedgerLocation) -> LedgerError {
    let rows = found.prefix(mostListed).map { build in
      let entry = build.entry
      let number = [entry.shortVersion, entry.build.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
      let verdict = entry.verdict == .fail ? ", failed" : ""
      return "#\(build.sequence) \(entry.identifier)" + (number.isEmpty ? "" : " " + number) + verdict
    }
    return LedgerError(
      .failed,
      "'\(word)' matches several rows: \(rows.joined(separator: "; "))" + (found.count > mostListed ? "; …" : ""),
      file: location.shown, hint: "name one by its number, such as 'bundlepolicy ledger show \(found[0].sequence)'")
  }

  private static func isDigits(_ word: String) -> Bool {
    word.utf8.count >= leastDigits && word.utf8.count <= 64 && word.allSatisfy(\.isHexDigit)
      && word.utf8.count == word.count
  }
}
