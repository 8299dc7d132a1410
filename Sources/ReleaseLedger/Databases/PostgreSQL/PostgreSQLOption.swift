/// An option of a connection: one `PQconninfoOption` (libpq documentation, `PQconndefaults`).
struct PostgreSQLOption: Hashable {
  /// Like `host`.
  let keyword: String
  /// Nil when it is not given; texts that are not UTF-8 are repaired.
  let value: String?
  /// Whether messages must not hold it.
  let isSecret: Bool

  /// Copies an array that libpq made: structs of six pointers (keyword, envvar, compiled, val, label, dispchar) and an int, up to
  /// one with the keyword NULL. It is not freed.
  static func all(_ array: UnsafeRawPointer) -> [PostgreSQLOption] {
    let word = MemoryLayout<UnsafeRawPointer>.size
    var options: [PostgreSQLOption] = []
    // There are about fifty.
    for index in 0..<1000 {
      let entry = array + index * 7 * word
      guard let keyword = text(entry, 0) else { break }
      // `*` marks a password (same place); newer keywords are secret without it.
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
