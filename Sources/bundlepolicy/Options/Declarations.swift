import ArgumentParser

// How options are declared: a long name, written out because the library would work it out of the property's name at each start; what
// help says; and what stands there for the value. A value is taken whatever it begins with. What `GivenWords` has read is the value at once.

extension Option {
  init<T: ExpressibleByArgument>(
    _ name: String, _ help: String, value: String, completion: CompletionKind? = nil
  ) where Value == T? {
    self.init(
      name: .named(name), parsing: .unconditional, help: ArgumentHelp(help, valueName: value),
      completion: completion)
    if let given = GivenWords.of(name) { wrappedValue = GivenWords.value(given) { T(argument: $0) } }
  }

  init(
    wrappedValue: Value, _ name: String, _ help: String, value: String, completion: CompletionKind? = nil
  ) where Value: ExpressibleByArgument {
    self.init(
      wrappedValue: wrappedValue, name: .named(name), parsing: .unconditional,
      help: ArgumentHelp(help, valueName: value), completion: completion)
    if let given = GivenWords.of(name) {
      self.wrappedValue = GivenWords.value(given) { Value(argument: $0) } ?? wrappedValue
    }
  }

  /// It must be given.
  init(
    required name: String, _ help: String, value: String, completion: CompletionKind? = nil,
    transform: @Sendable @escaping (String) throws -> Value
  ) {
    self.init(
      name: .named(name), parsing: .unconditional, help: ArgumentHelp(help, valueName: value),
      completion: completion, transform: transform)
    if let given = GivenWords.of(name) {
      if let value = GivenWords.value(given, transform) { wrappedValue = value } else { GivenWords.refuse() }
    }
  }

  init<T>(
    _ name: String, _ help: String, value: String, completion: CompletionKind? = nil,
    transform: @Sendable @escaping (String) throws -> T
  ) where Value == T? {
    self.init(
      name: .named(name), parsing: .unconditional, help: ArgumentHelp(help, valueName: value),
      completion: completion, transform: transform)
    if let given = GivenWords.of(name) { wrappedValue = GivenWords.value(given, transform) }
  }

  /// It must be given, and may be given again.
  init<T: ExpressibleByArgument>(
    _ name: String, _ help: String, value: String, completion: CompletionKind? = nil
  ) where Value == [T] {
    self.init(
      name: .named(name), parsing: .unconditionalSingleValue, help: .repeatable(help, value),
      completion: completion)
    if let given = GivenWords.of(name) {
      if given.isEmpty { GivenWords.refuse() }
      wrappedValue = GivenWords.values(given) { T(argument: $0) }
    }
  }

  init<T: ExpressibleByArgument>(
    wrappedValue: [T], _ name: String, _ help: String, value: String, completion: CompletionKind? = nil
  ) where Value == [T] {
    self.init(
      wrappedValue: wrappedValue, name: .named(name), parsing: .unconditionalSingleValue,
      help: .repeatable(help, value), completion: completion)
    if let given = GivenWords.of(name) {
      self.wrappedValue = given.isEmpty ? wrappedValue : GivenWords.values(given) { T(argument: $0) }
    }
  }

  init<T>(
    wrappedValue: [T], _ name: String, _ help: String, value: String, completion: CompletionKind? = nil,
    transform: @Sendable @escaping (String) throws -> T
  ) where Value == [T] {
    self.init(
      wrappedValue: wrappedValue, name: .named(name), parsing: .unconditionalSingleValue,
      help: .repeatable(help, value), completion: completion, transform: transform)
    if let given = GivenWords.of(name) {
      self.wrappedValue = given.isEmpty ? wrappedValue : GivenWords.values(given, transform)
    }
  }
}

extension Flag where Value == Bool {
  init(wrappedValue: Bool, _ name: String, _ help: String) {
    self.init(wrappedValue: wrappedValue, name: .named(name), help: ArgumentHelp(stringLiteral: help))
    if let given = GivenWords.of(name, takesValue: false) {
      if given.count > 1 { GivenWords.refuse() }
      self.wrappedValue = wrappedValue || !given.isEmpty
    }
  }
}

extension Argument {
  init(_ help: String, value: String, completion: CompletionKind? = nil) where Value: ExpressibleByArgument {
    self.init(help: ArgumentHelp(help, valueName: value), completion: completion)
    GivenWords.refuse()
  }

  init<T: ExpressibleByArgument>(_ help: String, value: String, completion: CompletionKind? = nil) where Value == T? {
    self.init(help: ArgumentHelp(help, valueName: value), completion: completion)
    GivenWords.refuse()
  }

  init<T: ExpressibleByArgument>(_ help: String, value: String, completion: CompletionKind? = nil) where Value == [T] {
    self.init(help: ArgumentHelp(help, valueName: value), completion: completion)
    if let given = GivenWords.of(nil) {
      if given.isEmpty { GivenWords.refuse() }
      wrappedValue = GivenWords.values(given) { T(argument: $0) }
    }
  }

  init<T: ExpressibleByArgument>(
    wrappedValue: [T], _ help: String, value: String, completion: CompletionKind? = nil
  ) where Value == [T] {
    self.init(wrappedValue: wrappedValue, help: ArgumentHelp(help, valueName: value), completion: completion)
    if let given = GivenWords.of(nil) {
      self.wrappedValue = given.isEmpty ? wrappedValue : GivenWords.values(given) { T(argument: $0) }
    }
  }
}

extension OptionGroup {
  init() {
    self.init(title: "")
    if let group = GivenWords.group(Value.self) { wrappedValue = group }
  }
}

extension NameSpecification {
  /// Its long name, and a letter for the options that are typed most.
  fileprivate static func named(_ name: String) -> NameSpecification {
    letter(of: name).map { [.customLong(name), .customShort($0)] } ?? .customLong(name)
  }

  private static func letter(of name: String) -> Character? {
    switch name {
    case "policy": "p"
    case "format": "f"
    case "output": "o"
    case "quiet": "q"
    default: nil
    }
  }

  /// The long form of an option's letter; any other word as it is.
  static func long(_ word: String) -> String {
    switch word {
    case "-p": "--policy"
    case "-f": "--format"
    case "-o": "--output"
    case "-q": "--quiet"
    default: word
    }
  }
}

extension ArgumentHelp {
  fileprivate static func repeatable(_ help: String, _ value: String) -> ArgumentHelp {
    ArgumentHelp(help + " (repeatable)", valueName: value)
  }
}
