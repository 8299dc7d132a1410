/// What is wrong, where, and what to do about it. Programs tell cases apart by the code, and never by the wording.
public struct Diagnostic<Code>: Error, Hashable, Sendable
where Code: RawRepresentable & Hashable & Sendable, Code.RawValue == String {
  /// What kind of trouble it is. Its raw value is stable: users may see and match it.
  public let code: Code
  /// One sentence. It holds no password.
  public var message: String
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

  /// Makes one.
  public init(_ code: Code, _ message: String, file: String? = nil, place: Place = Place(), hint: String? = nil) {
    self.code = code
    self.message = message
    self.file = file
    self.place = place
    self.hint = hint
  }

  /// The line in the file, from 1.
  public var line: Int? { place.line.map(Int.init) }
}
