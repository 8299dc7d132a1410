import Basics
import Bundles
import FileFacts
import LuaRuntime
import PolicyEngine
import PolicySchema
import PropertyLists
import SampleFiles

struct FixtureSigner {
  let signing: FixtureSigning
  let fixture: Fixture
  let sound: SoundBundle
  let isMac: Bool
  /// The path of the bundle, with a trailing slash.
  let base: String
  let place: String

  /// The maximum number of zeros that are hashed for one file, in bytes.
  private static let zerosLimit = 64 << 20

  /// The path in the bundle of the folder that contains `_CodeSignature`.
  private var folder: String {
    let info = sound.infoPath.split(separator: "/").dropLast()
    return (info.last == "Resources" ? info.dropLast() : info).map { $0 + "/" }.joined()
  }

  /// Adds the seal, and writes `code` with its signature to the executable's path.
  func sign(
    _ nodes: inout [(path: String, node: MemoryStorage.Node)], _ code: inout FixtureCode
  ) throws(DeclarationError) {
    try checkPaths(nodes)
    var seal = SampleSeal(rules: isMac ? SampleSeal.macRules : SampleSeal.deviceRules)
    try addFiles(of: nodes, to: &seal)
    let sealPath = folder + "_CodeSignature/CodeResources"
    let text = seal.text
    if !fixture.files.contains(where: { $0.path == sealPath }) { nodes.append((base + sealPath, .text(text))) }
    var hashes: [UInt32: [UInt8]] = [3: partHash(Array(text.utf8), isChanged: signing.changed.contains(sealPath))]
    if let info = nodes.first(where: { $0.path == base + sound.infoPath }), case .file(let bytes, _) = info.node {
      hashes[1] = partHash(bytes, isChanged: signing.changed.contains(sound.infoPath))
    }
    code.signature = SampleSignature {
      $0.identifier = self.identifier
      $0.partHashes = hashes
      signing.identity.apply(to: &$0)
    }
    if let name = signing.unsigned.first(where: { !code.architectures.contains($0) }) {
      throw DeclarationError("\(place), signed: the executable has no slice for '\(name)'")
    }
    code.unsigned = Set(signing.unsigned)
    var bytes = code.bytes
    // A byte of the header that nothing reads, so that the file is still valid code.
    if signing.changed.contains(executable), let slice = try? MachOFile.read(ByteArray(bytes), file: "")?.slices.first {
      bytes[slice.offset + 31] ^= 1
    }
    nodes.removeAll { $0.path == base + executable }
    nodes.append((base + executable, .file(bytes, mode: 0o755)))
  }

  private var executable: String { sound.files.first { FixtureBuilder.isCode($0.node) }?.path ?? "" }

  private var identifier: String {
    let entry = (fixture.info + sound.info).first { $0.key == "CFBundleIdentifier" }
    if case .string(let text)? = entry?.value { return text }
    return "com.example.app"
  }

  private func checkPaths(_ nodes: [(path: String, node: MemoryStorage.Node)]) throws(DeclarationError) {
    let known = Set(nodes.map(\.path))
    for path in signing.changed + signing.added where path != folder + "_CodeSignature/CodeResources" {
      guard known.contains(base + path) || known.contains(where: { $0.hasPrefix("\(base)\(path)/") }) else {
        throw DeclarationError("\(place), signed: there is no file '\(path)' in the described bundle")
      }
    }
    for path in signing.removed where known.contains(base + path) {
      throw DeclarationError("\(place), signed: '\(path)' is described, but was removed")
    }
  }

  private func addFiles(
    of nodes: [(path: String, node: MemoryStorage.Node)], to seal: inout SampleSeal
  ) throws(DeclarationError) {
    let (folder, executable) = (folder, executable)
    let prefix = base + folder
    let nested = isMac ? fixture.bundles.map(\.path).filter(Self.isNested(in: folder)) : []
    let omitted: Set<String> = [folder + "Info.plist", folder + "PkgInfo"]
    for path in nested where !signing.added.contains(path) {
      let executables = nodes.filter { $0.path.hasPrefix("\(base)\(path)/") && FixtureBuilder.isCode($0.node) }
      let own =
        executables.lazy.map { Self.cdhashes($0.node) }.first { !$0.isEmpty } ?? [[UInt8](repeating: 1, count: 20)]
      let found = signing.changed.contains(path) ? [[UInt8](repeating: 2, count: 20)] : own
      // The same as codesign's for code without an identity: the hashes of all slices.
      let requirement = found.map { "cdhash H\"\(Hexadecimal.text(of: $0))\"" }.joined(separator: " or ")
      seal.entries.append((String(path.dropFirst(folder.count)), .nested(cdhash: found[0], requirement: requirement)))
    }
    for (whole, node) in nodes where whole.hasPrefix(prefix) {
      let path = String(whole.dropFirst(base.count))
      if omitted.contains(path) || path.hasSuffix(".DS_Store") || signing.added.contains(path)
        || path.hasPrefix(folder + "_CodeSignature/")
      {
        continue
      }
      if nested.contains(where: { path.hasPrefix($0 + "/") }) || path == executable { continue }
      let entry: SampleSeal.Entry
      let isChanged = signing.changed.contains(path)
      switch node {
      case .folder, .other: continue
      case .link(let target): entry = .link(isChanged ? target + "2" : target)
      case .file(let bytes, _):
        entry = .file(hash(bytes, isChanged: isChanged), isOptional: path.contains(".lproj/"))
      case .zeros(let count, _):
        guard count <= Self.zerosLimit else {
          throw DeclarationError("\(place): \(path) is too large to be sealed; the limit is \(Self.zerosLimit) bytes")
        }
        entry = .file(
          hash([UInt8](repeating: 0, count: count), isChanged: isChanged), isOptional: path.contains(".lproj/"))
      }
      seal.entries.append((String(path.dropFirst(folder.count)), entry))
    }
    for path in signing.removed {
      seal.entries.append((String(path.dropFirst(folder.count)), .file(hash([], isChanged: false), isOptional: false)))
    }
  }

  private static func isNested(in folder: String) -> (String) -> Bool {
    { path in
      let places =
        ["Frameworks/", "SharedFrameworks/", "PlugIns/", "XPCServices/", "Helpers/", "MacOS/"]
        + ["Automator/", "Spotlight/", "LoginItems/"].map { "Library/" + $0 }
      return places.contains { path.hasPrefix(folder + $0) }
    }
  }

  private static func cdhashes(_ node: MemoryStorage.Node) -> [[UInt8]] {
    guard case .file(let bytes, _) = node else { return [] }
    let source = ByteArray(bytes)
    let slices = (try? MachOFile.read(source, file: ""))?.slices ?? []
    return slices.compactMap { (try? $0.codeSignature(in: source, file: ""))?.best?.cdhash }
  }

  private func hash(_ bytes: [UInt8], isChanged: Bool) -> [UInt8] {
    SignatureHash.sha256.hash(of: isChanged ? bytes + [0] : bytes)
  }

  /// The hash of a part that is stored in the signature itself.
  private func partHash(_ bytes: [UInt8], isChanged: Bool) -> [UInt8] {
    signing.identity.hash.hash(of: isChanged ? bytes + [0] : bytes)
  }
}

/// How a described bundle is signed, and what changes after signing.
package struct FixtureSigning: Sendable {
  var identity = FixtureIdentity()
  var unsigned: [String] = []
  var changed: [String] = []
  var removed: [String] = []
  var added: [String] = []

  static let definition = APIClass(
    "SigningDescription", .declaration, "How a described bundle is signed, and what changed afterwards.",
    fields: FixtureIdentity.definitions + [
      APIField(
        "unsigned?", "Architecture|Architecture[]", "The architectures whose slices are not signed; by default, none."),
      APIField(
        "changed?", "string|string[]",
        "Paths of files, or of nested bundles, that changed after it was signed; the path of the executable means its code."
      ),
      APIField("removed?", "string|string[]", "Paths of files that were removed after it was signed."),
      APIField("added?", "string|string[]", "Paths of described files that were added after it was signed."),
    ])

  static func read(_ value: LuaValue, in place: String) throws(DeclarationError) -> FixtureSigning? {
    if case .boolean(let isSigned) = value { return isSigned ? FixtureSigning() : nil }
    let reader = try DeclarationReader(value, place: place, of: definition)
    var signing = FixtureSigning()
    signing.identity = try FixtureIdentity(reader, of: FixtureIdentity.definitions.map(\.name))
    signing.unsigned = try reader.texts("unsigned") ?? []
    signing.changed = try reader.texts("changed") ?? []
    signing.removed = try reader.texts("removed") ?? []
    signing.added = try reader.texts("added") ?? []
    return signing
  }

  var text: String {
    var fields = identity.fields.map { "\($0.name) = \(FixtureText.text($0.value))" }
    for (name, paths) in [("unsigned", unsigned), ("changed", changed), ("removed", removed), ("added", added)]
    where !paths.isEmpty {
      fields.append("\(name) = " + FixtureText.braces(paths.map { FixtureText.text(.string($0)) }))
    }
    return fields.isEmpty ? "true" : FixtureText.braces(fields)
  }
}
