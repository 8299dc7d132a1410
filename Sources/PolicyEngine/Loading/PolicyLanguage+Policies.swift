import Parameters
import PolicyObjects
import Basics
import BundleFacts
import Bundles
import FileFacts
import KeyRegistry
package import PolicySchema
import LuaRuntime
import Measures
import PropertyLists
import ReleaseLedger
import Reports

extension PolicyLanguage {
  /// The words of policies, and the globals of their tests, in the order of the documents. Each part is declared where it is read or
  /// answered.
  package static let ofPolicies = PolicyLanguage(
    words: declarationWords, luaFunctions: LuaLibraries.functions,
    functions: PolicyHost.functionDefinitions, modules: PolicyHost.modules, values: [PolicyHost.dayField],
    classes: allClasses, aliases: APIAlias.ofPolicies)

  private static let allClasses: [APIClass] =
    [
      DeclarationRecorder.policyDefinition, ParameterReader.definition, RuleReader.definition, WaiverReader.definition,
      MeasureDeclaration.definition, RuleAdjustment.overriding, RuleAdjustment.disabling, Applicability.definition,
      Applicability.systemRange,
    ] + Rule.clauseTypes.compactMap { $0.table } + [
      ExampleReader.definition, ExampleReader.description, ExampleReader.example, ExampleReader.failing,
    ] + ShapeReader.classes + PolicyHost.classes
}

// The words of the policy language.
extension PolicyLanguage {
  private static let declarationWords: [APIWord] = [
    APIWord("policy", "id", table: "Policy", "Declares the policy; comes first in its file, once."),
    APIWord(
      "parameter", "name", table: "Parameter", result: "any",
      "Declares a parameter and returns its value: the one given with `--param`, or the default."),
    APIWord("rule", "id", table: "Rule", "Declares a rule."),
    APIWord(
      "measure", "name", table: "Measure",
      "Puts a number about each bundle into reports and ledgers: a built-in measure, or what a function returns."),
    APIWord("waive", "rule", table: "Waiver", "Accepts findings of a rule until a date."),
    APIWord("override", "rule", table: "Override", "Changes the severity of a rule of an included policy."),
    APIWord("disable", "rule", table: "Disablement", "Disables a rule of an included policy."),
    APIWord(
      "test", "name", table: "Test", isForTests: true, "Declares a test: a bundle and the expected results."),
  ]
}

extension APIAlias {
  package init<Word: CaseIterable & RawRepresentable>(
    _ name: String, _ summary: String, _ type: Word.Type
  ) where Word.RawValue == String {
    self.init(name, summary, Word.allCases.map(\.rawValue))
  }

  // The words that fields and arguments accept.
  static let ofPolicies: [APIAlias] = [
    // The most severe first.
    APIAlias("Severity", "The severity of a finding.", Severity.allCases.reversed().map(\.rawValue)),
    APIAlias("Kind", "The kind of a bundle.", Bundle.Kind.self),
    APIAlias("Platform", "The platform of a bundle.", Bundle.Platform.self),
    APIAlias("Layout", "The directory layout of a bundle.", Bundle.Layout.self),
    APIAlias("Dialect", "How versions are parsed and ordered.", VersionDialect.self),
    APIAlias(
      "Scope",
      "Which earlier builds of an identifier count: all, those for the same platform, or of these those of the same release.",
      VersionScope.self),
    APIAlias(
      "ComparedSet",
      "What `unchanged` compares: "
        + ComparedSet.allCases.map { "`\($0.rawValue)`, \($0.summary)" }.joined(separator: "; ")
        + ".", ComparedSet.self),
    APIAlias(
      "MeasureName", "A built-in measure, or one that a policy declares.", isOpen: true,
      BuiltInMeasure.allCases.map(\.rawValue)),
    APIAlias("ParameterType", "The type of a parameter.", ParameterType.self),
    APIAlias("ProgramChoice", "The programs of a bundle that a clause is about.", EntitlementsClause.Programs.self),
    APIAlias("Verdict", "The result of a check.", Verdict.self),
    APIAlias("Status", "The result of a rule.", RuleResult.Status.self),
    APIAlias("FixtureKind", "The kinds of bundles that tests can describe.", FixtureKind.self),
    APIAlias(
      "PropertyListFormat", "The format of a property list file.", PropertyList.Format.allCases.map(\.luaName)),
    APIAlias("FileType", "The type of a file.", FileType.self),
    APIAlias(
      "FileFormat",
      "What a file is by its first bytes: `zeros` is nothing but zeros, `lfs_pointer` what Git LFS leaves for a file that was not fetched, `script` begins with `#!`, `mach_o` is code of one architecture and `universal` of several, `bom` is a BOM store such as an asset catalog, `typed_stream` an archive of NSArchiver, `der` data such as certificates and signed messages, `text` any other text, and `unknown` anything else.",
      FileFormat.self),
    APIAlias(
      "FileCondition",
      "What a file can be chosen for: `empty`; `executable` by its owner; `owner_only` cannot be read by everybody; `code` starts like Mach-O; `unreadable` is not a property list, strings or JSON file; `unusable` is unreadable, or a single value such as the message of a server.",
      FileChoice.Condition.self),
    APIAlias("ColorType", "The color type of a PNG.", PNGHeader.ColorType.allCases.map(\.name)),
    APIAlias("SignatureHash", "A kind of hash in code signatures.", isOpen: true, SignatureHash.allCases.map(\.name)),
    APIAlias(
      "CertificateKind",
      "What a certificate is for: `distribution` is for the store, registered devices and enterprises, `store` is Apple's own for apps in the store, `installer` is for packages for the store.",
      SigningCertificate.Kind.self),
    APIAlias("CertificateSystem", "A system that a certificate is for.", SigningCertificate.System.self),
    APIAlias("SignedState", "How something compares with its hash in a signature.", SignedState.self),
    APIAlias("NestedState", "How nested code compares with what was sealed.", SealComparison.State.self),
    APIAlias("AssetKind", "What an asset of a catalog is.", AssetCatalog.Kind.self),
    APIAlias("IconFormat", "The format of an image in an icon family.", IconFamily.Format.self),
    APIAlias(
      "ProfileKind", "How code with a profile may be distributed; `store` is the App Store, TestFlight included.",
      ProvisioningProfile.Kind.self),
    APIAlias("FontKind", "The format of a font file.", FontFile.Kind.self),
    APIAlias("LibraryResolution", "Where the loader finds a library.", LibraryResolution.self),
    APIAlias(
      "EntryPoint", "How the system starts a program: `main` calls a function (LC_MAIN), `thread` sets registers.",
      MachOLayout.EntryPoint.self),
    APIAlias(
      "DeliveryKind",
      "How a bundle is delivered: `ipa` is an archive whose bundle is in `Payload`, `archive` another zip or tar, `xcarchive` the folder that Xcode archives into.",
      DeliveryKind.self),
    APIAlias(
      "CodeRole",
      "What code is for: `main` is the executable of its bundle, `program` another program, `plug_in` code that a program loads, `archive` a static library, `other` also code that cannot be read.",
      CodeRole.self),
    APIAlias(
      "ComponentKind",
      "What a component is: the kind of a bundle, the role of other code, or `linked` for a library that is a part of other code.",
      Bundle.Kind.allCases.map(\.rawValue)
        + CodeRole.allCases.map(\.rawValue).filter { Bundle.Kind(rawValue: $0) == nil } + ["linked"]),
    APIAlias("LibraryKind", "How a Mach-O file links a library.", MachOSlice.Library.Kind.self),
    APIAlias(
      "Architecture", "The architecture of a slice.", isOpen: true,
      ["arm64", "arm64e", "x86_64", "x86_64h", "i386", "armv7", "armv7s", "armv7k", "arm64_32"]),
    APIAlias(
      "CodePlatform", "The platform that code is built for.", isOpen: true,
      [
        "macos", "ios", "tvos", "watchos", "visionos", "catalyst", "bridgeos", "driverkit", "ios-simulator",
        "tvos-simulator", "watchos-simulator", "visionos-simulator", "firmware", "sepos",
      ]),
    APIAlias(
      "ValueType", "The values that `plist.type` returns.", isOpen: true,
      ["dictionary", "array", "string", "integer", "real", "boolean", "date", "data", "uid", "null", "nil"]),
  ]
}
