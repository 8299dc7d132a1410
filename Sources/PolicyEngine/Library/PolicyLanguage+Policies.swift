import Bundles
import KeyRegistry
package import LanguageSchema

extension PolicyLanguage {
  /// What policies can say, and the globals of their tests, in the order of the documents. Each part stands where it is read or
  /// answered.
  package static let ofPolicies = PolicyLanguage(
    words: HostFunction.words, luaFunctions: LuaLibraries.functions,
    functions: (HostFunction.shapeMakers + [HostFunction.importModule]).compactMap(\.definition),
    modules: HostLibrary.all.map(\.definition) + Shape.Word.allCases.map(\.definition)
      + [HostLibrary.fixture.definition] + LuaLibraries.modules,
    classes: declarations + ShapeReader.classes + objects + values + [PolicyHost.fixtureClass],
    aliases: APIAlias.ofPolicies)

  private static let declarations: [APIClass] =
    [
      DeclarationRecorder.policyDefinition, ParameterReader.definition, RuleReader.definition, WaiverReader.definition,
      RuleAdjustment.overriding, RuleAdjustment.disabling, RuleReader.applies, RuleReader.systemRange,
    ] + Rule.clauseTypes.compactMap { $0.table } + [RuleReader.examples]

  private static let objects: [APIClass] = [
    Bundle.luaSchema.definition, PolicyHost.historyClass, PolicyHost.highestOptions, PolicyHost.fileTreeClass,
    PolicyHost.file.definition, PolicyHost.reportClass, PolicyHost.findingOptions, PolicyHost.png.definition,
    PolicyHost.icons.definition, PolicyHost.image.definition, PolicyHost.machO.definition,
    PolicyHost.slice.definition, PolicyHost.build.definition, PolicyHost.library.definition,
  ]

  private static let values: [APIClass] = [
    PolicyHost.date.definition, PolicyHost.data.definition, PolicyHost.uid.definition,
    PolicyHost.version.definition, KeyEntry.luaSchema.definition, KeySchema.luaSchema.definition,
    HostLibrary.parts.definition, HostLibrary.twin.definition, HostLibrary.found.definition,
    HostLibrary.entry.definition, HostLibrary.localizedEntry.definition, HostLibrary.variant.definition,
    HostLibrary.place.definition, HostLibrary.diagnostic.definition, HostLibrary.problem.definition,
    HostLibrary.reader,
  ]
}
