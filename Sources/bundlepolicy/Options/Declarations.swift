import ArgumentParser
import Basics

// How options and operands are declared: by a long name, written out because the library would derive it from the property's name at
// each start; by their help; and by a placeholder for the value. A value may begin with a dash, but must not be empty: most likely it
// comes from a variable that is not set. An option that is not repeatable is given once: which of two values should count?

extension Option {
  init<T>(_ option: SharedOption, transform: @Sendable @escaping (String) throws -> T) where Value == T? {
    self.init(
      option.name, option.help, value: option.value, completion: option.completion, transform: transform)
  }

  init<T: Word>(_ option: SharedOption) where Value == T? {
    self.init(option.name, option.help, value: option.value)
  }

  init(_ option: SharedOption) where Value == String? {
    self.init(option.name, option.help, value: option.value, completion: option.completion)
  }

  init<T>(
    wrappedValue: [T], _ option: SharedOption, transform: @Sendable @escaping (String) throws -> T
  ) where Value == [T] {
    self.init(
      wrappedValue: wrappedValue, option.name, option.help, value: option.value, completion: option.completion,
      transform: transform)
  }

  init(wrappedValue: [String], _ option: SharedOption) where Value == [String] {
    self.init(
      wrappedValue: wrappedValue, option.name, option.help, value: option.value, completion: option.completion)
  }

  init(wrappedValue: Value, _ option: SharedOption, transform: @Sendable @escaping (String) throws -> Value) {
    self.init(
      wrappedValue: wrappedValue, name: .named(option.name), parsing: .unconditional,
      help: ArgumentHelp(option.help, valueName: option.value), completion: option.completion,
      transform: OptionValue.once(transform))
  }

  init<T>(
    _ name: String, _ help: String, value: String, completion: CompletionKind? = nil,
    transform: @Sendable @escaping (String) throws -> T
  ) where Value == T? {
    self.init(
      name: .named(name), parsing: .unconditional, help: ArgumentHelp(help, valueName: value), completion: completion,
      transform: OptionValue.once(transform))
  }

  init(_ name: String, _ help: String, value: String, completion: CompletionKind? = nil) where Value == String? {
    self.init(name, help, value: value, completion: completion, transform: OptionValue.filled)
  }

  init<T: Word>(_ name: String, _ help: String, value: String) where Value == T? {
    self.init(
      name, OptionValue.help(help, T.self), value: value, completion: .list(T.words),
      transform: OptionValue.word)
  }

  init(wrappedValue: Value, _ name: String, _ help: String, value: String) where Value: Word {
    self.init(
      wrappedValue: wrappedValue, name: .named(name), parsing: .unconditional,
      help: ArgumentHelp(OptionValue.help(help, Value.self), valueName: value),
      completion: .list(Value.words), transform: OptionValue.once(OptionValue.word))
  }

  init(
    required name: String, _ help: String, value: String, completion: CompletionKind? = nil,
    transform: @Sendable @escaping (String) throws -> Value
  ) {
    self.init(
      name: .named(name), parsing: .unconditional, help: ArgumentHelp(help, valueName: value), completion: completion,
      transform: OptionValue.once(transform))
  }

  init<T>(
    wrappedValue: [T], _ name: String, _ help: String, value: String, completion: CompletionKind? = nil,
    transform: @Sendable @escaping (String) throws -> T
  ) where Value == [T] {
    self.init(
      wrappedValue: wrappedValue, name: .named(name), parsing: .unconditionalSingleValue,
      help: .repeatable(help, value), completion: completion, transform: transform)
  }

  init(
    wrappedValue: [String], _ name: String, _ help: String, value: String, completion: CompletionKind? = nil
  ) where Value == [String] {
    self.init(
      wrappedValue: wrappedValue, name, help, value: value, completion: completion, transform: OptionValue.filled)
  }

  init(
    required name: String, _ help: String, value: String, completion: CompletionKind? = nil
  ) where Value == [String] {
    self.init(
      name: .named(name), parsing: .unconditionalSingleValue, help: .repeatable(help, value), completion: completion,
      transform: OptionValue.filled)
  }
}

extension Flag where Value == Bool {
  init(wrappedValue: Bool, _ option: SharedOption) { self.init(wrappedValue: wrappedValue, option.name, option.help) }

  init(wrappedValue: Bool, _ name: String, _ help: String) {
    self.init(wrappedValue: wrappedValue, name: .named(name), help: ArgumentHelp(stringLiteral: help))
  }
}

extension Argument {
  init(_ help: String, value: String) where Value: Word {
    self.init(
      help: ArgumentHelp(OptionValue.help(help, Value.self), valueName: value), completion: .list(Value.words),
      transform: OptionValue.word)
  }

  init(_ help: String, value: String, completion: CompletionKind? = nil) where Value == String {
    self.init(
      help: ArgumentHelp(help, valueName: value), completion: completion, transform: OptionValue.filled)
  }

  init(_ help: String, value: String, completion: CompletionKind? = nil) where Value == String? {
    self.init(
      help: ArgumentHelp(help, valueName: value), completion: completion, transform: OptionValue.filled)
  }

  init(_ help: String, value: String, completion: CompletionKind? = nil) where Value == [String] {
    self.init(
      help: ArgumentHelp(help, valueName: value), completion: completion, transform: OptionValue.filled)
  }

  init(
    wrappedValue: [String], _ help: String, value: String, completion: CompletionKind? = nil
  ) where Value == [String] {
    self.init(
      wrappedValue: wrappedValue, help: ArgumentHelp(help, valueName: value), completion: completion,
      transform: OptionValue.filled)
  }
}

extension NameSpecification {
  fileprivate static func named(_ name: String) -> NameSpecification {
    switch name {
    case "policy", "format", "output", "quiet": [.customLong(name), .customShort(name.first ?? "-")]
    default: .customLong(name)
    }
  }
}

extension ArgumentHelp {
  fileprivate static func repeatable(_ help: String, _ value: String) -> ArgumentHelp {
    ArgumentHelp(help + " (repeatable)", valueName: value)
  }
}
