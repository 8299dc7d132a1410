import Basics
internal import CheckerABI

package struct CheckerDescription: Hashable, Sendable {
  package let identifier: String
  package let version: String
  package let summary: String
  /// The URL of its documentation.
  package let help: String?
  package let options: [Option]

  /// An option: an entry of a rule's `with`.
  package struct Option: Hashable, Sendable {
    package enum Kind: UInt32, Hashable, Sendable, CaseIterable {
      case boolean = 1
      case integer, number, text, texts

      package var phrase: String {
        switch self {
        case .boolean: "true or false"
        case .integer: "an integer"
        case .number: "a number"
        case .text: "a string"
        case .texts: "a list of strings"
        }
      }
    }

    package let name: String
    package let kind: Kind
    package let summary: String
    package let defaultText: String?
    package let isRequired: Bool
    package let bounds: ClosedRange<Double>?
    /// The only allowed texts; empty if every text is allowed.
    package let choices: [String]
  }
}

extension CheckerDescription {
  private static let optionLimit = 256
  private static let choiceLimit = 1024
  private static let textLimit = 4096

  /// Copies the description that a checker returned. Throws for null pointers, malformed text and contradictions;
  /// messages call the checker `checker`.
  static func read(_ pointer: UnsafePointer<checker_description>?, of checker: String) throws(PlugInError)
    -> CheckerDescription
  {
    func wrong(_ what: String) -> PlugInError {
      PlugInError(
        .description, "the checker's description is malformed: \(what)", file: checker,
        hint: "see checker_description in CheckerABI.h")
    }
    guard let pointer else { throw wrong("describe returned null") }
    let size = Int(pointer.pointee.size)
    guard size >= CheckerSizes.description else {
      throw wrong("its size is \(size), but must be \(CheckerSizes.description)")
    }
    let raw = CheckerSizes.load(pointer, size: size, into: checker_description())
    func text(_ text: checker_text, _ what: String) throws(PlugInError) -> String? {
      try mapError(try text.string(limit: textLimit)) { (error: CheckerTextError) in
        wrong("\(what) \(error.reason)")
      }
    }
    func required(_ given: checker_text, _ what: String) throws(PlugInError) -> String {
      guard let text = try text(given, what), !text.isEmpty else { throw wrong("it has no \(what)") }
      return text
    }
    let identifier = try required(raw.identifier, "identifier")
    guard identifier.isIdentifier() else {
      throw wrong(
        "its identifier '\(identifier)' must be lower-case letters and digits, in parts joined by '.' or '-'")
    }
    guard (0...optionLimit).contains(raw.option_count) else { throw wrong("it has \(raw.option_count) options") }
    if raw.option_count > 0, raw.options == nil {
      throw wrong("it has \(raw.option_count) options, but a null pointer to them")
    }
    var options: [Option] = []
    let stride = Int(raw.options?.pointee.size ?? 0)
    for position in 0..<raw.option_count {
      guard let first = raw.options else { continue }
      let place = UnsafeRawPointer(first) + position * stride
      let optionSize = Int(place.loadUnaligned(as: UInt32.self))
      guard optionSize >= CheckerSizes.option, optionSize == stride else {
        throw wrong("the size of option \(position + 1) is \(optionSize), but must be \(CheckerSizes.option)")
      }
      let option = CheckerSizes.load(place, size: optionSize, into: checker_option())
      let name = try required(option.name, "name of option \(position + 1)")
      guard isOptionName(name) else { throw wrong("option '\(name)' must have a name such as 'minimum_alpha'") }
      if options.contains(where: { $0.name == name }) { throw wrong("it has the option '\(name)' twice") }
      guard let kind = Option.Kind(rawValue: option.type) else {
        throw wrong("option '\(name)' has the unknown type \(option.type)")
      }
      var bounds: ClosedRange<Double>?
      if option.is_bounded != 0 {
        guard option.minimum <= option.maximum else { throw wrong("option '\(name)' has a minimum above its maximum") }
        bounds = option.minimum...option.maximum
      }
      guard (0...choiceLimit).contains(option.choice_count) else {
        throw wrong("option '\(name)' has \(option.choice_count) choices")
      }
      if option.choice_count > 0, option.choices == nil {
        throw wrong("option '\(name)' has choices, but a null pointer to them")
      }
      var choices: [String] = []
      for number in 0..<option.choice_count {
        if let choice = option.choices?[number] {
          choices.append(try required(choice, "choice \(number + 1) of option '\(name)'"))
        }
      }
      options.append(
        Option(
          name: name, kind: kind, summary: try required(option.summary, "summary of option '\(name)'"),
          defaultText: try text(option.default_text, "the default of option '\(name)'"),
          isRequired: option.is_required != 0, bounds: bounds, choices: choices))
    }
    return CheckerDescription(
      identifier: identifier, version: try required(raw.version, "version"),
      summary: try required(raw.summary, "summary"),
      help: try text(raw.help, "help"), options: options)
  }

  private static func isOptionName(_ text: String) -> Bool {
    text.utf8.first.map { 0x61...0x7A ~= $0 } ?? false
      && text.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F }
  }
}

/// The sizes of a checker's structures in version 1, in bytes. They never change, even if later versions append
/// fields.
enum CheckerSizes {
  static let option = 96
  static let description = 88
  static let finding = 112
  static let file = 24

  /// Reads a structure of `size` bytes: missing fields are zero, and unknown fields are ignored.
  static func load<Structure>(_ pointer: UnsafeRawPointer, size: Int, into blank: Structure) -> Structure {
    var loaded = blank
    withUnsafeMutableBytes(of: &loaded) { bytes in
      bytes.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: max(0, min(size, bytes.count))))
    }
    return loaded
  }
}

struct CheckerTextError: Error {
  /// `is not UTF-8`
  let reason: String
}

extension checker_text {
  /// The beginning of a string that was cut, perhaps within a character.
  func prefix() -> String? {
    guard let bytes, count > 0 else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: UnsafeRawPointer(bytes), count: count), as: UTF8.self) + "…"
  }

  /// The text; nil if it is absent. Throws if it is longer than `limit` bytes, not UTF-8, or contains a zero byte.
  func string(limit: Int) throws(CheckerTextError) -> String? {
    guard let bytes else { return nil }
    // A count above 2^63 is negative here.
    guard count >= 0 else { throw CheckerTextError(reason: "has an impossible length") }
    guard count <= limit else { throw CheckerTextError(reason: "has \(count) bytes; the limit is \(limit)") }
    let raw = UnsafeRawBufferPointer(start: UnsafeRawPointer(bytes), count: count)
    guard let text = String(validating: raw, as: UTF8.self) else { throw CheckerTextError(reason: "is not UTF-8") }
    if raw.contains(0) { throw CheckerTextError(reason: "contains a zero byte") }
    return text
  }
}
