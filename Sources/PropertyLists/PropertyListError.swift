public import Basics

/// An error for a file that is not a property list, or that cannot be read.
public typealias PropertyListError = Diagnostic<PropertyListCode>

/// An error code, such as `xml.unknown-element`: `file.…`, `limit.…`, `xml.…`, `text.…` or `binary.…`.
public struct PropertyListCode: DiagnosticCode, ExpressibleByStringLiteral {
  /// The string.
  public let rawValue: String

  /// Creates a code.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a code.
  public init(stringLiteral value: String) { rawValue = value }

  static let unterminatedString: PropertyListCode = "text.unterminated-string"
}

extension PropertyListError {
  /// An error of a reader, which only knows the offset in its text or, for a binary list, in the file.
  init(_ code: Code, _ message: String, at offset: Int?, hint: String? = nil) {
    self.init(code, message, place: Place(byteOffset: offset.map { UInt64(clamping: $0) }), hint: hint)
  }

  func of(file: String) -> PropertyListError {
    var error = self
    error.file = file
    return error
  }

  func of(file: String, text: UnsafePointer<UInt8>, _ count: Int) -> PropertyListError {
    var error = of(file: file)
    if let offset = place.byteOffset { error.place = TextPosition.place(text, count, offset: Int(clamping: offset)) }
    return error
  }

  static func empty() -> PropertyListError {
    PropertyListError("file.empty", "the file is empty; expected a property list")
  }

  static func tooLarge(_ size: Int, limit: Int) -> PropertyListError {
    PropertyListError("limit.file-size", "the file has \(counted(size, "byte")); the limit is \(limit)")
  }

  static func tooDeep(_ limit: Int, at offset: Int) -> PropertyListError {
    PropertyListError("limit.depth", "containers are nested more than \(limit) levels deep", at: offset)
  }

  static func tooManyNodes(_ limit: Int, at offset: Int) -> PropertyListError {
    PropertyListError("limit.nodes", "more than \(limit) values", at: offset)
  }
}
