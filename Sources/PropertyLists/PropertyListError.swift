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

/// Limits on a property list. Exceeding one is an error; results are never truncated.
public struct Limits: Hashable, Sendable {
  /// The maximum nesting depth of containers, including the root. Core Foundation's limit is 512, too (`CFPropertyList.c`).
  public var maximumDepth: Int
  /// The maximum number of values in a property list; each reference to a shared binary object counts. A binary list is also limited to
  /// 2,000,000 plus eight for each of its objects.
  public var maximumNodes: Int
  /// The maximum size of a file, in bytes; at most 2³¹ − 64, even if this is larger.
  public var maximumFileSize: Int
  /// The maximum size of strings, keys and data in the tree, in bytes; each reference to a shared binary object counts. A binary list is
  /// also limited to 32 MiB plus 64 times its size.
  public var maximumExpandedSize: Int
  /// The maximum number of values that result from repeated references to a binary container. Ordinary writers share strings and numbers,
  /// which adds nothing; containers shared at many levels multiply without bound.
  public var maximumSharedNodes: Int

  /// Limits that no property list of a real bundle approaches.
  public static let `default` = Limits()

  /// Limits for other documents in a bundle than its information property list. Strings tables have a few thousand values; these limits
  /// bound the memory for one file with any contents.
  package static let documents = Limits(
    maximumNodes: 2_000_000, maximumFileSize: 512 << 20, maximumExpandedSize: 256 << 20)

  /// Creates limits; unspecified ones have their default values.
  public init(
    maximumDepth: Int = 512,
    maximumNodes: Int = 16_000_000,
    maximumFileSize: Int = 512 << 20,
    maximumExpandedSize: Int = 1 << 30,
    maximumSharedNodes: Int = 250_000
  ) {
    self.maximumDepth = maximumDepth
    self.maximumNodes = maximumNodes
    self.maximumFileSize = maximumFileSize
    self.maximumExpandedSize = maximumExpandedSize
    self.maximumSharedNodes = maximumSharedNodes
  }

  /// Offsets have 32 bits, and libxml2 uses `int`.
  static let hardFileSize = Int(Int32.max) - 64
}
