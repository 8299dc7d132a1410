import Parameters
import Basics
package import CheckerPlugIns
import PolicySchema
import LuaRuntime
package import PropertyLists
package import Reports

/// Makes the options of a `checker` clause, and checks them against the checker's own description.
public enum CheckerOptions {
  /// `with` as a property list, so that checkers get its values the same way as values of bundles. Throws unless it is a table of strings,
  /// numbers, booleans and lists of strings.
  static func propertyList(_ value: LuaValue, in place: String) throws(DeclarationError) -> PropertyList {
    var entries: [(key: String, value: LuaValue)] = []
    if value != .nil {
      guard let table = value.table else {
        throw DeclarationError("\(place): 'with' must be a table of options, found \(value.typeName)")
      }
      guard let named = table.named else {
        throw DeclarationError("\(place): 'with' must be a table of named options, found an entry without a name")
      }
      for (name, value) in named {
        if case .number(let number) = value, !number.isFinite {
          throw DeclarationError("\(place), with: '\(name)' is \(number); an option must be a finite number")
        }
        entries.append((name, listed(value)))
      }
    }
    let text = try PropertyListWriter.text(entries, in: "\(place), with")
    return try mapError(try PropertyList.parse(Array(text.utf8), file: "with")) { (error: PropertyListError) in
      DeclarationError("\(place), with: \(error.message)")
    }
  }

  /// An empty table is an empty list: no option takes a dictionary.
  private static func listed(_ value: LuaValue) -> LuaValue {
    guard case .table(let table) = value, table.entries.isEmpty else { return value }
    return .table(LuaTable(entries: [.init(key: .string("$array"), value: .boolean(true))]))
  }

  /// Parses options from a command line: the elements of a list are separated by commas. Throws for options that the checker
  /// does not accept.
  package static func read(
    _ texts: [(name: String, text: String)], for description: CheckerDescription
  ) throws(EngineError) -> PropertyList {
    func refuse(_ message: String) -> EngineError {
      EngineError(code: "plugin.options", message: message, hint: "give options as --with NAME=VALUE")
    }
    func list(_ text: String, _ name: String) throws(EngineError) -> LuaValue {
      try mapError(try ParameterForm(type: .list).read(text)) { (error: ParameterMismatch) in
        refuse("option '\(name)' \(error.text)")
      }
    }
    var entries: [LuaTable.Entry] = []
    for (name, text) in texts {
      let value: LuaValue =
        switch description.options.first(where: { $0.name == name })?.kind {
        case .boolean: text == "true" || text == "false" ? .boolean(text == "true") : .string(text)
        case .integer: Int64(text).map { .integer($0) } ?? .string(text)
        case .number: ParameterType.number.value(of: text) ?? .string(text)
        case .texts: try list(text, name)
        case .text, nil: .string(text)
        }
      entries.append(.init(key: .string(name), value: value))
    }
    let options = try mapError(try propertyList(.table(LuaTable(entries: entries)), in: "the options")) {
      (error: DeclarationError) in
      refuse(error.message)
    }
    if let problem = problem(in: options, for: description) { throw refuse(problem) }
    return options
  }

  static func problem(in options: PropertyList, for description: CheckerDescription) -> String? {
    let names = description.options.map(\.name)
    for position in 0..<options.count(of: options.root) {
      let name = options.key(of: options.root, at: position)
      guard let option = description.options.first(where: { $0.name == name }) else {
        let known = names.isEmpty ? "; it takes none" : DeclarationError.suggestion(for: name, among: names)
        return "the checker '\(description.identifier)' has no option '\(name)'\(known)"
      }
      if let node = options.element(of: options.root, at: position),
        let problem = problem(with: node, in: options, option)
      {
        return "option '\(name)' of the checker '\(description.identifier)' \(problem)"
      }
    }
    if let missing = description.options.first(where: {
      $0.isRequired && options.value(of: options.root, forKey: $0.name) == nil
    }) {
      return "the checker '\(description.identifier)' needs the option '\(missing.name)': \(missing.summary)"
    }
    return nil
  }

  private static func problem(
    with node: PropertyList.Node, in options: PropertyList, _ option: CheckerDescription.Option
  ) -> String? {
    let kind = options.kind(of: node)
    let mismatch = "must be \(option.kind.phrase), found \(ValueText.describe(node, in: options)) of type \(kind.name)"
    switch option.kind {
    case .boolean: return kind == .boolean ? nil : mismatch
    case .integer:
      guard case .signed(let number)? = options.integer(of: node) else { return mismatch }
      return bounds(Double(number), "\(number)", option)
    case .number:
      if case .signed(let number)? = options.integer(of: node) { return bounds(Double(number), "\(number)", option) }
      guard let number = options.real(of: node), number.isFinite else { return mismatch }
      return bounds(number, "\(number)", option)
    case .text:
      guard let text = options.string(of: node) else { return mismatch }
      return choice(text, option)
    case .texts:
      if let text = options.string(of: node) { return choice(text, option) }
      guard kind == .array else { return mismatch }
      for position in 0..<options.count(of: node) {
        guard let element = options.element(of: node, at: position), let text = options.string(of: element) else {
          return mismatch
        }
        if let problem = choice(text, option) { return problem }
      }
      return nil
    }
  }

  private static func bounds(_ number: Double, _ text: String, _ option: CheckerDescription.Option) -> String? {
    guard let bounds = option.bounds, !bounds.contains(number) else { return nil }
    func shown(_ bound: Double) -> String { Int(exactly: bound).map(String.init) ?? String(bound) }
    return "is \(text), but must be from \(shown(bounds.lowerBound)) to \(shown(bounds.upperBound))"
  }

  private static func choice(_ text: String, _ option: CheckerDescription.Option) -> String? {
    if option.choices.isEmpty || option.choices.contains(text) { return nil }
    let suggestion = DeclarationError.suggestion(for: text, among: option.choices)
    return "is '\(text)', which is not an allowed value" + suggestion
  }
}
