package import LanguageSchema
import PolicyEngine

extension PolicyLanguage {
  /// What policies and their tests can say.
  package static let complete: PolicyLanguage = {
    var language = ofPolicies
    language.classes += [
      FixtureReader.definition, FixtureFileReader.definition, FixtureFileReader.pngDefinition,
      FixtureFileReader.iconsDefinition, FixtureCode.definition, PolicyTestReader.definition,
      PolicyTestReader.expectations, PolicyTestReader.expectation,
    ]
    let kinds = language.aliases.firstIndex { $0.name == "FixtureKind" } ?? language.aliases.endIndex - 1
    language.aliases.insert(
      APIAlias("FixturePlatform", "The systems that sound bundles are known for.", Fixture.Platform.self),
      at: kinds + 1)
    return language
  }()
}
