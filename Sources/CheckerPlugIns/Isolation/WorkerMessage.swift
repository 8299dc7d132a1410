internal import PropertyLists

/// The messages between the program and the process of a checker. The program asks, and the process answers; while it
/// checks, the process may ask the program.
enum WorkerMessage: UInt8 {
  /// The version of these messages. The program's file may be replaced by another version while it runs.
  static let version = 3

  // From the program.
  case configure = 1
  case describe, check, finish
  case facts, files, status, size, content, unreadable
  // From the process.
  case descriptions = 32
  case refused
  case askFacts, askFiles, askStatus, askSize, askContent
  case finding, line, done
}

extension CheckerReadError: WireValue {
  func write(_ writer: inout WireWriter) {
    switch self {
    case .absent: writer.add(0 as UInt8)
    case .mismatch: writer.add(1 as UInt8)
    case .unreadable(let why): writer.add(2 as UInt8, why)
    case .invalid: writer.add(3 as UInt8)
    }
  }

  init(_ reader: inout WireReader) throws(WireError) {
    switch try UInt8(&reader) {
    case 0: self = .absent
    case 1: self = .mismatch
    case 2: self = .unreadable(try reader.value())
    case 3: self = .invalid
    default: throw WireError()
    }
  }
}

extension PlugInCode: WireValue {}

extension PlugInError: WireValue where Code == PlugInCode {
  func write(_ writer: inout WireWriter) { writer.add(code, message, file, hint, checker) }

  init(_ reader: inout WireReader) throws(WireError) {
    self.init(
      try reader.value(), try reader.value(), file: try reader.value(), hint: try reader.value(),
      checker: try reader.value())
  }
}

extension CheckerFacts: WireValue {
  func write(_ writer: inout WireWriter) {
    writer.add(
      path, name, kind, platform, layout, identifier, executable, infoPath, resourcesPath, parent, children)
    writer.add(block: info.binaryBytes)
  }

  init(_ reader: inout WireReader) throws(WireError) {
    path = try reader.value()
    name = try reader.value()
    kind = try reader.value()
    platform = try reader.value()
    layout = try reader.value()
    identifier = try reader.value()
    executable = try reader.value()
    infoPath = try reader.value()
    resourcesPath = try reader.value()
    parent = try reader.value()
    children = try reader.value()
    guard let info = try? PropertyList.parse(Array(try reader.block()), file: infoPath ?? "Info.plist") else {
      throw WireError()
    }
    self.info = info
  }
}

extension CheckerFileType: WireValue {}

extension CheckerFileEntry: WireValue {
  func write(_ writer: inout WireWriter) { writer.add(path, type) }

  init(_ reader: inout WireReader) throws(WireError) {
    self.init(path: try reader.value(), type: try reader.value())
  }
}

extension CheckerFileStatus: WireValue {
  func write(_ writer: inout WireWriter) { writer.add(type, mode, size) }

  init(_ reader: inout WireReader) throws(WireError) {
    self.init(type: try reader.value(), mode: try reader.value(), size: try reader.value())
  }
}

extension CheckerFinding.Severity: WireValue {}

extension CheckerFinding: WireValue {
  func write(_ writer: inout WireWriter) {
    writer.add(severity, message, expected, fix, discriminator, file, bundle, pointer, key)
  }

  init(_ reader: inout WireReader) throws(WireError) {
    self.init(
      severity: try reader.value(), message: try reader.value(), expected: try reader.value(),
      fix: try reader.value(), discriminator: try reader.value(), file: try reader.value(),
      bundle: try reader.value(), pointer: try reader.value(), key: try reader.value())
  }
}

extension CheckerDescription: WireValue {
  func write(_ writer: inout WireWriter) { writer.add(identifier, version, summary, help, options) }

  init(_ reader: inout WireReader) throws(WireError) {
    self.init(
      identifier: try reader.value(), version: try reader.value(), summary: try reader.value(),
      help: try reader.value(), options: try reader.value())
  }
}

extension CheckerDescription.Option.Kind: WireValue {}

extension CheckerDescription.Option: WireValue {
  func write(_ writer: inout WireWriter) {
    writer.add(name, kind, summary, defaultText, isRequired, bounds?.lowerBound.bitPattern, choices)
    if let bounds { writer.add(bounds.upperBound.bitPattern) }
  }

  init(_ reader: inout WireReader) throws(WireError) {
    name = try reader.value()
    kind = try reader.value()
    summary = try reader.value()
    defaultText = try reader.value()
    isRequired = try reader.value()
    let lower = (try reader.value() as UInt64?).map { Double(bitPattern: $0) }
    choices = try reader.value()
    guard let lower else {
      bounds = nil
      return
    }
    let upper = Double(bitPattern: try reader.value())
    guard lower <= upper else { throw WireError() }
    bounds = lower...upper
  }
}

extension CheckerRead.Kind: WireValue {}

extension CheckerRead: WireValue {
  func write(_ writer: inout WireWriter) { writer.add(kind, bundle, name) }

  init(_ reader: inout WireReader) throws(WireError) {
    self.init(kind: try reader.value(), bundle: try reader.value(), name: try reader.value())
  }
}

/// The outcome of a check without the findings, which were sent before.
extension CheckerOutcome {
  func write(_ writer: inout WireWriter) { writer.add(calls, bytes, reads, isReadsCut, failure) }

  mutating func readEnd(_ reader: inout WireReader) throws(WireError) {
    calls = try reader.value()
    bytes = try reader.value()
    reads = try reader.value()
    isReadsCut = try reader.value()
    failure = try reader.value()
  }
}
