#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension WorkerProcess {
  /// What opens the ledger is no business of checkers.
  private static let secrets = ["BUNDLEPOLICY_LEDGER=", "PGPASSWORD="]

  /// Calls `body` with words and this process's variables as C takes them, but that a crash ends the other process at once, and no
  /// debugger of Swift's starts; and without those that are secret.
  static func withWords<Result>(
    _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let name = "SWIFT_BACKTRACE="
    let own = words.map { strdup($0) } + [strdup(name + "enable=no")]
    defer { for word in own { free(word) } }
    // As they are: they need not be UTF-8.
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var entry = rawEnvironment
    while let variable = entry.pointee {
      let isLeftOut = (secrets + [name]).contains { strncmp(variable, $0, $0.utf8.count) == 0 }
      if !isLeftOut { variables.append(variable) }
      entry += 1
    }
    return body(own.dropLast() + [nil], variables + [own.last ?? nil, nil])
  }
}
