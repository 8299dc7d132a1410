/// An option of a checker: what a rule gives in `with`. The property's name in snake case is the option's, unless another is given.
///
///     @Option("The largest difference between two variants", in: 0...1) var tolerance = 0.1
///     @Option("The host that must be named") var host: String            // every rule must give it
///     @Option("The architectures that must be there") var architectures: [String] = []
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

  /// With a value for rules that give none. `bounds` are those of a number.
  public init(wrappedValue: Value, _ summary: String, name: String? = nil, in bounds: ClosedRange<Double>? = nil) {
    storage = Storage(wrappedValue)
    self.summary = summary
    self.name = name
    self.bounds = bounds
    isRequired = false
  }

  /// Without one: every rule must give it, unless it is optional.
  public init(_ summary: String, name: String? = nil, in bounds: ClosedRange<Double>? = nil) {
    storage = Storage(nil)
    self.summary = summary
    self.name = name
    self.bounds = bounds
    isRequired = !Value.mayBeAbsent
  }

  /// What the rule gave, or the default.
  public var wrappedValue: Value { storage.value ?? Value.unset }
}

/// What an option can hold: `Bool`, `Int`, `Double`, `String`, `[String]`, optional ones of these, and enumerations of strings.
public protocol OptionValue {
  /// What the program is told.
  static var optionType: OptionType { get }
  /// Whether a rule need not give it though there is no default.
  static var mayBeAbsent: Bool { get }
  /// The only texts there are; nil when anything goes.
  static var choices: [String]? { get }
  /// What stands for a required value before a rule has given it.
  static var unset: Self { get }
  /// The value, out of what a rule gave; nil when it is none.
  init?(option value: CheckedValue)
  /// How people would write it.
  var optionText: String? { get }
}

/// What an option takes.
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
  /// A rule must give it.
  public static var mayBeAbsent: Bool { false }
  /// Anything goes.
  public static var choices: [String]? { nil }
}

extension Bool: OptionValue {
  /// See `OptionValue`, as below.
  public static var optionType: OptionType { .boolean }
  /// False.
  public static var unset: Bool { false }
  /// A boolean.
  public init?(option value: CheckedValue) {
    guard let boolean = value.boolean else { return nil }
    self = boolean
  }
  /// `true` or `false`.
  public var optionText: String? { self ? "true" : "false" }
}

extension Int: OptionValue {
  /// See `OptionValue`, as below.
  public static var optionType: OptionType { .integer }
  /// Zero.
  public static var unset: Int { 0 }
  /// An integer.
  public init?(option value: CheckedValue) {
    guard let integer = value.integer.flatMap({ Int(exactly: $0) }) else { return nil }
    self = integer
  }
  /// Its digits.
  public var optionText: String? { String(self) }
}

extension Double: OptionValue {
  /// See `OptionValue`, as below.
  public static var optionType: OptionType { .number }
  /// Zero.
  public static var unset: Double { 0 }
  /// A real or an integer.
  public init?(option value: CheckedValue) {
    guard let real = value.real else { return nil }
    self = real
  }
  /// Its digits.
  public var optionText: String? { String(self) }
}

extension String: OptionValue {
  /// See `OptionValue`, as below.
  public static var optionType: OptionType { .text }
  /// Empty.
  public static var unset: String { "" }
  /// A string.
  public init?(option value: CheckedValue) {
    guard let text = value.text else { return nil }
    self = text
  }
  /// In quotation marks, as Lua writes it.
  public var optionText: String? {
    "\"" + flatMap { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) } + "\""
  }
}

extension [String]: OptionValue {
  /// See `OptionValue`, as below.
  public static var optionType: OptionType { .texts }
  /// Empty.
  public static var unset: [String] { [] }
  /// A list of strings, or one.
  public init?(option value: CheckedValue) {
    guard let texts = value.texts else { return nil }
    self = texts
  }
  /// In braces, as Lua writes it.
  public var optionText: String? {
    "{" + map { " " + ($0.optionText ?? "") }.joined(separator: ",") + (isEmpty ? "}" : " }")
  }
}

extension Swift.Optional: OptionValue where Wrapped: OptionValue {
  /// That of what it wraps.
  public static var optionType: OptionType { Wrapped.optionType }
  /// It is nil then.
  public static var mayBeAbsent: Bool { true }
  /// Those of what it wraps.
  public static var choices: [String]? { Wrapped.choices }
  /// Nil.
  public static var unset: Wrapped? { nil }
  /// A value of what it wraps.
  public init?(option value: CheckedValue) {
    guard let wrapped = Wrapped(option: value) else { return nil }
    self = .some(wrapped)
  }
  /// Nil for nil.
  public var optionText: String? { flatMap { $0.optionText } }
}

extension OptionValue where Self: CaseIterable & RawRepresentable, RawValue == String {
  /// Text.
  public static var optionType: OptionType { .text }
  /// Its cases.
  public static var choices: [String]? { allCases.map(\.rawValue) }
  /// The first. An enumeration without cases has no values that an option could hold.
  public static var unset: Self { allCases[allCases.startIndex] }
  /// A case, by its name.
  public init?(option value: CheckedValue) {
    guard let text = value.text else { return nil }
    self.init(rawValue: text)
  }
  /// In quotation marks.
  public var optionText: String? { rawValue.optionText }
}
