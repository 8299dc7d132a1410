internal import CheckerABI

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
