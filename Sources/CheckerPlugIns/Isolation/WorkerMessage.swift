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
    (path, name, kind, platform, layout, identifier, executable, infoPath, resourcesPath, parent, children) =
      try reader.values()
    guard let info = try? PropertyList.parse(Array(try reader.block()), file: infoPath ?? "Info.plist") else {
      throw WireError()
    }
    self.info = info
  }
}

extension CheckerFileType: WireValue {}

extension CheckerFileEntry: WireValue {
  func write(_ writer: inout WireWriter) { writer.add(path, type) }

  init(_ reader: inout WireReader) throws(WireError) { (path, type) = try reader.values() }
}

extension CheckerFileStatus: WireValue {
  func write(_ writer: inout WireWriter) { writer.add(type, mode, size) }

  init(_ reader: inout WireReader) throws(WireError) { (type, mode, size) = try reader.values() }
}

extension CheckerFinding.Severity: WireValue {}

extension CheckerFinding: WireValue {
  func write(_ writer: inout WireWriter) {
    writer.add(severity, message, expected, fix, discriminator, file, bundle, pointer, key)
  }

  init(_ reader: inout WireReader) throws(WireError) {
    (severity, message, expected, fix, discriminator, file, bundle, pointer, key) = try reader.values()
  }
}

extension CheckerDescription: WireValue {
  func write(_ writer: inout WireWriter) { writer.add(identifier, version, summary, help, options) }

  init(_ reader: inout WireReader) throws(WireError) {
    (identifier, version, summary, help, options) = try reader.values()
  }
}

extension CheckerDescription.Option.Kind: WireValue {}

extension CheckerDescription.Option: WireValue {
  func write(_ writer: inout WireWriter) {
    writer.add(name, kind, summary, defaultText, isRequired, bounds?.lowerBound.bitPattern, choices)
    if let bounds { writer.add(bounds.upperBound.bitPattern) }
  }

  init(_ reader: inout WireReader) throws(WireError) {
    let least: UInt64?
    (name, kind, summary, defaultText, isRequired, least, choices) = try reader.values()
    bounds = try least.map { least throws(WireError) in
      let (lower, upper) = (Double(bitPattern: least), Double(bitPattern: try reader.value()))
      guard lower <= upper else { throw WireError() }
      return lower...upper
    }
  }
}

extension CheckerRead.Kind: WireValue {}

extension CheckerRead: WireValue {
  func write(_ writer: inout WireWriter) { writer.add(kind, bundle, name) }

  init(_ reader: inout WireReader) throws(WireError) { (kind, bundle, name) = try reader.values() }
}

/// The outcome of a check without the findings, which were sent before.
extension CheckerOutcome {
  func write(_ writer: inout WireWriter) { writer.add(calls, bytes, reads, isReadsCut, failure) }

  mutating func readEnd(_ reader: inout WireReader) throws(WireError) {
    (calls, bytes, reads, isReadsCut, failure) = try reader.values()
  }
}
