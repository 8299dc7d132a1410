internal import CheckerABI

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

final class ExportedDescription {
  let description: UnsafePointer<checker_description>
  private let memory: Memory

  init(of checker: any Checker.Type) {
    var memory = Memory()
    let identity = checker.identity
    let options = OptionList(of: checker.init()).options.map { Self.described($0.name, $0.option, &memory) }
    var made = checker_description()
    made.size = UInt32(MemoryLayout<checker_description>.size)
    made.identifier = memory.text(identity.identifier)
    made.version = memory.text(identity.version)
    made.summary = memory.text(identity.summary)
    made.help = memory.text(identity.help)
    made.option_count = options.count
    if !options.isEmpty { made.options = memory.copy(options) }
    description = memory.copy([made])
    self.memory = memory
  }

  deinit { for block in memory.blocks { block.deallocate() } }

  private static func described(_ name: String, _ option: any AnyOption, _ memory: inout Memory) -> checker_option {
    var described = checker_option()
    described.size = UInt32(MemoryLayout<checker_option>.size)
    described.type = option.type.rawValue
    described.name = memory.text(name)
    described.summary = memory.text(option.summary)
    described.default_text = memory.text(option.defaultText)
    described.is_required = option.isRequired ? 1 : 0
    if let bounds = option.bounds {
      described.is_bounded = 1
      described.minimum = bounds.lowerBound
      described.maximum = bounds.upperBound
    }
    if let choices = option.choices, !choices.isEmpty {
      described.choices = memory.copy(choices.map { memory.text($0) })
      described.choice_count = choices.count
    }
    return described
  }

  /// The memory that the description refers to.
  private struct Memory {
    private(set) var blocks: [UnsafeMutableRawPointer] = []

    mutating func copy<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
      let block = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
      block.initialize(from: elements, count: elements.count)
      blocks.append(UnsafeMutableRawPointer(block))
      return UnsafePointer(block)
    }

    mutating func text(_ string: String?) -> checker_text {
      guard let string else { return checker_text() }
      return checker_text(bytes: copy(string.utf8.map { CChar(bitPattern: $0) }), count: string.utf8.count)
    }
  }
}
