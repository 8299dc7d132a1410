import Basics
import Bundles
import KeyRegistry
import LuaRuntime
import PropertyLists

/// The host's implementation of one kind of object. All kinds are listed here: a new one needs an entry.
struct ObjectType: Sendable {
  let read: @Sendable (PolicyHost, LuaNode, LuaKey, LuaAnswer) -> Void
  let names: @Sendable (PolicyHost, LuaNode) -> [String]
  /// The text of an object, without addresses: `<file Info.plist>`.
  let text: @Sendable (PolicyHost, LuaNode) -> String

  private init(
    _ read: @escaping @Sendable (PolicyHost, LuaNode, LuaKey, LuaAnswer) -> Void,
    names: @escaping @Sendable (PolicyHost, LuaNode) -> [String],
    text: @escaping @Sendable (PolicyHost, LuaNode) -> String
  ) {
    (self.read, self.names, self.text) = (read, names, text)
  }

  private init(
    _ read: @escaping @Sendable (PolicyHost, LuaNode, LuaKey, LuaAnswer) -> Void, names: [String] = [],
    text: @escaping @Sendable (PolicyHost, LuaNode) -> String
  ) {
    self.init(read, names: { _, _ in names }, text: text)
  }

  init?(_ node: LuaNode) {
    guard let kind = ObjectKind(rawValue: node.kind) else { return nil }
    self = Self.all[Int(kind.rawValue)] ?? Self.unknown
  }

  private static let unknown = ObjectType({ $3.fail("this object is no longer valid") }, text: { _, _ in "<object>" })

  private static let all: [ObjectType?] = {
    var types = [ObjectType?](repeating: nil, count: ObjectKind.allCases.count + 1)
    for kind in ObjectKind.allCases { types[Int(kind.rawValue)] = type(of: kind) }
    return types
  }()

  private static func type(of kind: ObjectKind) -> ObjectType {
    switch kind {
    case .value:
      ObjectType(
        { $0.readValue($1, $2, $3) }, names: { $0.valueFieldNames(of: $1) }, text: { $0.valueDescription(of: $1) })
    case .bundle:
      ObjectType({ $0.readBundle($1, $2, $3) }, names: Bundle.luaSchema.names) {
        "<bundle \($0.objects.bundle($1)?.displayPath ?? "")>"
      }
    case .history:
      ObjectType({ $0.readHistory($1, $2, $3) }) { "<history of \($0.objects.bundle($1)?.displayPath ?? "")>" }
    case .files:
      ObjectType({ $0.readFiles($1, $2, $3) }) { "<files of \($0.objects.bundle($1)?.displayPath ?? "")>" }
    case .file:
      ObjectType({ $0.readFile($1, $2, $3) }, names: PolicyHost.file.names) { host, node in
        host.objects.file(node).map { "<file \($0.path)>" } ?? "<file>"
      }
    case .measures:
      ObjectType({ $0.readMeasures($1, $2, $3) }, names: { host, _ in host.measures.names }) {
        "<measures of \($0.objects.bundle($1)?.displayPath ?? "")>"
      }
    case .report: ObjectType({ host, _, key, answer in host.readReport(key, answer) }) { _, _ in "<report>" }
    case .acrossReport:
      ObjectType({ host, _, key, answer in host.readAcrossReport(key, answer) }) { _, _ in "<report>" }
    case .collected:
      ObjectType({ $0.readCollected($1, $2, $3) }, names: PolicyHost.collected.names) {
        "<bundle \($0.comparedBundle($1)?.displayPath ?? "")>"
      }
    case .keys:
      ObjectType(
        { host, _, key, answer in host.readKeys(key, answer) }, names: HostLibrary.keys.functions.map(\.name)
      ) { _, _ in "<keys>" }
    case .key:
      ObjectType({ $0.readKeyEntry($1, $2, $3) }, names: KeyEntry.luaSchema.names) { host, node in
        host.objects.key(node).map { "<key \($0)>" } ?? "<key>"
      }
    case .version:
      ObjectType({ $0.readVersion($1, $2, $3) }, names: PolicyHost.version.names) { host, node in
        host.objects.version(node)?.text ?? "<version>"
      }
    case .day:
      ObjectType({ host, _, key, answer in host.readDay(key, answer) }, names: PolicyHost.daySchema.names) { host, _ in
        host.day?.text ?? "<day>"
      }
    case .shape:
      ObjectType({ $0.readShape($1, $2, $3) }) { host, node in
        host.declarations.shapes[node].map { "<shape: \($0.shape.phrase)>" } ?? "<shape>"
      }
    case .fixture:
      ObjectType({ host, _, key, answer in host.readFixture(key, answer) }) { host, node in
        host.declarations.kind(ofFixture: node).map { "<fixture of kind \($0.rawValue)>" } ?? "<fixture>"
      }
    case .png: facts(PolicyHost.png.names)
    case .icns: facts(PolicyHost.icons.names)
    case .icnsImage: facts(PolicyHost.image.names)
    case .catalog: facts(PolicyHost.catalog.names)
    case .asset: facts(PolicyHost.asset.names)
    case .assetImage: facts(PolicyHost.assetImage.names)
    case .machO: facts(PolicyHost.machO.names)
    case .machOSlice: facts(PolicyHost.slice.names)
    case .machOBuild: facts(PolicyHost.build.names)
    case .machOLibrary: facts(PolicyHost.library.names)
    case .archive: facts(PolicyHost.archive.names)
    case .archiveMember: facts(PolicyHost.archiveMember.names)
    case .machOSymbols: ObjectType({ $0.readSymbols($1, $2, $3) }) { $0.symbolsDescription(of: $1) }
    case .signature:
      ObjectType({ $0.readSignatureObject($1, $2, $3) }, names: PolicyHost.signature.names) {
        $0.signatureDescription(of: $1)
      }
    case .seal:
      ObjectType({ $0.readSealObject($1, $2, $3) }, names: PolicyHost.seal.names) { $0.sealDescription(of: $1) }
    case .profile: profile(PolicyHost.profile.names)
    case .profileCertificate: profile(PolicyHost.certificate.names)
    }
  }

  private static func facts(_ names: [String]) -> ObjectType {
    ObjectType({ $0.readFacts($1, $2, $3) }, names: names) { $0.factDescription(of: $1) }
  }

  private static func profile(_ names: [String]) -> ObjectType {
    ObjectType({ $0.readProfile($1, $2, $3) }, names: names) { $0.profileDescription(of: $1) }
  }
}
