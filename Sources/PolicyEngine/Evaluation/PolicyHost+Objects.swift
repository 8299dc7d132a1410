import Basics
import Bundles
import KeyRegistry
package import LuaRuntime
import PropertyLists

// What policies see when they read a field of a value or another object.
extension PolicyHost {
  package func read(_ node: LuaNode, key: LuaKey, answer: LuaAnswer) {
    switch ObjectKind(rawValue: node.kind) {
    case .value: readValue(node, key, answer)
    case .bundle: readBundle(node, key, answer)
    case .report: readReport(key, answer)
    case .history: readHistory(node, key, answer)
    case .files: readFiles(node, key, answer)
    case .file: readFile(node, key, answer)
    case .keys: readKeys(key, answer)
    case .key: readKeyEntry(node, key, answer)
    case .version: readVersion(node, key, answer)
    case .shape: readShape(node, key, answer)
    case .fixture: readFixture(key, answer)
    case .png, .icns, .icnsImage, .catalog, .asset, .assetImage, .machO, .machOSlice, .machOBuild, .machOLibrary,
      .archive, .archiveMember:
      readFacts(node, key, answer)
    case .machOSymbols: readSymbols(node, key, answer)
    case .signature: readSignatureObject(node, key, answer)
    case .seal: readSealObject(node, key, answer)
    case .day: readDay(key, answer)
    case .profile, .profileCertificate: readProfile(node, key, answer)
    case .collected: readCollected(node, key, answer)
    case .acrossReport: readAcrossReport(key, answer)
    case nil: answer.fail("this object is no longer valid")
    }
  }

  /// Answers with a value of a property list: plain types as Lua has them, the others as objects.
  func answer(_ value: PropertyList.Node, document: Int, _ answer: LuaAnswer) {
    let list = objects.documents[document].list
    switch list.kind(of: value) {
    case .string: answer.set(lasting: list.utf8(of: value))
    case .boolean: answer.set(list.boolean(of: value) ?? false)
    case .real: answer.set(list.real(of: value) ?? 0)
    case .integer:
      switch list.integer(of: value) {
      case .signed(let integer): answer.set(integer)
      case .unsigned(let integer): answer.set(Double(integer))
      case nil: answer.set(Int64(0))
      }
    case .dictionary, .array, .set, .date, .data, .uid, .null:
      answer.set(objects.node(value: value, document: document))
    }
  }

  private func readValue(_ node: LuaNode, _ key: LuaKey, _ answer: LuaAnswer) {
    guard let (document, value) = objects.value(node) else { return answer.fail("this value is no longer valid") }
    let list = document.list
    switch (list.kind(of: value), key) {
    case (.dictionary, .string(let name)):
      if let unknown = objects.unknown(name, of: value, in: document) { return refuse(unknown, answer) }
      reads?.key(String(decoding: name, as: UTF8.self), of: value, in: document)
      guard let child = list.value(of: value, forKey: name) else { return }
      self.answer(child, document: Int(node.owner), answer)
    case (.array, .integer(let position)), (.set, .integer(let position)):
      if let reads, position >= 1, let index = Int(exactly: position) {
        reads.element(index - 1, of: value, in: document)
      }
      guard position >= 1, position <= list.count(of: value), let child = list.element(of: value, at: Int(position) - 1)
      else { return }
      self.answer(child, document: Int(node.owner), answer)
    case (.dictionary, .integer): answer.fail("a dictionary is read by name, not by position")
    case (.array, .string(let name)), (.set, .string(let name)):
      answer.fail("an array is read by position (1, 2, …), not by name ('\(String(decoding: name, as: UTF8.self))')")
    case (.date, .string(let name)): Self.date.read(name, of: list.date(of: value) ?? 0, self, answer)
    case (.data, .string(let name)): Self.data.read(name, of: list.data(of: value), self, answer)
    case (.uid, .string(let name)) where Self.uid.has(name):
      Self.uid.read(name, of: list.uid(of: value) ?? 0, self, answer)
    case (_, .string(let name)):
      answer.fail("a value of this type has no field '\(String(decoding: name, as: UTF8.self))'")
    case (_, .integer): answer.fail("a value of this type has no elements")
    }
  }

  /// By the seconds since the start of 2001.
  static let date = ObjectSchema<Double>(
    "Date", "a date", "A date of a property list, in UTC; dates can be compared.",
    [
      .integer("year", "The year.") { CivilTime(secondsSince2001: $0).year },
      .integer("month", "From 1.") { CivilTime(secondsSince2001: $0).month },
      .integer("day", "From 1.") { CivilTime(secondsSince2001: $0).day },
      .integer("hour", "From 0.") { CivilTime(secondsSince2001: $0).hour },
      .integer("minute", "From 0.") { CivilTime(secondsSince2001: $0).minute },
      .integer("second", "From 0.") { CivilTime(secondsSince2001: $0).second },
      .value("epoch", "number", "The seconds since 1970-01-01 00:00:00 UTC.") { .number($0 + 978_307_200) },
    ])

  static let data = ObjectSchema<UnsafeRawBufferPointer?>(
    "Data", "data", "Data of a property list.", hasLength: true,
    [
      .integer("length", "The number of bytes.") { $0?.count ?? 0 },
      .answer("bytes", "string", "The bytes.") { _, bytes, answer in
        if let bytes { answer.set(lasting: bytes.assumingMemoryBound(to: UInt8.self)) }
      },
    ])

  static let uid = ObjectSchema<UInt32>(
    "UID", "a UID", "A UID of a keyed archive.", [.integer("value", "Its number.") { $0 }])

  // MARK: Versions

  private func readVersion(_ node: LuaNode, _ key: LuaKey, _ answer: LuaAnswer) {
    guard Int(node.index) < objects.versions.count, case .string(let name) = key else {
      return answer.fail("a version is read by field name")
    }
    let version = objects.versions[Int(node.index)]
    answer.charge(UInt64(version.text.utf8.count) / 4)
    Self.version.read(name, of: version, self, answer)
  }

  static let version = ObjectSchema<Version>(
    "Version", "a version", "A parsed version; versions of the same dialect can be compared.",
    [
      .text("text", "The text that was parsed.") { $0.text },
      .text("dialect", as: "Dialect", "The dialect in which it was parsed.") { $0.dialect.rawValue },
      // A number too large for an integer stays text, so that nothing is rounded.
      .value("numbers", "(integer|string)[]", "Its numeric parts; one that does not fit into an integer is a string.") {
        .list($0.numbers.map { digits in Int64(digits).map(LuaValue.integer) ?? .string(digits) })
      },
      .text("stage?", "The pre-release part, such as `b1`.") { $0.stage },
    ])

  // MARK: Names

  /// What a person may go on with who types the name of an object: its fields, and the functions of `keys`.
  package func fieldNames(of node: LuaNode) -> [String] {
    switch ObjectKind(rawValue: node.kind) {
    case .bundle: return Bundle.luaSchema.names
    case .file: return Self.file.names
    case .key: return KeyEntry.luaSchema.names
    case .keys: return HostLibrary.keys.functions.map(\.name)
    case .day: return Self.daySchema.names
    case .version: return Self.version.names
    case .value:
      guard let (document, value) = objects.value(node) else { return [] }
      switch document.list.kind(of: value) {
      case .date: return Self.date.names
      case .data: return Self.data.names
      case .uid: return Self.uid.names
      default: return []
      }
    case .png: return Self.png.names
    case .icns: return Self.icons.names
    case .icnsImage: return Self.image.names
    case .catalog: return Self.catalog.names
    case .asset: return Self.asset.names
    case .assetImage: return Self.assetImage.names
    case .machO: return Self.machO.names
    case .machOSlice: return Self.slice.names
    case .machOBuild: return Self.build.names
    case .machOLibrary: return Self.library.names
    case .archive: return Self.archive.names
    case .archiveMember: return Self.archiveMember.names
    case .signature: return Self.signature.names
    case .seal: return Self.seal.names
    case .profile: return Self.profile.names
    case .profileCertificate: return Self.certificate.names
    case .collected: return Self.collected.names
    // Without a default: a new object must not be shown as an empty one.
    case .history, .report, .acrossReport, .files, .shape, .fixture, .machOSymbols, nil: return []
    }
  }
}
