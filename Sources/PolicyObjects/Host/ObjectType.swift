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
    names: @escaping @Sendable (PolicyHost, LuaNode) -> [String] = { _, _ in [] },
    text: @escaping @Sendable (PolicyHost, LuaNode) -> String
  ) {
    (self.read, self.names, self.text) = (read, names, text)
  }

  private init<Subject>(
    _ schema: ObjectSchema<Subject>, functions: ObjectKind? = nil,
    _ subject: @escaping @Sendable (PolicyHost, LuaNode) -> Subject?,
    text: @escaping @Sendable (PolicyHost, LuaNode) -> String
  ) {
    self.init(
      { host, node, key, answer in
        guard case .string(let name) = key else { return answer.fail("\(schema.noun) is read by field name") }
        if let functions, let function = HostFunction.number(of: name, in: functions) {
          return answer.set(function: function)
        }
        guard let subject = subject(host, node) else { return answer.fail("this object is no longer valid") }
        schema.read(name, of: subject, host, answer)
      }, names: { _, _ in schema.names }, text: text)
  }

  /// A file of some format or a part of it, whose text contains the path: `<mach_o Contents/MacOS/App>`.
  private init<Subject>(
    _ schema: ObjectSchema<Subject>, functions: ObjectKind? = nil,
    _ subject: @escaping @Sendable (PolicyHost, LuaNode) -> Subject?, label: @escaping @Sendable (Subject) -> String
  ) {
    self.init(schema, functions: functions, subject) { host, node in
      let isFile = ObjectKind(rawValue: node.kind)?.home == .file
      return "<\(subject(host, node).map(label) ?? "object") \(host.path(ofFile: isFile ? node.index : node.owner))>"
    }
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
      ObjectType(
        Bundle.luaSchema, { host, node in host.objects.bundle(node).map { BundleObject(bundle: $0, node: node) } }
      ) {
        "<bundle \($0.objects.bundle($1)?.displayPath ?? "")>"
      }
    case .history:
      ObjectType({ $0.readHistory($1, $2, $3) }) { "<history of \($0.objects.bundle($1)?.displayPath ?? "")>" }
    case .files:
      ObjectType({ $0.readFiles($1, $2, $3) }) { "<files of \($0.objects.bundle($1)?.displayPath ?? "")>" }
    case .file:
      ObjectType({ $0.readFile($1, $2, $3) }, names: { _, _ in PolicyHost.file.names }) { host, node in
        host.objects.file(node).map { "<file \($0.path)>" } ?? "<file>"
      }
    case .measures:
      ObjectType({ $0.readMeasures($1, $2, $3) }, names: { host, _ in host.measures.names }) {
        "<measures of \($0.objects.bundle($1)?.displayPath ?? "")>"
      }
    case .report, .acrossReport:
      ObjectType({ host, _, key, answer in host.readReport(kind, key, answer) }) { _, _ in "<report>" }
    case .collected:
      ObjectType(PolicyHost.collected, { $0.comparedBundle($1) }) {
        "<bundle \($0.comparedBundle($1)?.displayPath ?? "")>"
      }
    case .keys:
      ObjectType(
        { host, _, key, answer in host.readKeys(key, answer) },
        names: { _, _ in HostLibrary.keys.functions.map(\.name) }
      ) { _, _ in "<keys>" }
    case .key:
      ObjectType(KeyEntry.luaSchema, { host, node in host.objects.key(node).flatMap { host.keyEntry($0) } }) {
        host, node in host.objects.key(node).map { "<key \($0)>" } ?? "<key>"
      }
    case .version:
      ObjectType({ $0.readVersion($1, $2, $3) }, names: { _, _ in PolicyHost.version.names }) { host, node in
        host.objects.version(node)?.text ?? "<version>"
      }
    case .day:
      ObjectType(
        { host, _, key, answer in host.readDay(key, answer) }, names: { _, _ in PolicyHost.daySchema.names }
      ) { host, _ in host.day?.text ?? "<day>" }
    case .shape:
      ObjectType({ $0.readShape($1, $2, $3) }) { host, node in
        host.declarations.shapes[node].map { "<shape: \($0.shape.phrase)>" } ?? "<shape>"
      }
    case .fixture:
      ObjectType({ host, _, key, answer in host.readFixture(key, answer) }) { host, node in
        host.declarations.kind(ofFixture: node).map { "<fixture of kind \($0.rawValue)>" } ?? "<fixture>"
      }
    case .png: ObjectType(PolicyHost.png, { $0.objects.facts.pngs[Int($1.index)]?.facts }) { _ in "png" }
    case .icns:
      ObjectType(PolicyHost.icons, { host, node in host.iconFamily(node.index).map { ($0, node) } }) { _ in "icns" }
    case .icnsImage: ObjectType(PolicyHost.image, { $0.image($1) }) { "image \($0.type) of" }
    case .catalog:
      ObjectType(PolicyHost.catalog, { host, node in host.catalog(node.index).map { ($0, node) } }) { _ in "catalog" }
    case .asset:
      ObjectType(PolicyHost.asset, { host, node in host.asset(node).map { ($0, node) } }) {
        "asset \($0.asset.name) of"
      }
    case .assetImage: ObjectType(PolicyHost.assetImage, { $0.assetImage($1) }) { "image \($0.file) of" }
    case .machO:
      ObjectType(PolicyHost.machO, { host, node in host.machO(node.index).map { ($0, node) } }) { _ in "mach_o" }
    case .machOSlice:
      ObjectType(
        PolicyHost.slice, functions: .machOSlice, { host, node in host.slice(node).map { ($0, node) } }
      ) { "slice \($0.slice.architecture) of" }
    case .machOBuild: ObjectType(PolicyHost.build, { $0.build($1) }) { "build \($0.platform) of" }
    case .machOLibrary:
      ObjectType(PolicyHost.library, { host, node in host.library(node).map { ($0, node) } }) {
        "library \($0.library.name) of"
      }
    case .archive:
      ObjectType(PolicyHost.archive, { host, node in host.archive(node).map { ($0, node) } }) { _ in "archive" }
    case .archiveMember:
      ObjectType(PolicyHost.archiveMember, { host, node in host.archiveMember(node).map { ($0, node) } }) {
        "member \($0.member.name) of"
      }
    case .machOSymbols: ObjectType({ $0.readSymbols($1, $2, $3) }) { $0.symbolsDescription(of: $1) }
    case .signature:
      ObjectType(PolicyHost.signature, { $0.signature($1) }) { host, node in
        let architecture = host.slice(node.with(.machOSlice))?.architecture ?? ""
        return "<signature of \(host.path(ofFile: node.owner)), \(architecture)>"
      }
    case .seal:
      ObjectType(PolicyHost.seal, { $0.seal($1) }) { host, node in
        "<seal \(host.objects.bundle(node.with(.bundle))?.sealPath ?? "")>"
      }
    case .profile: ObjectType(PolicyHost.profile, { $0.profile($1) }) { _ in "profile" }
    case .profileCertificate:
      ObjectType(PolicyHost.certificate, { $0.certificate($1) }) {
        "certificate \($0.certificate.commonName ?? $0.certificate.sha1) of"
      }
    }
  }
}
