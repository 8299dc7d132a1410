import Basics

/// The passwords that a connection has to do with, and what messages become without them.
struct PostgreSQLSecrets {
  private var secrets: Set<ExactText> = []

  /// Adds the secrets among options of a connection, and what stands behind a colon in the user's name: a colon written `%3A`
  /// instead of `:` before the password makes that a part of the name.
  mutating func add(_ options: [PostgreSQLOption]) {
    for option in options {
      guard let value = option.value else { continue }
      if option.isSecret { add(value) }
      if option.keyword == "user", let colon = value.utf8.firstIndex(of: 0x3A) {
        add(String(value[value.utf8.index(after: colon)...]))
      }
    }
  }

  /// Adds a secret.
  mutating func add(_ secret: String) {
    if !secret.isEmpty { secrets.insert(ExactText(secret)) }
  }

  /// What the server or libpq says, as messages quote it: the first line, without secrets and control characters, at most 300
  /// characters.
  ///
  /// A server is not trusted with words: one that was given a password can say it again.
  func quoted(_ text: String) -> String {
    var text = text
    // Bytes, because a combining character behind a password would make another character of its end; the long ones first,
    // because one may be a part of another; and before the text is cut, because a part of a password is one, too.
    for secret in secrets.map(\.text).sorted(by: { $0.utf8.count > $1.utf8.count }) {
      let parts = text.parts(separatedBy: secret)
      guard parts.count > 1 else { continue }
      // A text that short is found by chance, and what is missing would tell it.
      if secret.utf8.count < 4 { return "(message omitted because it contains the password)" }
      text = parts.joined(separator: "…")
    }
    // What libpq puts before the words of a server that does not go on.
    let line = text.replacing("FATAL:  ", with: "").drop { $0.isWhitespace }.prefix {
      !$0.isNewline
    }
    let scalars = line.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: " "
      default: scalar
      }
    }
    return String(String(String.UnicodeScalarView(scalars)).prefix(300))
  }
}
