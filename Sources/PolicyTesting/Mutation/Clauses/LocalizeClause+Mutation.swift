import LuaRuntime
import PolicyEngine

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

  /// Adds everything to the languages that the clause requires.
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
