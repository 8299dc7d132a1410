package import Basics

/// A value that the platform silently drops or changes when it reads a property list.
///
/// The list contains the values that the platform reads; this describes the difference from the file.
package struct SilentChange: Hashable, Sendable {
  package var code: Code
  package var message: String
  package var place: Place
  /// The RFC 6901 pointer to the value concerned; empty for the root or the file as a whole.
  package var pointer: String

  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// A dictionary has a duplicate key; one of the values is lost.
    case duplicateKey = "duplicate-key"
    /// Text after the end of the property list is ignored.
    case trailingContent = "trailing-content"
    /// A date that does not exist in the calendar, such as 30 February, is normalized.
    case dateRolledOver = "date-rolled-over"
    /// The last group of Base64 is incomplete; its bytes are dropped.
    case truncatedBase64 = "truncated-base64"
    /// There are characters outside the Base64 alphabet, or data after its padding.
    case malformedBase64 = "malformed-base64"
    /// A `/*` without `*/`: the rest of the file is a comment.
    case unterminatedComment = "unterminated-comment"
    /// The platform reads an escape sequence differently from how it looks.
    case unknownEscape = "unknown-escape"
    /// Half of a UTF-16 surrogate pair, or a truncated last unit, is replaced or dropped.
    case malformedUTF16 = "malformed-utf16"
    /// A binary string marked as ASCII has other bytes, which are read as Latin-1.
    case nonASCIIString = "non-ascii-string"
    /// An integer is too large for 64 bits; the lower 64 bits are used.
    case integerTruncated = "integer-truncated"
    /// The magnitude of a real is too large or too small; it is read as infinity or zero.
    case realOutOfRange = "real-out-of-range"
    /// The number of a `CF$UID` dictionary is not a UID; it is read as a dictionary.
    case malformedUID = "malformed-uid"
    /// A file with only whitespace or comments is read as an empty dictionary.
    case emptyFile = "empty-file"
    /// A value in GNUstep's notation, which Foundation rejects.
    case gnustepValue = "gnustep-value"
    /// There are more than a thousand diagnostics; the rest is only counted.
    case furtherDiagnostics = "further-diagnostics"
    /// Whitespace precedes `<?xml`, which Foundation accepts and XML forbids.
    case leadingBlanks = "leading-blanks"
  }
}
