import Basics
import BuildRecords
import ReleaseLedger

/// A user's name for a row: `12`, a hash or digest, or at least 7 digits of one, or `BUNDLE-ID[@VERSION]`.
struct LedgerRow {
  static let help: String = "a row number (12), a hash or digest (or at least 7 digits of one), or BUNDLE-ID[@VERSION]"
  private static let leastDigits = 7
  private static let mostListed = 20

  private let word: String

  init(_ word: String) { self.word = word }

  func shown(in ledger: Ledger) throws(LedgerError) -> RecordedBuild {
    var found = try byNumber(in: ledger)
    if found.isEmpty {
      if let version {
        found = Array(try builds(version, in: ledger).prefix(1))
      } else if let newest = try ledger.newest(identifier: word) {
        found = [newest]
      }
    }
    return try only(found, for: "show", in: ledger)
  }

  /// Returns the build to mark. The word must name exactly one build, because another may be recorded at any moment.
  func marked(for command: String, in ledger: Ledger) throws(LedgerError) -> RecordedBuild {
    var found = try byNumber(in: ledger)
    if found.isEmpty {
      var filter = LedgerFilter()
      filter.identifier = word
      if let version {
        found = try builds(version, in: ledger)
      } else {
        found = try ledger.log(filter, limit: Self.mostListed + 1).builds
      }
      // A product's name means the product rather than its parts, and builds that passed and are not withdrawn.
      for isMeant in [{ $0.entry.path.isEmpty }, { $0.entry.verdict == .pass }, { $0.withdrawal == nil }]
        as [(RecordedBuild) -> Bool] where found.count > 1 && found.contains(where: isMeant)
      {
        found.removeAll { !isMeant($0) }
      }
    }
    return try only(found, for: command, in: ledger)
  }

  private var version: (identifier: String, version: String)? {
    word.lastIndex(of: "@").map { (String(word[..<$0]), String(word[word.index(after: $0)...])) }
  }

  private func builds(
    _ named: (identifier: String, version: String), in ledger: Ledger
  ) throws(LedgerError) -> [RecordedBuild] {
    var filter = LedgerFilter()
    (filter.identifier, filter.version, filter.includesParts) = (named.identifier, named.version, true)
    return try ledger.log(filter, limit: Self.mostListed + 1).builds
  }

  private func byNumber(in ledger: Ledger) throws(LedgerError) -> [RecordedBuild] {
    let number = word.hasPrefix("#") ? String(word.dropFirst()) : word
    let digits = word.hasPrefix("sha256:") ? String(word.dropFirst(7)) : word
    if let sequence = Int64(number), sequence > 0 {
      do throws(LedgerError) { return [try ledger.build(sequence)] } catch {
        // A hash can begin with decimal digits only.
        guard error.code == .failed, Self.isDigits(word) else { throw error }
      }
    }
    return Self.isDigits(digits) ? try ledger.builds(hashPrefix: digits, limit: Self.mostListed + 1) : []
  }

  private func only(
    _ found: [RecordedBuild], for command: String, in ledger: Ledger
  ) throws(LedgerError) -> RecordedBuild {
    let shown = ledger.location.shown
    guard let build = found.first else {
      throw LedgerError(
        .failed, "the ledger has no build matching '\(word)'", file: shown,
        hint:
          "list builds with 'bundlepolicy ledger log', and name one by its number (12), its hash or digest, or as BUNDLE-ID@VERSION"
      )
    }
    if found.count == 1 { return build }
    let rows = found.prefix(Self.mostListed).map { build in
      let entry = build.entry
      let number = [entry.shortVersion, entry.build.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
      let verdict = entry.verdict == .fail ? ", failed" : build.withdrawal == nil ? "" : ", withdrawn"
      return "#\(build.sequence) \(entry.identifier)" + (number.isEmpty ? "" : " " + number) + verdict
    }
    throw LedgerError(
      .failed,
      "'\(word)' matches several rows: \(rows.joined(separator: "; "))" + (found.count > Self.mostListed ? "; …" : ""),
      file: shown, hint: "name one by its number, such as 'bundlepolicy ledger \(command) \(build.sequence)'")
  }

  private static func isDigits(_ word: String) -> Bool {
    word.utf8.count >= leastDigits && word.utf8.count <= 64 && word.allSatisfy(\.isHexDigit)
      && word.utf8.count == word.count
  }
}
