internal import Basics
internal import CheckerABI
internal import PropertyLists

/// The registrations in the Info.plist of a checker bundle (Plug-in Programming Topics, "Registering Plug-ins";
/// `CFPlugIn.c`).
///
/// Core Foundation ignores malformed entries. Here they are errors, because a checker that is not registered checks
/// nothing.
package struct PlugInRegistration: Hashable, Sendable {
  package let factories: [Factory]
  package let checkers: [PlugInIdentifier]
  package let registerFunction: String?
  /// The function to call before the code is unloaded.
  package let unloadFunction: String?

  package struct Factory: Hashable, Sendable {
    package let identifier: PlugInIdentifier
    package let function: String
  }

  static func read(_ info: PropertyList, file: String) throws(PlugInError) -> PlugInRegistration {
    try RegistrationReader(info: info, file: file).read()
  }
}

private struct RegistrationReader {
  let info: PropertyList
  let file: String

  func read() throws(PlugInError) -> PlugInRegistration {
    let isDynamic = try isDynamic()
    let factories = try factories()
    if factories.isEmpty, !isDynamic {
      throw error(
        "it registers no factory: Info.plist has neither CFPlugInFactories nor CFPlugInDynamicRegistration",
        "map the UUID of each factory to the name of its C function in CFPlugInFactories")
    }
    let checkers = try checkers(of: factories)
    if checkers.isEmpty, !isDynamic {
      throw error(
        "its CFPlugInTypes names no factory of checkers",
        "list the factories under the type \(PlugInIdentifier.checkerType)")
    }
    var registerFunction: String?
    if isDynamic {
      registerFunction = try function("CFPlugInDynamicRegisterFunction") ?? "CFPlugInDynamicRegister"
    } else if info.value(of: info.root, forKey: "CFPlugInDynamicRegisterFunction") != nil {
      throw error(
        "it has a CFPlugInDynamicRegisterFunction, which is never called without CFPlugInDynamicRegistration",
        "set CFPlugInDynamicRegistration to the string YES, or remove the function")
    }
    return PlugInRegistration(
      factories: factories, checkers: checkers, registerFunction: registerFunction,
      unloadFunction: try function("CFPlugInUnloadFunction"))
  }

  private func error(_ message: String, _ hint: String? = nil) -> PlugInError {
    PlugInError(.registration, message, file: file, hint: hint)
  }

  /// Core Foundation accepts only the string "YES"; a Boolean counts as NO.
  private func isDynamic() throws(PlugInError) -> Bool {
    let key = "CFPlugInDynamicRegistration"
    guard let value = info.value(of: info.root, forKey: key) else { return false }
    guard let text = info.string(of: value) else {
      throw error(
        "\(key) is of type \(info.kind(of: value).name); only the string YES enables dynamic registration",
        "write <string>YES</string>, or <string>NO</string>")
    }
    switch text.utf8.map({ 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }) {
    case Array("yes".utf8): return true
    case Array("no".utf8): return false
    default: throw error("\(key) is '\(text)'; it must be YES or NO")
    }
  }

  private func factories() throws(PlugInError) -> [PlugInRegistration.Factory] {
    let key = "CFPlugInFactories"
    guard let table = try table(key, from: "UUIDs to function names") else { return [] }
    var factories: [PlugInRegistration.Factory] = []
    for position in 0..<info.count(of: table) {
      let identifier = try identifier(info.key(of: table, at: position), in: key)
      let value = info.element(of: table, at: position)
      guard let value, let name = info.string(of: value) else {
        throw error("\(key): the function of \(identifier) is not a string", "write the name of a C function")
      }
      guard identifier != .zero, name != "MyFactoryFunction" else {
        throw error(
          "\(key) still has the template's values: \(identifier) with '\(name)'",
          "give the factory its own UUID (run uuidgen) and the name of its function")
      }
      try check(function: name, key)
      if factories.contains(where: { $0.identifier == identifier }) {
        throw error("\(key) has \(identifier) twice, in letters of different case")
      }
      factories.append(.init(identifier: identifier, function: name))
    }
    return factories
  }

  private func checkers(of factories: [PlugInRegistration.Factory]) throws(PlugInError) -> [PlugInIdentifier] {
    let key = "CFPlugInTypes"
    guard let table = try table(key, from: "UUIDs to lists of UUIDs") else { return [] }
    var checkers: [PlugInIdentifier] = []
    var types: Set<PlugInIdentifier> = []
    for position in 0..<info.count(of: table) {
      let type = try identifier(info.key(of: table, at: position), in: key)
      if !types.insert(type).inserted { throw error("\(key) has \(type) twice, in letters of different case") }
      guard let value = info.element(of: table, at: position) else { continue }
      // Core Foundation takes a string as a list of one.
      let elements =
        info.kind(of: value) == .array
        ? (0..<info.count(of: value)).compactMap { info.element(of: value, at: $0) } : [value]
      var own: [PlugInIdentifier] = []
      for element in elements {
        guard let text = info.string(of: element) else {
          throw error(
            "\(key): the type \(type) lists a value of type \(info.kind(of: element).name) instead of a factory's UUID")
        }
        let factory = try identifier(text, in: key)
        guard factories.contains(where: { $0.identifier == factory }) else {
          throw error(
            "\(key): the type \(type) names the factory \(factory), which CFPlugInFactories lacks",
            "add it to CFPlugInFactories, or remove it here (Core Foundation would ignore it)")
        }
        if own.contains(factory) { throw error("\(key): the type \(type) lists the factory \(factory) twice") }
        own.append(factory)
      }
      if type == .checkerType { checkers = own }
    }
    return checkers
  }

  private func table(_ key: String, from what: String) throws(PlugInError) -> PropertyList.Node? {
    guard let table = info.value(of: info.root, forKey: key) else { return nil }
    guard info.kind(of: table) == .dictionary else {
      throw error("\(key) is of type \(info.kind(of: table).name); it must be a dictionary from \(what)")
    }
    return table
  }

  private func identifier(_ text: String, in key: String) throws(PlugInError) -> PlugInIdentifier {
    guard let identifier = PlugInIdentifier(text) else {
      throw error("\(key): '\(text)' is not a UUID", "write 8-4-4-4-12 hexadecimal digits, as uuidgen does")
    }
    return identifier
  }

  private func function(_ key: String) throws(PlugInError) -> String? {
    guard let value = info.value(of: info.root, forKey: key) else { return nil }
    guard let name = info.string(of: value) else {
      throw error("\(key) is of type \(info.kind(of: value).name); it must be the name of a C function")
    }
    try check(function: name, key)
    return name
  }

  private func check(function name: String, _ key: String) throws(PlugInError) {
    let isName = name.utf8.enumerated().allSatisfy { position, byte in
      switch byte {
      case 0x41...0x5A, 0x61...0x7A, 0x5F: true
      case 0x30...0x39: position > 0
      default: false
      }
    }
    if !isName || name.isEmpty { throw error("\(key): '\(name)' is not the name of a C function") }
  }
}

/// A UUID of a plug-in type, factory or interface (RFC 9562), as Info.plist writes it.
package struct PlugInIdentifier: Hashable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Nil unless the text is 8-4-4-4-12 hexadecimal digits of either case.
  package init?(_ text: String) {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12], let bytes = Hexadecimal.bytes(groups.joined()) else {
      return nil
    }
    self.init(high: UInt64(bigEndianBytes: bytes[..<8]), low: UInt64(bigEndianBytes: bytes[8...]))
  }

  init(_ uuid: checker_uuid) {
    self = withUnsafeBytes(of: uuid) { bytes in
      PlugInIdentifier(
        high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
        low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
  }

  var uuid: checker_uuid {
    var uuid = checker_uuid()
    withUnsafeMutableBytes(of: &uuid) { bytes in
      bytes.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
      bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return uuid
  }

  package var description: String {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Hexadecimal.uuid(Array($0)) }
  }

  /// All zeros, which a template contains.
  static let zero = PlugInIdentifier(high: 0, low: 0)
  package static let checkerType = PlugInIdentifier(high: 0x2BCA_C4B1_A261_403E, low: 0x91BC_194C_B31A_07FF)
  static let interface1 = PlugInIdentifier(high: 0xBFF0_F554_C7A2_4DE8, low: 0xB7C7_2CFA_9D4C_75FE)
}

extension PlugInIdentifier {
  package static func random() -> PlugInIdentifier {
    PlugInIdentifier(
      high: UInt64.random(in: 0...UInt64.max) & ~0xF000 | 0x4000,
      low: UInt64.random(in: 0...UInt64.max) & ~(3 << 62) | 1 << 63)
  }
}
