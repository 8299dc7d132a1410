import Testing

@testable import KeyRegistry

@Suite("Schemas")
struct KeySchemaTests {
  private func field(_ path: [String], of key: String) throws -> KeySchemaField {
    var schema = try #require(KeyRegistry.entry(for: key)?.schema)
    var found: KeySchemaField?
    for name in path {
      while schema.fields.isEmpty, let inner = schema.items ?? schema.others { schema = inner }
      let field = try #require(schema.field(name), "\(key)/\(name)")
      (found, schema) = (field, field.schema)
    }
    return try #require(found)
  }

  @Test("of document types")
  func documentTypes() throws {
    let role = try field(["CFBundleTypeRole"], of: "CFBundleDocumentTypes")
    #expect(role.isRequired)
    #expect(role.schema.values.starts(with: ["Editor", "Viewer", "Shell", "None"]))
    let name = try field(["CFBundleTypeName"], of: "CFBundleDocumentTypes")
    #expect(name.isRequired && name.isLocalizable)
    let extensions = try field(["CFBundleTypeExtensions"], of: "CFBundleDocumentTypes")
    #expect(extensions.schema.type == .array && extensions.schema.items?.type == .string)
    #expect(extensions.successor == "LSItemContentTypes")
    #expect(
      extensions.availability == [
        KeyAvailability(platform: .macos, introduced: "10.0", isDeprecated: true, deprecated: "10.5")
      ])
    let rank = try field(["LSHandlerRank"], of: "CFBundleDocumentTypes")
    #expect(rank.schema.values == ["Owner", "Default", "Alternate", "None"])
    #expect(rank.availability.map(\.introduced) == ["10.5", "3.0"])
    for name in [
      "CFBundleTypeIconFile", "CFBundleTypeIconFiles", "CFBundleTypeMIMETypes", "CFBundleTypeOSTypes",
      "LSItemContentTypes",
      "LSTypeIsPackage", "NSDocumentClass", "NSUbiquitousDocumentUserActivityType", "NSExportableAs",
      "NSExportableTypes",
    ] {
      _ = try field([name], of: "CFBundleDocumentTypes")
    }
  }

  @Test("of URL types, icons and launch images")
  func others() throws {
    #expect(try field(["CFBundleTypeRole"], of: "CFBundleURLTypes").isRequired)
    #expect(try field(["CFBundleURLSchemes"], of: "CFBundleURLTypes").schema.items?.type == .string)
    #expect(try field(["CFBundlePrimaryIcon"], of: "CFBundleIcons").schema.type == .any)
    let alternate = try field(["CFBundleAlternateIcons"], of: "CFBundleIcons")
    #expect(alternate.schema.type == .dictionaryOrArray)
    #expect(alternate.schema.items?.type == .string)
    #expect(alternate.schema.others?.field("CFBundleIconFiles")?.isRequired == true)
    let edge = try field(["UINewsstandIcon", "UINewsstandBindingEdge"], of: "CFBundleIcons")
    #expect(edge.schema.values.count == 3)
    #expect(try field(["UILaunchImageName"], of: "UILaunchImages").isRequired)
    #expect(try field(["UILaunchImageMinimumOSVersion"], of: "UILaunchImages").isRequired)
    #expect(try field(["UILaunchImageOrientation"], of: "UILaunchImages").schema.values.count == 5)
  }

  @Test("of plug-in tables keyed by UUID")
  func plugIns() throws {
    #expect(KeyRegistry.entry(for: "CFPlugInFactories")?.schema?.others?.type == .string)
    #expect(KeyRegistry.entry(for: "CFPlugInTypes")?.schema?.others?.type == .stringOrArray)
  }

  @Test("nested deeply")
  func deep() throws {
    let tls = try field(["NSExceptionDomains", "NSExceptionMinimumTLSVersion"], of: "NSAppTransportSecurity")
    #expect(tls.schema.values == ["TLSv1.0", "TLSv1.1", "TLSv1.2", "TLSv1.3"])
    let delegate = try field(["UISceneConfigurations", "UISceneDelegateClassName"], of: "UIApplicationSceneManifest")
    #expect(delegate.schema.type == .string)
  }

  @Test("know the keys that stand around a nested one")
  func parents() {
    #expect(KeyRegistry.parents(ofNested: "CFBundleTypeRole") == ["CFBundleDocumentTypes", "CFBundleURLTypes"])
    #expect(KeyRegistry.parents(ofNested: "UISceneDelegateClassName") == ["UIApplicationSceneManifest"])
    #expect(KeyRegistry.parents(ofNested: "Nonsense").isEmpty)
  }

  @Test(
    "read their notation strictly",
    arguments: [
      "", "text", "array[", "array[string", "array[string]x", "dictionary{}", "dictionary{:string}", "dictionary{A}",
      "dictionary{A:string", "dictionary{A:string\"x}", "string(a,b", "dictionary<string", "dictionary{A:string;}",
    ])
  func malformed(notation: String) {
    #expect(KeySchema(notation: notation[...]) == nil)
  }

  @Test("read every part of the notation")
  func wellFormed() throws {
    let schema = try #require(
      KeySchema(
        notation: "dictionary{A!+~@macos 10.4,ios^macos 10.5>B:array[string(x,y z)]\"says, (a) [b]\";B:any}<date>"))
    #expect(schema.others?.type == .date)
    let field = try #require(schema.field("A"))
    #expect(field.isRequired && field.isRecommended && field.isLocalizable)
    #expect(field.availability.map(\.platform) == [.macos, .ios])
    #expect(field.availability.map(\.isDeprecated) == [true, false])
    #expect(field.successor == "B")
    #expect(field.schema.items?.values == ["x", "y z"])
    #expect(field.summary == "says, (a) [b]")
    #expect(schema.field("B")?.schema.type == .any)
  }

  @Test("say which kinds of values a type accepts")
  func kinds() {
    #expect(KeyType.real.accepts(.integer))
    #expect(!KeyType.integer.accepts(.real))
    #expect(!KeyType.boolean.accepts(.integer))
    #expect(!KeyType.string.accepts(.boolean))
    #expect(KeyType.dictionaryOrArray.accepts(.array) && !KeyType.dictionaryOrArray.accepts(.string))
    #expect(KeyType.stringOrArray.accepts(.string) && !KeyType.stringOrArray.accepts(.dictionary))
    for kind in KeyValueKind.allCases { #expect(KeyType.any.accepts(kind)) }
    for type in KeyType.allCases where type != .any {
      #expect(KeyValueKind.allCases.contains { !type.accepts($0) })
      #expect(!type.phrase.isEmpty)
    }
  }
}
