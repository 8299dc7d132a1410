package import Basics

/// Something the platform drops or changes without a word when it reads a property list.
///
/// The list itself holds what the platform would see; this says what that hides.
package struct SilentChange: Hashable, Sendable {
  /// Stable identifier, such as `duplicate-key`.
  package var code: Code
  /// What was found and what the platform makes of it.
  package var message: String
  /// Where it stands.
  package var place: Place
  /// RFC 6901 pointer to the value concerned; empty for the root or the file as a whole.
  package var pointer: String

  /// The kinds of silent change, by their stable identifiers.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// A dictionary has the key twice; one of the values is lost.
    case duplicateKey = "duplicate-key"
    /// Text after the end of the property list, which is ignored.
    case trailingContent = "trailing-content"
    /// A date that isn't in the calendar and was carried over, such as 30 February.
    case dateRolledOver = "date-rolled-over"
    /// Base64 whose last group is incomplete; its bytes are dropped.
    case truncatedBase64 = "truncated-base64"
    /// Characters outside the Base64 alphabet, or data after its padding.
    case malformedBase64 = "malformed-base64"
    /// A `/*` without `*/`: the rest of the file is a comment.
    case unterminatedComment = "unterminated-comment"
    /// An escape sequence the platform reads differently from how it looks.
    case unknownEscape = "unknown-escape"
    /// Half of a UTF-16 surrogate pair, or a cut-off last unit; replaced or dropped.
    case malformedUTF16 = "malformed-utf16"
    /// A binary string marked as ASCII with bytes that are not, which are read as Latin-1.
    case nonASCIIString = "non-ascii-string"
    /// An integer too large for 64 bits, of which the lower 64 were kept.
    case integerTruncated = "integer-truncated"
    /// A real whose magnitude is too large or too small, read as infinity or zero.
    case realOutOfRange = "real-out-of-range"
    /// A `CF$UID` dictionary whose number isn't a UID; it was kept as a dictionary.
    case malformedUID = "malformed-uid"
    /// A file with nothing but blanks or comments, read as an empty dictionary.
    case emptyFile = "empty-file"
    /// A value that GNUstep writes and Foundation rejects.
    case gnustepValue = "gnustep-value"
    /// There is more to say about the file than is said: after a thousand diagnostics the rest is only counted.
    case furtherDiagnostics = "further-diagnostics"
    /// Blanks before `<?xml`, which Foundation accepts and XML forbids.
    case leadingBlanks = "leading-blanks"
  }
}
