import ArgumentParser

// How options are declared: a long name, written out because the library would work it out of the property's name at each start; what
// help says; and what stands there for the value. A value is taken whatever it begins with.

extension Option {
  init<T: ExpressibleByArgument>(
    _ name: String, _ help: String, value: String, completion: CompletionKind? = nil
  ) where Value == T? {
    self.init(
      name: .customLong(name), parsing: .unconditional, help: ArgumentHelp(help, valueName: value),
      completion: completion)
  }

  init(
    wrappedValue: Value, _ name: String, _ help: String, value: String, completion: CompletionKind? = nil
  ) where Value: ExpressibleByArgument {
    self.init(
      wrappedValue: wrappedValue, name: .customLong(name), parsing: .unconditional,
      help: ArgumentHelp(help, valueName: value), completion: completion)
  }

  /// It must be given.
  init(
    required name: String, _ help: String, value: String, completion: CompletionKind? = nil,
    transform: @Sendable @escaping (String) throws -> Value
  ) {
    self.init(
      name: .customLong(name), parsing: .unconditional, help: ArgumentHelp(help, valueName: value),
      completion: completion, transform: transform)
  }

  init<T>(
    _ name: String, _ help: String, value: String, completion: CompletionKind? = nil,
    transform: @Sendable @escaping (String) throws -> T
  ) where Value == T? {
    self.init(
      name: .customLong(name), parsing: .unconditional, help: ArgumentHelp(help, valueName: value),
      completion: completion, transform: transform)
  }

  /// It must be given, and may be given again.
  init<T: ExpressibleByArgument>(
    _ name: String, _ help: String, value: String, completion: CompletionKind? = nil
  ) where Value == [T] {
    self.init(
      name: .customLong(name), parsing: .unconditionalSingleValue, help: .repeatable(help, value),
      completion: completion)
  }

  init<T: ExpressibleByArgument>(
    wrappedValue: [T], _ name: String, _ help: String, value: String, completion: CompletionKind? = nil
  ) where Value == [T] {
    self.init(
      wrappedValue: wrappedValue, name: .customLong(name), parsing: .unconditionalSingleValue,
      help: .repeatable(help, value), completion: completion)
  }

  init<T>(
    wrappedValue: [T], _ name: String, _ help: String, value: String, completion: CompletionKind? = nil,
    transform: @Sendable @escaping (String) throws -> T
  ) where Value == [T] {
    self.init(
      wrappedValue: wrappedValue, name: .customLong(name), parsing: .unconditionalSingleValue,
      help: .repeatable(help, value), completion: completion, transform: transform)
  }
}

extension Flag where Value == Bool {
  init(wrappedValue: Bool, _ name: String, _ help: String) {
    self.init(wrappedValue: wrappedValue, name: .customLong(name), help: ArgumentHelp(stringLiteral: help))
  }
}

extension Argument {
  init(_ help: String, value: String, completion: CompletionKind? = nil) where Value: ExpressibleByArgument {
    self.init(help: ArgumentHelp(help, valueName: value), completion: completion)
  }

  init<T: ExpressibleByArgument>(_ help: String, value: String, completion: CompletionKind? = nil) where Value == T? {
    self.init(help: ArgumentHelp(help, valueName: value), completion: completion)
  }

  init<T: ExpressibleByArgument>(_ help: String, value: String, completion: CompletionKind? = nil) where Value == [T] {
    self.init(help: ArgumentHelp(help, valueName: value), completion: completion)
  }

  init<T: ExpressibleByArgument>(
    wrappedValue: [T], _ help: String, value: String, completion: CompletionKind? = nil
  ) where Value == [T] {
    self.init(wrappedValue: wrappedValue, help: ArgumentHelp(help, valueName: value), completion: completion)
  }
}

extension ArgumentHelp {
  fileprivate static func repeatable(_ help: String, _ value: String) -> ArgumentHelp {
    ArgumentHelp(help + " (repeatable)", valueName: value)
  }
}
