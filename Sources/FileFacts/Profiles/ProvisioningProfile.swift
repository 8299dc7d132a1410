import Basics
package import PropertyLists

/// A provisioning profile (`embedded.mobileprovision`, `embedded.provisionprofile`): a property list in a signed message.
///
/// Keys and their meaning are from Apple's Technical Note TN3125. The signature is not verified, neither with the signer's key nor by the
/// chain of certificates.
package struct ProvisioningProfile: Sendable {
  package static let fileExtensions = ["mobileprovision", "provisionprofile"]

  package enum Kind: String, Sendable, CaseIterable {
    case development
    case adHoc = "ad_hoc"
    case enterprise, store
    case developerID = "developer_id"
  }

  /// The whole property list, in the binary format, without positions.
  package let properties: PropertyList
  package let kind: Kind
  package let name: String?
  package let uuid: String?
  package let teams: [String]
  package let teamName: String?
  package let appIDName: String?
  /// The prefixes of the app identifier; an old app's prefix may differ from the team.
  package let appIDPrefixes: [String]
  /// The app identifier with its prefix: `ABCDE12345.com.example.app`, `ABCDE12345.*`.
  package let appID: String?
  /// The platforms, as named in policies: `ios`, `macos`. Others are in lower case.
  package let platforms: [String]
  package let devices: [String]
  package let provisionsAllDevices: Bool
  package let certificates: [SigningCertificate]
  package let isXcodeManaged: Bool
  /// Whether the property list matches the signed digest; nil if that cannot be determined.
  package let isIntact: Bool?

  package func property(_ key: String) -> PropertyList.Node? { properties.value(of: properties.root, forKey: key) }
}

extension ProvisioningProfile {
  /// The maximum size of a profile, in bytes. Real ones have about ten thousand, plus sixty for each device.
  static let sizeLimit = 1 << 20
  static let certificateLimit = 1_000
  static let deviceLimit = 10_000

  private enum Key {
    static let entitlements = "Entitlements"
    static let devices = "ProvisionedDevices"
    static let certificates = "DeveloperCertificates"
  }

  /// The names that Apple's tools write, and the names used in policies.
  private static let platformNames = [
    "iOS": "ios", "OSX": "macos", "macOS": "macos", "tvOS": "tvos", "watchOS": "watchos", "xrOS": "visionos",
    "visionOS": "visionos",
  ]

  package static func isProfile(named file: String) -> Bool { fileExtensions.contains { file.hasSuffix(".\($0)") } }

  /// Returns the profile, or nil unless the file is named like one. Throws if it is malformed or cannot be read.
  package static func read(_ source: any ByteSource, file: String) throws(FileFactError) -> ProvisioningProfile? {
    isProfile(named: file) ? try ProvisioningProfile(source, file: file) : nil
  }

  package init(_ source: any ByteSource, file: String) throws(FileFactError) {
    let reader = FieldReader(source, file: file)
    guard reader.count <= Self.sizeLimit else {
      throw FileFactError(reader.place(0), "the profile has \(reader.count) bytes; the limit is \(Self.sizeLimit)")
    }
    let fields = try reader.fields(at: 0, count: reader.count, end: reader.count, of: "the profile")
    let message = try SignedMessage(fields.bytes, file: file)
    try self.init(message, reader.place(message.contentOffset))
  }

  private init(_ message: SignedMessage, _ place: BytePlace) throws(FileFactError) {
    let list = try Self.list(of: message.content, place)
    let values = ProfileValues(list: list, place: place)
    properties = list
    isIntact = message.isIntact
    name = try values.text("Name")
    uuid = try values.text("UUID")
    teams = try values.texts("TeamIdentifier") ?? []
    teamName = try values.text("TeamName")
    appIDName = try values.text("AppIDName")
    appIDPrefixes = try values.texts("ApplicationIdentifierPrefix") ?? []
    isXcodeManaged = try values.boolean("IsXcodeManaged") ?? false
    provisionsAllDevices = try values.boolean("ProvisionsAllDevices") ?? false
    var platforms: [String] = []
    for platform in try values.texts("Platform") ?? [] {
      let name = Self.platformNames[platform] ?? platform.lowercased()
      // Profiles list visionOS under two names.
      if !platforms.contains(name) { platforms.append(name) }
    }
    self.platforms = platforms
    let devices = try values.texts(Key.devices, limit: Self.deviceLimit)
    self.devices = devices ?? []
    _ = try values.date("CreationDate")
    _ = try values.date("ExpirationDate")
    let entitlements = try values.dictionary(Key.entitlements)
    func entitlement(_ key: String) -> PropertyList.Node? { entitlements.flatMap { list.value(of: $0, forKey: key) } }
    appID =
      ["application-identifier", "com.apple.application-identifier"].lazy.compactMap(entitlement)
      .compactMap { list.string(of: $0) }.first
    let isDebuggable = ["get-task-allow", "com.apple.security.get-task-allow"].lazy.compactMap(entitlement)
      .contains { list.boolean(of: $0) == true }
    kind = Self.kind(
      isMac: platforms.contains("macos"), isForAll: provisionsAllDevices, hasDevices: devices != nil,
      isDebuggable: isDebuggable)
    var certificates: [SigningCertificate] = []
    for (number, data) in try values.data(Key.certificates, limit: Self.certificateLimit).enumerated() {
      certificates.append(try SigningCertificate(data, number: number + 1, place))
    }
    self.certificates = certificates
  }

  private static func kind(isMac: Bool, isForAll: Bool, hasDevices: Bool, isDebuggable: Bool) -> Kind {
    if isForAll { return isMac ? .developerID : .enterprise }
    if isDebuggable || (isMac && hasDevices) { return .development }
    return hasDevices ? .adHoc : .store
  }

  /// The property list without positions, which would be mistaken for positions in the file.
  private static func list(of content: ArraySlice<UInt8>, _ place: BytePlace) throws(FileFactError) -> PropertyList {
    let list = try mapError(try PropertyList.parse(Array(content), file: place.file, limits: .documents)) {
      (error: PropertyListError) in
      FileFactError.profileListMalformed(error, place)
    }
    if let diagnostic = list.diagnostics.first {
      throw .badProfile(place, "tools read this profile differently: \(diagnostic.message)")
    }
    do throws(PropertyList.UnionError) {
      return try PropertyList.union(of: [list], file: place.file)
    } catch {
      switch error {
      case .failed(let error): throw .profileListMalformed(error, place)
      case .notADictionary, .disagreement:
        throw .profileType("the property list of the profile", "a dictionary", list.kind(of: list.root).name, place)
      }
    }
  }
}

/// Accesses values of a profile's property list by key. A value of an unexpected type is an error, a missing one is nil.
private struct ProfileValues {
  let list: PropertyList
  let place: BytePlace

  func text(_ key: String) throws(FileFactError) -> String? { try value(key, "a string", list.string) }

  func boolean(_ key: String) throws(FileFactError) -> Bool? { try value(key, "a Boolean", list.boolean) }

  func date(_ key: String) throws(FileFactError) -> Double? { try value(key, "a date", list.date) }

  func dictionary(_ key: String) throws(FileFactError) -> PropertyList.Node? {
    try value(key, "a dictionary") { list.kind(of: $0) == .dictionary ? $0 : nil }
  }

  func texts(_ key: String, limit: Int = 1_000) throws(FileFactError) -> [String]? {
    try elements(key, "an array of strings", limit: limit, list.string)
  }

  func data(_ key: String, limit: Int) throws(FileFactError) -> [[UInt8]] {
    try elements(key, "an array of data", limit: limit) { list.data(of: $0).map { Array($0) } } ?? []
  }

  private func value<Value>(
    _ key: String, _ expected: String, _ read: (PropertyList.Node) -> Value?
  ) throws(FileFactError) -> Value? {
    guard let node = list.value(of: list.root, forKey: key) else { return nil }
    return try value(of: node, key, expected, read)
  }

  private func elements<Value>(
    _ key: String, _ expected: String, limit: Int, _ read: (PropertyList.Node) -> Value?
  ) throws(FileFactError) -> [Value]? {
    guard let node = try value(key, "an array", { list.kind(of: $0) == .array ? $0 : nil }) else { return nil }
    let count = list.count(of: node)
    guard count <= limit else {
      throw FileFactError(place, "\(key) in the profile has \(count) elements; the limit is \(limit)")
    }
    var values: [Value] = []
    for element in (0..<count).compactMap({ list.element(of: node, at: $0) }) {
      values.append(try value(of: element, key, expected, read))
    }
    return values
  }

  private func value<Value>(
    of node: PropertyList.Node, _ key: String, _ expected: String, _ read: (PropertyList.Node) -> Value?
  ) throws(FileFactError) -> Value {
    guard let value = read(node) else {
      throw .profileType("\(key) in the profile", expected, list.kind(of: node).name, place)
    }
    return value
  }
}
