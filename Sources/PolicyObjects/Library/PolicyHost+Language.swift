import Bundles
import KeyRegistry
import LuaRuntime
package import PolicySchema

// The functions, globals and objects of the host, in the order of the documents.
extension PolicyHost {
  package static let functionDefinitions =
    (HostFunction.shapeMakers + [HostFunction.importModule]).compactMap(\.definition)

  package static let modules =
    HostLibrary.all.map(\.definition) + Shape.Word.allCases.map(\.definition) + [HostLibrary.fixture.definition]
    + LuaLibraries.modules

  package static let dayField = APIField(
    dayName, daySchema.definition.name,
    "The day of the check: the day given by `--as-of`, or today in UTC. Only inside rules.")

  package static let classes: [APIClass] = objects + values + [fixtureClass]

  private static let objects: [APIClass] = [
    Bundle.luaSchema.definition, historyClass, highestOptions, measuresClass, fileTreeClass,
    file.definition, reportClass, findingOptions, FixReader.definition,
    collected.definition, acrossReportClass,
    png.definition,
    icons.definition, image.definition, catalog.definition,
    asset.definition, assetImage.definition, machO.definition,
    slice.definition, build.definition, tool.definition,
    stringQuery, searchChoice, match.definition, library.definition, symbolsClass, archive.definition,
    archiveMember.definition,
    profile.definition, certificate.definition, signature.definition,
    seal.definition,
  ]

  private static let values: [APIClass] = [
    date.definition, data.definition, uid.definition,
    daySchema.definition, version.definition, KeyEntry.luaSchema.definition,
    KeySchema.luaSchema.definition,
    HostLibrary.parts.definition, HostLibrary.nameCollision.definition, HostLibrary.found.definition,
    HostLibrary.departure.definition,
    HostLibrary.entry.definition, HostLibrary.localizedEntry.definition, HostLibrary.variant.definition,
    HostLibrary.place.definition, HostLibrary.diagnostic.definition, HostLibrary.problem.definition,
    HostLibrary.reader, FileChoice.definition, HostLibrary.CodeChoice.definition,
    HostLibrary.codeFile.definition, HostLibrary.component, InfoStringsChoice.definition,
    HostLibrary.localizedText.definition,
    delivery.definition, font.definition, fontFace.definition, segment.definition, section.definition,
    encryption.definition, signerCertificate.definition,
    codeDirectory.definition, signedPart.definition,
    requirement.definition, sealRule.definition, nestedCode.definition,
  ]
}

extension HostFunction {
  static let importModule = HostFunction(
    "import(module: string): any",
    "Loads a module, once for each policy, and returns its value, read-only: `import \"acme.ids\"` runs `acme/ids.lua`.",
    traits: .imports
  ) { host, call, answer in
    // The bridge calls a second time, with `true`, once the module has run.
    if case .string(let name) = call[0], call[1] == .boolean(true) { return host.declarations.finishImport(name) }
    host.declarations.importModule(call, answer)
  }

  /// The words that make shapes of other values. Words that are shapes themselves are objects: see `Shape.Word`.
  static let shapeMakers: [HostFunction] = [
    shape("one_of(values: (string|number|boolean)[]): Shape", "One of these values.") {
      (reader, call) throws(DeclarationError) in try reader.oneOf(call)
    },
    shape(
      "list_of(element: Shape|ShapeFields|boolean, options?: ListOptions): Shape",
      "An array whose elements all have this shape."
    ) { (reader, call) throws(DeclarationError) in try reader.listOf(call) },
    shape("optional(shape: Shape|ShapeFields|boolean): Shape", "Absent, or of this shape.") {
      (reader, call) throws(DeclarationError) in try reader.optional(call)
    },
    shape("any_of(shapes: (Shape|ShapeFields|boolean)[]): Shape", "A value of at least one of these shapes.") {
      (reader, call) throws(DeclarationError) in try reader.combination("any_of", call) { .anyOf($0) }
    },
    shape("all_of(shapes: (Shape|ShapeFields|boolean)[]): Shape", "A value of all these shapes.") {
      (reader, call) throws(DeclarationError) in try reader.combination("all_of", call) { .allOf($0) }
    },
    shape(
      "custom(name: string, fits: fun(value: any): boolean|string|nil): Shape",
      "A value for which the function returns `true`; a returned string says what is wrong.", traits: .captures
    ) { (reader, call) throws(DeclarationError) in try reader.custom(call) },
  ]

  private static func shape(
    _ signature: String, _ summary: String, traits: LuaState.Traits = .init(),
    _ make: @escaping @Sendable (ShapeReader, LuaCall) throws(DeclarationError) -> ShapeReader.Reading
  ) -> HostFunction {
    HostFunction(signature, summary, traits: traits.union(.final)) { host, call, answer in
      host.declarations.makeShape(call, answer, make)
    }
  }
}
