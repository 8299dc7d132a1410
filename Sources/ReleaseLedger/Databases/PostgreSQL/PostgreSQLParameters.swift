import Basics

/// The values of a statement in the form that libpq takes: types, bytes, lengths and formats.
struct PostgreSQLParameters {
  /// All values, each followed by a zero byte, so that even an empty one has an address: none would mean NULL.
  private var storage: [UInt8] = []
  /// The offset of each value in the storage; nil for NULL.
  private var offsets: [Int?] = []
  private var types: [UInt32] = []
  private var lengths: [CInt] = []

  /// Throws `failed` for values that a server would refuse or truncate.
  init(_ values: [LedgerValue], shown: String) throws(LedgerError) {
    // `PQ_QUERY_PARAM_MAX_LIMIT` (libpq-fe.h).
    guard values.count <= 65535 else {
      throw LedgerError(.failed, "a statement has \(values.count) values, more than 65535", file: shown)
    }
    for value in values {
      switch value {
      case .null: addNull()
      case .integer(let number):
        add(type: PostgreSQLType.int8, (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) })
      case .text(let text):
        guard !text.utf8.contains(0) else {
          throw LedgerError(
            .failed, "a text to be recorded contains U+0000, which PostgreSQL cannot store", file: shown,
            hint: "remove the character U+0000 from the bundle's property lists and from the labels")
        }
        try check(text.utf8.count, shown)
        add(type: PostgreSQLType.text, text.utf8)
      case .bytes(let bytes):
        try check(bytes.count, shown)
        add(type: PostgreSQLType.bytes, bytes)
      }
    }
  }

  func withPointers<Result>(
    _ body: (
      CInt, UnsafePointer<UInt32>?, UnsafePointer<PostgreSQLLibrary.Text?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?
    ) -> Result
  ) -> Result {
    // 1 is binary: texts with their length, numbers with the most significant byte first.
    let formats = [CInt](repeating: 1, count: types.count)
    return storage.withUnsafeBytes { storage in
      let start = storage.baseAddress?.assumingMemoryBound(to: CChar.self)
      let values = offsets.map { offset in offset.flatMap { start?.advanced(by: $0) } }
      return body(CInt(types.count), types, values, lengths, formats)
    }
  }

  private mutating func addNull() {
    offsets.append(nil)
    types.append(PostgreSQLType.unspecified)
    lengths.append(0)
  }

  private mutating func add(type: UInt32, _ bytes: some Collection<UInt8>) {
    offsets.append(storage.count)
    storage.append(contentsOf: bytes)
    storage.append(0)
    types.append(type)
    lengths.append(CInt(clamping: bytes.count))
  }

  /// A value has less than 1 GB (PostgreSQL documentation, appendix "PostgreSQL Limits", field size), and so has a
  /// message to the server as a whole: half of it leaves room for the other values.
  private func check(_ count: Int, _ shown: String) throws(LedgerError) {
    guard storage.count + count < 1 << 29 else {
      throw LedgerError(.failed, "a row of more than 512 MB cannot be recorded", file: shown)
    }
  }
}

/// An option of a connection: a `PQconninfoOption` (libpq documentation, `PQconndefaults`).
struct PostgreSQLOption: Hashable {
  let keyword: String
  /// Nil if it is not given. Invalid UTF-8 is repaired.
  let value: String?
  /// Whether messages must not contain it.
  let isSecret: Bool

  /// Copies an array of libpq: structs of six pointers (keyword, envvar, compiled, val, label, dispchar) and an int,
  /// up to one with the keyword NULL. The array is not freed.
  static func all(_ array: UnsafeRawPointer) -> [PostgreSQLOption] {
    let word = MemoryLayout<UnsafeRawPointer>.size
    var options: [PostgreSQLOption] = []
    // There are about fifty.
    for index in 0..<1000 {
      let entry = array + index * 7 * word
      guard let keyword = text(entry, 0) else { break }
      // `*` marks a password (ibid.); newer keywords are secret without it.
      let isSecret =
        text(entry, 5 * word) == "*" || keyword == "password" || keyword == "sslpassword"
        || keyword.contains("secret") || keyword == "scram_client_key" || keyword == "scram_server_key"
      options.append(PostgreSQLOption(keyword: keyword, value: text(entry, 3 * word), isSecret: isSecret))
    }
    return options
  }

  private static func text(_ entry: UnsafeRawPointer, _ offset: Int) -> String? {
    entry.load(fromByteOffset: offset, as: UnsafePointer<CChar>?.self).map { String(cString: $0) }
  }
}

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
