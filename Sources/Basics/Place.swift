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
