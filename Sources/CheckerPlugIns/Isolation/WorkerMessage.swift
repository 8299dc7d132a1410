internal import PropertyLists

/// The messages between the program and the process of a checker. The program asks, and the process answers; while it
/// checks, the process may ask the program.
enum WorkerMessage: UInt8 {
  /// The version of these messages. The program's file may be replaced by another version while it runs.
  static let version = 2

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

extension CheckerReadError {
  func write(_ writer: inout WireWriter) {
    switch self {
    case .absent: writer.add(UInt8(0))
    case .mismatch: writer.add(UInt8(1))
    case .invalid: writer.add(UInt8(3))
    case .unreadable(let why):
      writer.add(UInt8(2))
      writer.add(why)
    }
  }

  init(_ reader: inout WireReader) throws(WireError) {
    switch try reader.byte() {
    case 0: self = .absent
    case 1: self = .mismatch
    case 2: self = .unreadable(try reader.text())
    case 3: self = .invalid
    default: throw WireError()
    }
  }
}

extension PlugInError {
  func write(_ writer: inout WireWriter) {
    writer.add(code.rawValue)
    writer.add(message)
    writer.add(file)
    writer.add(hint)
    writer.add(checker)
  }

  init(_ reader: inout WireReader) throws(WireError) {
    guard let code = Code(rawValue: try reader.text()) else { throw WireError() }
    self.init(
      code, try reader.text(), file: try reader.optionalText(), hint: try reader.optionalText(),
      checker: try reader.optionalText())
  }
}

extension CheckerFacts {
  func write(_ writer: inout WireWriter) {
    for text in [path, name, kind, layout, resourcesPath] { writer.add(text) }
    for text in [platform, identifier, executable, infoPath] { writer.add(text) }
    writer.add(parent ?? -1)
    writer.add(children) { $0.add($1) }
    writer.add(info.binaryBytes)
  }

  init(_ reader: inout WireReader) throws(WireError) {
    let texts = (path: try reader.text(), name: try reader.text(), kind: try reader.text(), layout: try reader.text())
    let resources = try reader.text()
    let platform = try reader.optionalText()
    let identifier = try reader.optionalText()
    let executable = try reader.optionalText()
    let infoPath = try reader.optionalText()
    let parent = try reader.integer()
    let children = try reader.list { (reader) throws(WireError) in try reader.integer() }
    guard let info = try? PropertyList.parse(try reader.block(), file: infoPath ?? "Info.plist") else {
      throw WireError()
    }
    self.init(
      path: texts.path, name: texts.name, kind: texts.kind, platform: platform, layout: texts.layout,
      identifier: identifier, executable: executable, infoPath: infoPath, resourcesPath: resources,
      parent: parent < 0 ? nil : parent, children: children, info: info)
  }
}

extension CheckerFinding {
  func write(_ writer: inout WireWriter) {
    writer.add(severity.rawValue)
    writer.add(message)
    for text in [expected, fix, discriminator, file] { writer.add(text) }
    writer.add(bundle)
    writer.add(pointer)
    writer.add(key)
  }

  init(_ reader: inout WireReader) throws(WireError) {
    self.init(
      severity: try reader.word(Severity.self), message: try reader.text(), expected: try reader.optionalText(),
      fix: try reader.optionalText(), discriminator: try reader.optionalText(), file: try reader.optionalText(),
      bundle: try reader.integer(), pointer: try reader.optionalText(), key: try reader.optionalText())
  }
}

extension CheckerDescription {
  func write(_ writer: inout WireWriter) {
    for text in [identifier, version, summary] { writer.add(text) }
    writer.add(help)
    writer.add(options) { writer, option in
      writer.add(option.name)
      writer.add(UInt8(truncatingIfNeeded: option.kind.rawValue))
      writer.add(option.summary)
      writer.add(option.defaultText)
      writer.add(option.isRequired)
      writer.add(option.bounds != nil)
      writer.add((option.bounds?.lowerBound ?? 0).bitPattern)
      writer.add((option.bounds?.upperBound ?? 0).bitPattern)
      writer.add(option.choices) { $0.add($1) }
    }
  }

  init(_ reader: inout WireReader) throws(WireError) {
    self.init(
      identifier: try reader.text(), version: try reader.text(), summary: try reader.text(),
      help: try reader.optionalText(),
      options: try reader.list { (reader) throws(WireError) in try Option(&reader) })
  }
}

extension CheckerDescription.Option {
  fileprivate init(_ reader: inout WireReader) throws(WireError) {
    let name = try reader.text()
    guard let kind = Kind(rawValue: UInt32(try reader.byte())) else { throw WireError() }
    let summary = try reader.text()
    let defaultText = try reader.optionalText()
    let isRequired = try reader.flag()
    let isBounded = try reader.flag()
    let lower = Double(bitPattern: try reader.number())
    let upper = Double(bitPattern: try reader.number())
    guard !isBounded || lower <= upper else { throw WireError() }
    self.init(
      name: name, kind: kind, summary: summary, defaultText: defaultText, isRequired: isRequired,
      bounds: isBounded ? lower...upper : nil,
      choices: try reader.list { (reader) throws(WireError) in try reader.text() })
  }
}

/// The outcome of a check without the findings, which were sent before.
extension CheckerOutcome {
  func write(_ writer: inout WireWriter) {
    writer.add(calls)
    writer.add(bytes)
    writer.add(reads) { writer, read in
      writer.add(read.kind.rawValue)
      writer.add(read.bundle)
      writer.add(read.name)
    }
    writer.add(isReadsCut)
    writer.add(failure != nil)
    failure?.write(&writer)
  }

  mutating func readEnd(_ reader: inout WireReader) throws(WireError) {
    calls = try reader.number()
    bytes = try reader.number()
    reads = try reader.list { (reader) throws(WireError) in
      CheckerRead(kind: try reader.word(CheckerRead.Kind.self), bundle: try reader.integer(), name: try reader.text())
    }
    isReadsCut = try reader.flag()
    if try reader.flag() { failure = try PlugInError(&reader) }
  }
}
