import Basics

struct PostgreSQLSecrets {
  private var secrets: Set<ExactText> = []

  /// Adds the secrets among the options of a connection, and the part of the user's name after a colon: with `%3A`
  /// instead of `:` before it, a password becomes a part of the name.
  mutating func add(_ options: [PostgreSQLOption]) {
    for option in options {
      guard let value = option.value else { continue }
      if option.isSecret { add(value) }
      if option.keyword == "user", let colon = value.utf8.firstIndex(of: 0x3A) {
        add(String(value[value.utf8.index(after: colon)...]))
      }
    }
  }

  mutating func add(_ secret: String) {
    if !secret.isEmpty { secrets.insert(ExactText(secret)) }
  }

  /// A message of the server or libpq for quoting: the first line, without secrets and control characters, at most
  /// 300 characters.
  ///
  /// A server is not trusted: it knows the password and may repeat it.
  func quoted(_ text: String) -> String {
    var text = text
    // Compared as bytes, because a combining character after a password would change its last character; long secrets
    // first, because one may be a part of another; and before the text is cut, because a part of a password is
    // secret, too.
    for secret in secrets.map(\.text).sorted(by: { $0.utf8.count > $1.utf8.count }) {
      let parts = text.parts(separatedBy: secret)
      guard parts.count > 1 else { continue }
      // A text this short is found by chance, and its absence would reveal it.
      if secret.utf8.count < 4 { return "(message omitted because it contains the password)" }
      text = parts.joined(separator: "…")
    }
    // libpq puts this before the message of a server that closes the connection.
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
