/// The codes of one type of diagnostic, with additional data for programs.
public protocol DiagnosticCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible where RawValue == String {
  /// Data for programs in addition to the properties that every diagnostic has.
  associatedtype Details: Hashable, Sendable = Never

  /// Returns the message of a diagnostic that was created without one, for diagnostics that are often thrown and rarely shown.
  static func message(of diagnostic: Diagnostic<Self>) -> String
}

extension DiagnosticCode {
  /// The empty string: diagnostics with these codes are created with their messages.
  public static func message(of diagnostic: Diagnostic<Self>) -> String { "" }

  /// The raw value.
  public var description: String { rawValue }
}

/// An error, warning or note: the problem, its place, and what to do about it. Programs distinguish cases by code and data, never by
/// wording.
public struct Diagnostic<Code: DiagnosticCode>: Error, Hashable, Sendable {
  /// The type of problem. Its raw value is stable: users see it and may match it.
  public let code: Code
  private var sentence: String?
  /// The file, bundle or address as the user would name it; nil if there is none.
  public var file: String?
  /// The place in the file; empty for the file as a whole.
  public var place: Place
  /// Advice that resolves the problem.
  public var hint: String?
  /// The name of the thing that the message is about, such as a checker; nil if code and file are sufficient.
  public var subject: String?
  /// The system error, if that is the reason.
  package var reason: SystemError?
  /// Additional data for programs.
  public var details: Code.Details?

  /// Creates a diagnostic.
  ///
  /// - Parameters:
  ///   - code: The kind of problem.
  ///   - message: The message; if nil, the code derives it from the other values.
  ///   - file: The path of the file.
  ///   - place: The place in the file.
  ///   - hint: What to do.
  ///   - subject: The name of the thing that the message is about.
  ///   - details: Further data for the message.
  public init(
    _ code: Code, _ message: String? = nil, file: String? = nil, place: Place = Place(), hint: String? = nil,
    subject: String? = nil, details: Code.Details? = nil
  ) {
    self.code = code
    sentence = message
    self.file = file
    self.place = place
    self.hint = hint
    self.subject = subject
    self.details = details
  }

  /// One sentence, which never contains a password.
  public var message: String {
    get { sentence ?? Code.message(of: self) }
    set { sentence = newValue }
  }

  /// The line in the file, from 1.
  public var line: Int? {
    get { place.line.map(Int.init) }
    set { place.line = newValue.map { UInt32(clamping: $0) } }
  }

  /// The column in the line, from 1, in Unicode scalars.
  public var column: Int? {
    get { place.column.map(Int.init) }
    set { place.column = newValue.map { UInt32(clamping: $0) } }
  }

  /// `FILE[:PLACE]: LABEL: MESSAGE`, as compilers print it.
  package func headline(_ label: String) -> String { headlineStart + label + ": " + message }

  /// `FILE[:PLACE]: `; empty without a file.
  package var headlineStart: String {
    guard let file, !file.isEmpty else { return "" }
    let at = place.description
    return file + (at.isEmpty ? "" : ":" + at) + ": "
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `FILE[:PLACE]: error: MESSAGE[; HINT]`; without a file, only the message and hint.
  public var description: String {
    (file == nil ? message : headline("error")) + (hint.map { "; \($0)" } ?? "")
  }
}

/// A position in a source file.
///
/// Text formats have a line and a column, binary property lists a byte offset; an error about a whole file has neither.
public struct Place: Hashable, Sendable {
  /// The line, from 1. A line ends at LF, CR LF or a lone CR.
  public var line: UInt32?
  /// The column, from 1, in Unicode scalars; a tab counts as one, a byte order mark as none.
  public var column: UInt32?
  /// The offset in the file, from 0, in bytes. Only for binary property lists.
  public var byteOffset: UInt64?

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - line: The line, from 1.
  ///   - column: The column, from 1.
  ///   - byteOffset: The offset in bytes, from 0.
  public init(line: UInt32? = nil, column: UInt32? = nil, byteOffset: UInt64? = nil) {
    self.line = line
    self.column = column
    self.byteOffset = byteOffset
  }
}

extension Place: CustomStringConvertible {
  /// `LINE:COLUMN`, `LINE`, `byte OFFSET`, or nothing: the part after `FILE:` in a message.
  public var description: String {
    if let line {
      guard let column else { return "\(line)" }
      return "\(line):\(column)"
    }
    guard let byteOffset else { return "" }
    return "byte \(byteOffset)"
  }
}
