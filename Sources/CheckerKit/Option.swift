/// An option of a checker: an entry of a rule's `with`. By default, its name is the property's name in snake case.
///
///     @Option("The largest difference between two variants", in: 0...1) var tolerance = 0.1
///     @Option("The required host") var host: String            // every rule must have it
///     @Option("The required architectures") var architectures: [String] = []
@propertyWrapper public struct Option<Value: OptionValue> {
  final class Storage {
    var value: Value?
    init(_ value: Value?) { self.value = value }
  }

  let storage: Storage
  let summary: String
  let name: String?
  let bounds: ClosedRange<Double>?
  let isRequired: Bool

  /// Creates an option with a default value.
  ///
  /// - Parameter wrappedValue: the value for rules without this option.
  /// - Parameter summary: the meaning of the option, one sentence.
  /// - Parameter name: the option's name in rules, if it differs from the property's.
  /// - Parameter bounds: the smallest and largest number.
  public init(wrappedValue: Value, _ summary: String, name: String? = nil, in bounds: ClosedRange<Double>? = nil) {
    self.init(wrappedValue, summary, name, bounds, isRequired: false)
  }

  /// Creates an option without a default value: every rule must have it, unless its type is optional.
  ///
  /// - Parameter summary: the meaning of the option, one sentence.
  /// - Parameter name: the option's name in rules, if it differs from the property's.
  /// - Parameter bounds: the smallest and largest number.
  public init(_ summary: String, name: String? = nil, in bounds: ClosedRange<Double>? = nil) {
    self.init(nil, summary, name, bounds, isRequired: !Value.mayBeAbsent)
  }

  private init(
    _ value: Value?, _ summary: String, _ name: String?, _ bounds: ClosedRange<Double>?, isRequired: Bool
  ) {
    storage = Storage(value)
    (self.summary, self.name, self.bounds, self.isRequired) = (summary, name, bounds, isRequired)
  }

  /// The value in the rule, or the default.
  public var wrappedValue: Value { storage.value ?? Value.unset }
}

/// The types of options: `Bool`, `Int`, `Double`, `String`, `[String]`, optionals of these, and enumerations of
/// strings.
public protocol OptionValue {
  /// The type as the host knows it.
  static var optionType: OptionType { get }
  /// Whether a rule may omit the option even if there is no default.
  static var mayBeAbsent: Bool { get }
  /// The only allowed texts; nil if every text is allowed.
  static var choices: [String]? { get }
  /// The value before a rule has set the option.
  static var unset: Self { get }
  /// Returns the value in a rule; nil if it has the wrong type.
  static func read(_ value: CheckedValue) -> Self?
  /// The value as Lua writes it.
  var optionText: String? { get }
}

/// The type of an option's value.
public enum OptionType: UInt32, Sendable {
  /// True or false.
  case boolean = 1
  /// A 64-bit integer.
  case integer
  /// A finite number.
  case number
  /// A string.
  case text
  /// A list of strings.
  case texts
}

extension OptionValue {
  /// False: a rule must have the option.
  public static var mayBeAbsent: Bool { false }
  /// Nil: every text is allowed.
  public static var choices: [String]? { nil }
}

extension Bool: OptionValue {
  /// See `OptionValue`, as for the members below.
  public static var optionType: OptionType { .boolean }
  /// False.
  public static var unset: Bool { false }
  /// Reads a Boolean.
  public static func read(_ value: CheckedValue) -> Bool? { value.boolean }
  /// `true` or `false`.
  public var optionText: String? { self ? "true" : "false" }
}

extension Int: OptionValue {
  /// See `OptionValue`, as for the members below.
  public static var optionType: OptionType { .integer }
  /// Zero.
  public static var unset: Int { 0 }
  /// Reads an integer.
  public static func read(_ value: CheckedValue) -> Int? { value.integer.flatMap { Int(exactly: $0) } }
  /// The digits.
  public var optionText: String? { String(self) }
}

extension Double: OptionValue {
  /// See `OptionValue`, as for the members below.
  public static var optionType: OptionType { .number }
  /// Zero.
  public static var unset: Double { 0 }
  /// Reads a real or an integer.
  public static func read(_ value: CheckedValue) -> Double? { value.real }
  /// The digits.
  public var optionText: String? { String(self) }
}

extension String: OptionValue {
  /// See `OptionValue`, as for the members below.
  public static var optionType: OptionType { .text }
  /// The empty string.
  public static var unset: String { "" }
  /// Reads a string.
  public static func read(_ value: CheckedValue) -> String? { value.text }
  /// The text in quotation marks.
  public var optionText: String? { "\"" + flatMap { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) } + "\"" }
}

extension [String]: OptionValue {
  /// See `OptionValue`, as for the members below.
  public static var optionType: OptionType { .texts }
  /// The empty list.
  public static var unset: [String] { [] }
  /// Reads a list of strings, or a single string.
  public static func read(_ value: CheckedValue) -> [String]? { value.texts }
  /// The strings in braces.
  public var optionText: String? {
    "{" + map { " " + ($0.optionText ?? "") }.joined(separator: ",") + (isEmpty ? "}" : " }")
  }
}

extension Swift.Optional: OptionValue where Wrapped: OptionValue {
  /// The type of the wrapped value.
  public static var optionType: OptionType { Wrapped.optionType }
  /// True: a rule may omit the option.
  public static var mayBeAbsent: Bool { true }
  /// The choices of the wrapped value.
  public static var choices: [String]? { Wrapped.choices }
  /// Nil.
  public static var unset: Wrapped? { nil }
  /// Reads a wrapped value.
  public static func read(_ value: CheckedValue) -> Wrapped?? { Wrapped.read(value).map { .some($0) } }
  /// The wrapped value as Lua writes it.
  public var optionText: String? { flatMap { $0.optionText } }
}

extension OptionValue where Self: CaseIterable & RawRepresentable, RawValue == String {
  /// Text.
  public static var optionType: OptionType { .text }
  /// The names of the cases.
  public static var choices: [String]? { allCases.map(\.rawValue) }
  /// The first case. An enumeration without cases cannot be an option.
  public static var unset: Self { allCases[allCases.startIndex] }
  /// Reads a case by its name.
  public static func read(_ value: CheckedValue) -> Self? { value.text.flatMap(Self.init(rawValue:)) }
  /// The name in quotation marks.
  public var optionText: String? { rawValue.optionText }
}
