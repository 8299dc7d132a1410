import Bundles
import LuaRuntime
import PolicyEngine

/// A clause with its own mutants. A clause without them is only removed as a whole.
protocol MutableClause: Clause {
  /// Adds the mutants of the clause. Each is the smallest change that its field allows: tests that kill it kill larger ones, too.
  func addMutants(to mutants: inout RuleMutants, at position: Int)

  /// Changes of bundles that violate the clause; suggestions for tests are chosen from these.
  var violations: [FixtureEdit] { get }

  /// Adds the mutants of a passing bundle for the keys and files that the clause names.
  func addFaults(to mutants: inout DataMutants)

  /// Adds the keys that the clause requires to a bundle.
  func complete(_ fixture: inout Fixture)
}

extension MutableClause {
  var violations: [FixtureEdit] { [] }

  func addFaults(to mutants: inout DataMutants) {}

  func complete(_ fixture: inout Fixture) {}

  func with(_ change: (inout Self) -> Void) -> Self {
    var clause = self
    change(&clause)
    return clause
  }
}

extension CheckerClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    mutants.add("the checker is removed", name, at: position, RequireClause([]), hints: [])
  }

  func addFaults(to mutants: inout DataMutants) { mutants.mutateWhatIsRead() }
}

extension CheckClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    // If the source of the function is available, each report is removed in turn.
    if mutants.hasSource { return }
    mutants.add("'check' is removed", name, at: position, RequireClause([]), hints: [])
  }

  func addFaults(to mutants: inout DataMutants) { mutants.mutateWhatIsRead() }
}

extension FilesClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    for (number, entry) in required.enumerated() {
      mutants.add(
        "the file \(entry.pattern) is not required", name, entry.pattern, at: position,
        with { $0.required.remove(at: number) }, hints: [Self.file(missing: entry.pattern)])
    }
    for (number, entry) in forbidden.enumerated() {
      let top = String(entry.pattern.dropFirst(3))
      let atTop = entry.pattern.hasPrefix("**/") ? Glob(top) : nil
      mutants.add(
        atTop == nil
          ? "\(entry.pattern) is not forbidden" : "\(entry.pattern) is forbidden only at the top, as \(top)",
        name, entry.pattern, at: position,
        with { clause in
          clause.forbidden.remove(at: number)
          if let atTop { clause.forbidden.insert((top, atTop), at: number) }
        }, hints: [Self.file(present: entry.pattern)])
    }
  }

  private static func file(missing pattern: String) -> FixtureEdit {
    { fixture in
      guard let glob = Glob(pattern) else { return }
      var steps: UInt64 = 0
      for path in fixture.filePaths where glob.matches(path, steps: &steps) { fixture.remove(file: path) }
    }
  }

  /// A file that the pattern matches, below a directory where it may be at any depth.
  private static func file(present pattern: String) -> FixtureEdit {
    { fixture in
      let base = fixture.hasContents ? "Contents/Resources" : "Data"
      let parts = pattern.split(separator: "/").map { part in
        part == "**" ? base : String(part.map { $0 == "*" || $0 == "?" ? "x" : $0 })
      }
      fixture.add(file: parts.joined(separator: "/"))
    }
  }

  var violations: [FixtureEdit] {
    required.map { Self.file(missing: $0.pattern) } + forbidden.map { Self.file(present: $0.pattern) }
  }

  func addFaults(to mutants: inout DataMutants) {
    for entry in required { mutants.misplace(entry.glob, called: entry.pattern) }
  }
}

extension LocalizeClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    for (number, language) in languages.enumerated() {
      mutants.add(
        "the language '\(language)' is not required", name, language, at: position,
        with { $0.languages.remove(at: number) }, hints: [removal(ofLanguage: language)])
    }
    for (number, key) in localizedKeys.enumerated() {
      mutants.add(
        "\(key) need not be localized", name, key, at: position, with { $0.localizedKeys.remove(at: number) },
        hints: removals(ofKey: key))
    }
    for (number, table) in tables.enumerated() {
      mutants.add(
        "the table '\(table)' may differ between languages", name, table, at: position,
        with { $0.tables.remove(at: number) }, hints: additions(toTable: table))
    }
  }

  var violations: [FixtureEdit] {
    languages.map(removal) + localizedKeys.flatMap(removals) + tables.flatMap(additions)
  }

  private func removal(ofLanguage language: String) -> FixtureEdit {
    { fixture in
      complete(&fixture, languages)
      fixture.localizations.removeAll { $0.language == language }
    }
  }

  private func removals(ofKey key: String) -> [FixtureEdit] {
    let languages = languages.isEmpty ? ["fr"] : languages
    return languages.map { language in
      { fixture in
        complete(&fixture, languages)
        fixture.change(language, "InfoPlist") { strings in strings.removeAll { $0.key == key } }
      }
    }
  }

  /// Entries that only one language has.
  private func additions(toTable table: String) -> [FixtureEdit] {
    let languages = languages.isEmpty ? ["en", "fr"] : languages
    return languages.map { language in
      { fixture in
        complete(&fixture, languages)
        fixture.change(language, table) { strings in strings.append(("Farewell", .string("x"))) }
      }
    }
  }

  private func complete(_ fixture: inout Fixture, _ languages: [String]) {
    for language in languages {
      if !fixture.localizations.contains(where: { $0.language == language }) {
        fixture.localizations.append((language, []))
      }
      if !localizedKeys.isEmpty {
        fixture.change(language, "InfoPlist") { strings in
          for key in localizedKeys where !strings.contains(where: { $0.key == key }) {
            strings.append((key, .string("x")))
          }
        }
      }
      for table in tables {
        fixture.change(language, table) { strings in if strings.isEmpty { strings.append(("Greeting", .string("x"))) } }
      }
    }
  }

  func addFaults(to mutants: inout DataMutants) {
    let fixture = mutants.fixture
    let region = fixture.value(at: ["CFBundleDevelopmentRegion"])?.string ?? "en"
    for (language, present) in fixture.localizations {
      if languages.contains(language) {
        mutants.add("the localization '\(language)' is missing") {
          $0.localizations.removeAll { $0.language == language }
        }
      }
      if !languages.isEmpty, !languages.contains(language) { continue }
      for key in localizedKeys where language != region || fixture.value(at: [key]) == nil {
        guard present.contains(where: { $0.name == "InfoPlist" && $0.strings.contains { $0.key == key } }) else {
          continue
        }
        mutants.add("\(key) is not localized in '\(language)'") { fixture in
          fixture.change(language, "InfoPlist") { strings in strings.removeAll { $0.key == key } }
        }
      }
      for table in tables where language != region {
        let reference = fixture.localizations.first { $0.language == region }?.tables.first { $0.name == table }?
          .strings
        guard let key = reference?.first?.key else { continue }
        mutants.add("the table '\(table)' lacks an entry in '\(language)'") { fixture in
          fixture.change(language, table) { strings in strings.removeAll { $0.key == key } }
        }
      }
    }
  }
}
