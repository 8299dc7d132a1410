import Basics
import Bundles
import FileFacts
import KeyRegistry
package import PolicySchema
import LuaRuntime
import PropertyLists
import ReleaseLedger
import Reports

extension PolicyLanguage {
  /// What policies can say, and the globals of their tests, in the order of the documents. Each part stands where it is read or
  /// answered.
  package static let ofPolicies = PolicyLanguage(
    words: HostFunction.words, luaFunctions: LuaLibraries.functions,
    functions: (HostFunction.shapeMakers + [HostFunction.importModule]).compactMap(\.definition),
    modules: HostLibrary.all.map(\.definition) + Shape.Word.allCases.map(\.definition)
      + [HostLibrary.fixture.definition] + LuaLibraries.modules,
    values: [
      APIField(
        PolicyHost.dayName, PolicyHost.daySchema.definition.name,
        "The day of the check: the day given by `--as-of`, or today in UTC. Only inside rules.")
    ],
    classes: declarations + ShapeReader.classes + objects + values + [PolicyHost.fixtureClass],
    aliases: APIAlias.ofPolicies)

  private static let declarations: [APIClass] =
    [
      DeclarationRecorder.policyDefinition, ParameterReader.definition, RuleReader.definition, WaiverReader.definition,
      RuleAdjustment.overriding, RuleAdjustment.disabling, Applicability.definition, Applicability.systemRange,
    ] + Rule.clauseTypes.compactMap { $0.table } + [
      ExampleReader.definition, ExampleReader.description, ExampleReader.example, ExampleReader.failing,
    ]

  private static let objects: [APIClass] = [
    Bundle.luaSchema.definition, PolicyHost.historyClass, PolicyHost.highestOptions, PolicyHost.fileTreeClass,
    PolicyHost.file.definition, PolicyHost.reportClass, PolicyHost.findingOptions, FixReader.definition,
    PolicyHost.collected.definition, PolicyHost.acrossReportClass,
    PolicyHost.png.definition,
    PolicyHost.icons.definition, PolicyHost.image.definition, PolicyHost.catalog.definition,
    PolicyHost.asset.definition, PolicyHost.assetImage.definition, PolicyHost.machO.definition,
    PolicyHost.slice.definition, PolicyHost.build.definition, PolicyHost.tool.definition,
    PolicyHost.stringQuery,
    PolicyHost.library.definition, PolicyHost.symbolsClass, PolicyHost.archive.definition,
    PolicyHost.archiveMember.definition,
    PolicyHost.profile.definition, PolicyHost.certificate.definition, PolicyHost.signature.definition,
    PolicyHost.seal.definition,
  ]

  private static let values: [APIClass] = [
    PolicyHost.date.definition, PolicyHost.data.definition, PolicyHost.uid.definition,
    PolicyHost.daySchema.definition, PolicyHost.version.definition, KeyEntry.luaSchema.definition,
    KeySchema.luaSchema.definition,
    HostLibrary.parts.definition, HostLibrary.nameCollision.definition, HostLibrary.found.definition,
    HostLibrary.departure.definition,
    HostLibrary.entry.definition, HostLibrary.localizedEntry.definition, HostLibrary.variant.definition,
    HostLibrary.place.definition, HostLibrary.diagnostic.definition, HostLibrary.problem.definition,
    HostLibrary.reader, FileChoice.definition, InfoStringsChoice.definition, HostLibrary.localizedText.definition,
    PolicyHost.segment.definition, PolicyHost.section.definition, PolicyHost.encryption.definition,
    PolicyHost.signerCertificate.definition, PolicyHost.codeDirectory.definition, PolicyHost.signedPart.definition,
    PolicyHost.requirement.definition, PolicyHost.sealRule.definition, PolicyHost.nestedCode.definition,
  ]
}

// The words of the policy language.
extension HostFunction {
  static let words: [APIWord] = [
    APIWord("policy", "id", table: "Policy", "Declares the policy; comes first in its file, once."),
    APIWord(
      "parameter", "name", table: "Parameter", result: "any",
      "Declares a parameter and returns its value: the one given with `--param`, or the default."),
    APIWord("rule", "id", table: "Rule", "Declares a rule."),
    APIWord("waive", "rule", table: "Waiver", "Accepts findings of a rule until a date."),
    APIWord("override", "rule", table: "Override", "Changes the severity of a rule of an included policy."),
    APIWord("disable", "rule", table: "Disablement", "Disables a rule of an included policy."),
    APIWord(
      "test", "name", table: "Test", isForTests: true,
      "Declares a test: a bundle and the expected results."),
  ]

  static let importModule = HostFunction(
    "import(module: string): any",
    "Loads a module, once for each policy, and returns its value, read-only: `import \"acme.ids\"` runs `acme/ids.lua`.",
    traits: .imports
  ) { host, call, answer in
    // The bridge calls again with `true` once the module has run.
    if case .string(let name) = call[0], call[1] == .boolean(true) { return host.recorder.finishImport(name) }
    host.recorder.importModule(call, answer)
  }

  /// The words that make shapes of other things. Those that are shapes as they stand are objects: see `Shape.Word`.
  static let shapeMakers: [HostFunction] = [
    shape("one_of(values: (string|number|boolean)[]): Shape", "One of these values.") {
      (reader, call) throws(DeclarationError) in try reader.oneOf(call)
    },
    shape(
      "list_of(element: Shape|ShapeFields, options?: ListOptions): Shape",
      "An array whose elements all have this shape."
    ) { (reader, call) throws(DeclarationError) in try reader.listOf(call) },
    shape("optional(shape: Shape|ShapeFields): Shape", "Absent, or of this shape.") {
      (reader, call) throws(DeclarationError) in try reader.optional(call)
    },
    shape("any_of(shapes: (Shape|ShapeFields)[]): Shape", "A value of at least one of these shapes.") {
      (reader, call) throws(DeclarationError) in try reader.combination("any_of", call) { .anyOf($0) }
    },
    shape("all_of(shapes: (Shape|ShapeFields)[]): Shape", "A value of all these shapes.") {
      (reader, call) throws(DeclarationError) in try reader.combination("all_of", call) { .allOf($0) }
    },
    shape(
      "custom(name: string, fits: fun(value: any): boolean|string|nil): Shape",
      "A value for which the function returns `true`; a returned string says what is wrong.", traits: .captures
    ) { (reader, call) throws(DeclarationError) in try reader.custom(call) },
  ]

  private static func shape(
    _ signature: String, _ summary: String, traits: LuaState.Traits = [],
    _ make: @escaping @Sendable (ShapeReader, LuaCall) throws(DeclarationError) -> ShapeReader.Reading
  ) -> HostFunction {
    HostFunction(signature, summary, traits: traits.union(.final)) { host, call, answer in
      host.recorder.makeShape(call, answer, make)
    }
  }
}

extension APIAlias {
  package init<Word: CaseIterable & RawRepresentable>(
    _ name: String, _ summary: String, _ type: Word.Type
  ) where Word.RawValue == String {
    self.init(name, summary, Word.allCases.map(\.rawValue))
  }

  // The sets of words that fields and arguments take.
  static let ofPolicies: [APIAlias] = [
    // The worst first.
    APIAlias("Severity", "The severity of a finding.", Severity.allCases.reversed().map(\.rawValue)),
    APIAlias("Kind", "The kind of a bundle.", Bundle.Kind.self),
    APIAlias("Platform", "The platform of a bundle.", Bundle.Platform.self),
    APIAlias("Layout", "The directory layout of a bundle.", Bundle.Layout.self),
    APIAlias("Dialect", "How versions are parsed and ordered.", VersionDialect.self),
    APIAlias(
      "Scope",
      "Which earlier builds of an identifier count: all, those for the same platform, or of these those of the same release.",
      VersionScope.self),
    APIAlias("ParameterType", "The type of a parameter.", ParameterType.self),
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
      "What a file can be chosen for: `empty`; `code` starts like Mach-O; `unreadable` is not a property list, strings or JSON file; `unusable` is unreadable, or a single value such as the message of a server.",
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
    APIAlias("LibraryResolution", "Where the loader finds a library.", LibraryResolution.self),
    APIAlias(
      "EntryPoint", "How the system starts a program: `main` calls a function (LC_MAIN), `thread` sets registers.",
      MachOLayout.EntryPoint.self),
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
