protocol AnyOption {
  var type: OptionType { get }
  var summary: String { get }
  var name: String? { get }
  var bounds: ClosedRange<Double>? { get }
  var isRequired: Bool { get }
  var choices: [String]? { get }
  var defaultText: String? { get }
  /// Reads the value in a rule; false if it has the wrong type.
  func take(_ value: CheckedValue) -> Bool
}

extension Option: AnyOption {
  var type: OptionType { Value.optionType }
  var choices: [String]? { Value.choices }
  var defaultText: String? { isRequired ? nil : wrappedValue.optionText }

  func take(_ value: CheckedValue) -> Bool {
    guard let taken = Value.read(value) else { return false }
    storage.value = taken
    return true
  }
}

struct OptionList {
  let options: [(name: String, option: any AnyOption)]

  init(of checker: some Checker) {
    options = Mirror(reflecting: checker).children.compactMap { label, value in
      guard let option = value as? any AnyOption, let label else { return nil }
      return (option.name ?? Self.snakeCase(label.hasPrefix("_") ? String(label.dropFirst()) : label), option)
    }
  }

  /// Sets the options to the values in a rule. The host has already validated them; hosts that do not are not
  /// trusted.
  func take(_ given: CheckedValue) throws(CheckerError) {
    for (name, option) in options {
      if let value = given[name] {
        if !option.take(value) { throw CheckerError("option '\(name)' does not take a value of kind \(value.kind)") }
      } else if option.isRequired {
        throw CheckerError("option '\(name)' is missing")
      }
    }
  }

  /// Converts `minimumAlpha` to `minimum_alpha`, and `allowedURLs` to `allowed_urls`.
  static func snakeCase(_ name: String) -> String {
    var snake = ""
    let letters = Array(name.unicodeScalars)
    for (position, letter) in letters.enumerated() {
      guard ("A"..."Z").contains(letter) else {
        snake.unicodeScalars.append(letter)
        continue
      }
      let follows = position > 0 && !("A"..."Z").contains(letters[position - 1])
      let leads =
        position + 2 < letters.count && ("a"..."z").contains(letters[position + 1])
        && ("a"..."z").contains(letters[position + 2])
      if position > 0, follows || leads { snake += "_" }
      snake += letter.properties.lowercaseMapping
    }
    return snake
  }
}
