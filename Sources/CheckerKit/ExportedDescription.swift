internal import CheckerABI

final class ExportedDescription {
  let description: UnsafePointer<checker_description>
  private var texts: [UnsafeMutablePointer<CChar>] = []
  private var lists: [UnsafeMutablePointer<checker_text>] = []
  private var options: UnsafeMutablePointer<checker_option>?
  private let made: UnsafeMutablePointer<checker_description>

  init(of checker: any Checker.Type) {
    made = .allocate(capacity: 1)
    made.initialize(to: checker_description())
    description = UnsafePointer(made)
    fill(checker.identity, OptionList(of: checker.init()).options)
  }

  deinit {
    for text in texts { text.deallocate() }
    for list in lists { list.deallocate() }
    options?.deallocate()
    made.deallocate()
  }

  private func fill(_ identity: CheckerIdentity, _ list: [(name: String, option: any AnyOption)]) {
    made.pointee.size = UInt32(MemoryLayout<checker_description>.size)
    made.pointee.identifier = text(identity.identifier)
    made.pointee.version = text(identity.version)
    made.pointee.summary = text(identity.summary)
    made.pointee.help = text(identity.help)
    made.pointee.option_count = list.count
    if list.isEmpty { return }
    let memory = UnsafeMutablePointer<checker_option>.allocate(capacity: list.count)
    for (position, (name, option)) in list.enumerated() {
      (memory + position).initialize(to: described(name, option))
    }
    options = memory
    made.pointee.options = UnsafePointer(memory)
  }

  private func described(_ name: String, _ option: any AnyOption) -> checker_option {
    var described = checker_option()
    described.size = UInt32(MemoryLayout<checker_option>.size)
    described.type = option.type.rawValue
    described.name = text(name)
    described.summary = text(option.summary)
    described.default_text = text(option.defaultText)
    described.is_required = option.isRequired ? 1 : 0
    if let bounds = option.bounds {
      described.is_bounded = 1
      described.minimum = bounds.lowerBound
      described.maximum = bounds.upperBound
    }
    if let choices = option.choices, !choices.isEmpty {
      let memory = UnsafeMutablePointer<checker_text>.allocate(capacity: choices.count)
      for (position, choice) in choices.enumerated() { (memory + position).initialize(to: text(choice)) }
      lists.append(memory)
      described.choices = UnsafePointer(memory)
      described.choice_count = choices.count
    }
    return described
  }

  private func text(_ string: String?) -> checker_text {
    guard let string else { return checker_text() }
    let bytes = string.utf8.map { CChar(bitPattern: $0) }
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: max(1, bytes.count))
    memory.initialize(from: bytes, count: bytes.count)
    texts.append(memory)
    return checker_text(bytes: memory, count: bytes.count)
  }
}
