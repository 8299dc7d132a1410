public import Basics
import FileFacts
import PolicySchema
package import LuaRuntime
import PropertyLists
public import Reports
package import StructuredText

/// The values given for parameters: on the command line, and in files.
public struct PolicyParameters: Sendable, ExpressibleByDictionaryLiteral {
  /// By name, as strings; each overrides the value in files.
  public var texts: [String: String]
  /// In the order given; a later one overrides an earlier one.
  public var files: [ParameterFile]
  /// The values that a test or an example sets, by name; they override all others.
  package var tested: [String: LuaValue] = [:]

  /// Creates parameter values.
  ///
  /// - Parameters:
  ///   - texts: Values as on the command line, by name. They override those in files.
  ///   - files: Files with values; later files override earlier ones.
  public init(texts: [String: String] = [:], files: [ParameterFile] = []) { (self.texts, self.files) = (texts, files) }

  /// Creates parameter values as on the command line, by name.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(texts: Dictionary(elements, uniquingKeysWith: { $1 }))
  }

  /// A value and where it was given; the place is nil for the command line.
  enum Given {
    case text(String)
    case tested(LuaValue)
    case value(StructuredValue.Entry, file: String)
  }

  func given(_ name: String) -> Given? {
    if let value = tested[name] { return .tested(value) }
    if let text = texts[name] { return .text(text) }
    for file in files.reversed() {
      if let entry = file.values.first(where: { $0.key == name }) { return .value(entry, file: file.file) }
    }
    return nil
  }

  package func unknown(among known: [String]) -> [EngineError] {
    func message(_ name: String) -> String {
      "no policy has a parameter '\(name)'"
        + (known.isEmpty ? "" : DeclarationError.suggestion(for: name, among: known))
    }
    func naming(_ name: String, _ error: EngineError) -> EngineError {
      var error = error
      error.unknownParameter = name
      return error
    }
    let names = Set(known)
    let code = "policy.unknown-parameter"
    var errors = (Array(texts.keys) + tested.keys).filter { !names.contains($0) }.sorted().map {
      naming($0, EngineError(code: code, message: message($0)))
    }
    for file in files {
      for entry in file.values where !names.contains(entry.key) {
        let error = EngineError(code: code, message: message(entry.key), at: entry.place, of: file.file)
        errors.append(naming(entry.key, error))
      }
    }
    return errors
  }
}

/// Values for parameters, from a file: a mapping of names to strings, numbers, Booleans, lists of strings, and mappings to these.
public struct ParameterFile: Sendable {
  /// The file's name in messages.
  public let file: String
  /// The SHA-256 digest of its bytes, in 64 hexadecimal digits.
  public let digest: String
  let values: [StructuredValue.Entry]

  enum Format: String, CaseIterable { case json, yaml, yml, plist }

  /// The maximum size of a file, in bytes.
  public static let limit = 1 << 20

  /// Reads JSON, YAML or a property list of any format.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - file: The path for messages. Its extension determines the format; without one, the first bytes do.
  /// - Throws: An error with line and column if the file is malformed, or contains what no parameter can have: null,
  ///   a mapping inside another, or a list of anything but strings.
  public init(_ bytes: [UInt8], file: String) throws(EngineError) {
    let end = file.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(file[file.index(after: $0)...]).lowercased() }
    guard let format = end.flatMap(Format.init) ?? Self.format(ofPipe: file, bytes) else {
      throw EngineError(
        code: "parameters.format", message: "a parameter file must have the extension of its format",
        file: file, hint: "rename it to end in .json, .yaml, .yml or .plist")
    }
    self.file = file
    digest = SHA256Digest(of: bytes).hexadecimal
    do throws(StructuredTextError) {
      let root: StructuredValue
      switch format {
      case .json: root = try JSONReader.read(bytes)
      case .yaml, .yml: root = try YAMLReader.read(bytes)
      case .plist: root = try Self.propertyList(bytes, file)
      }
      guard case .mapping(let entries) = root.content else {
        throw StructuredTextError(
          "names and values were expected, found \(root.phrase)", at: root.place,
          hint: format == .json ? "write { \"name\": \"value\" }" : nil)
      }
      for entry in entries { try Self.check(entry) }
      values = entries
    } catch {
      throw Self.error(error, file)
    }
  }

  /// Takes the names and values of a part of a file, which has already been read from `bytes`.
  package init(_ entries: [StructuredValue.Entry], of bytes: [UInt8], file: String) throws(EngineError) {
    self.file = file
    digest = SHA256Digest(of: bytes).hexadecimal
    values = entries
    do throws(StructuredTextError) { for entry in entries { try Self.check(entry) } } catch {
      throw Self.error(error, file)
    }
  }

  /// A pipe has no file extension, so the format is detected by how the text begins.
  private static func format(ofPipe file: String, _ bytes: [UInt8]) -> Format? {
    guard file.hasPrefix("/dev/") || file.hasPrefix("/proc/") else { return nil }
    switch bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) {
    case UInt8(ascii: "{"): return .json
    case UInt8(ascii: "<"): return .plist
    default: return bytes.starts(with: "bplist".utf8) ? .plist : .yaml
    }
  }

  private static func propertyList(_ bytes: [UInt8], _ file: String) throws(StructuredTextError) -> StructuredValue {
    let list = try mapError(try PropertyList.parse(bytes, file: file)) { (error: PropertyListError) in
      StructuredTextError(error.message, at: error.place, hint: error.hint)
    }
    return try StructuredValue(list)
  }

  private static func check(_ entry: StructuredValue.Entry, isInside: Bool = false) throws(StructuredTextError) {
    let value = entry.value
    switch value.content {
    case .boolean, .integer, .number, .string: return
    case .list(let elements):
      for element in elements where element.string == nil {
        throw StructuredTextError(
          "'\(entry.key)' is a list of strings, found \(element.phrase)", at: element.place, hint: quoting(element))
      }
    case .mapping(let entries) where !isInside:
      for entry in entries { try check(entry, isInside: true) }
    case .null:
      throw StructuredTextError(
        "'\(entry.key)' has no value", at: value.place,
        hint: isInside ? "remove the name" : "give it a value, or remove the name to use the default")
    case .mapping, .foreign:
      throw StructuredTextError(
        "'\(entry.key)' is \(value.phrase); \(isInside ? "a value in a map" : "a parameter") is a string, a number, true or false, "
          + (isInside ? "or a list of strings" : "a list of strings, or a map of these"), at: value.place)
    }
  }

  static func quoting(_ value: StructuredValue) -> String? {
    switch value.content {
    case .boolean, .integer, .number: "put it in quotes if it is meant as a string"
    default: nil
    }
  }

  private static func error(_ error: StructuredTextError, _ file: String) -> EngineError {
    EngineError(code: "parameters.malformed", message: error.message, at: error.place, of: file, hint: error.hint)
  }
}
