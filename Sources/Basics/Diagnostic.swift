/// The codes of one kind of diagnostic, and what programs may ask of it besides.
public protocol DiagnosticCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible where RawValue == String {
  /// Data for programs, besides what every diagnostic has.
  associatedtype Details: Hashable, Sendable = Never

  /// The message of a diagnostic that was made without one, for those that are often thrown and seldom read.
  static func message(of diagnostic: Diagnostic<Self>) -> String
}

extension DiagnosticCode {
  /// The empty string: diagnostics with these codes are created with their messages.
  public static func message(of diagnostic: Diagnostic<Self>) -> String { "" }

  /// The raw value.
  public var description: String { rawValue }
}

/// What is wrong, where, and what to do about it. Programs tell cases apart by the code and the data, and never by the wording.
public struct Diagnostic<Code: DiagnosticCode>: Error, Hashable, Sendable {
  /// What kind of trouble it is. Its raw value is stable: users may see and match it.
  public let code: Code
  private var sentence: String?
  /// The file, bundle or address, as far as there is one, as the user would name it.
  public var file: String?
  /// Where in the file; empty for the file as a whole.
  public var place: Place
  /// What to do about it.
  public var hint: String?
  /// What the message is about, by its name, such as a checker; nil where the code and the file tell.
  public var subject: String?
  /// What the system said, where that is the reason.
  package var reason: SystemError?
  /// What programs may ask of this kind besides.
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

  /// One sentence. It holds no password.
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

  /// `FILE[:PLACE]: LABEL: MESSAGE`, as compilers write it.
  package func headline(_ label: String) -> String { headlineStart + label + ": " + message }

  /// `FILE[:PLACE]: `; empty without a file.
  package var headlineStart: String {
    guard let file, !file.isEmpty else { return "" }
    let at = place.description
    return file + (at.isEmpty ? "" : ":" + at) + ": "
  }
}

extension Diagnostic: CustomStringConvertible {
  /// How errors are shown: `FILE[:PLACE]: error: MESSAGE[; HINT]`; without a file, the message alone.
  public var description: String {
    (file == nil ? message : headline("error")) + (hint.map { "; \($0)" } ?? "")
  }
}
