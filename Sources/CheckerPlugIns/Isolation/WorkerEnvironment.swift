#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension WorkerProcess {
  /// What opens the ledger and what signs receipts is no business of checkers; and this process says itself how crashes end.
  private static let withheld = ["BUNDLEPOLICY_LEDGER=", "PGPASSWORD=", "BUNDLEPOLICY_ATTEST_KEY=", "SWIFT_BACKTRACE="]

  /// Whether a variable, `NAME=VALUE`, is kept from checkers.
  static func isWithheld(_ variable: UnsafePointer<CChar>) -> Bool {
    withheld.contains { strncmp(variable, $0, $0.utf8.count) == 0 }
  }

  /// Calls `body` with words and this process's variables as C takes them, but that a crash ends the other process at once, and no
  /// debugger of Swift's starts; and without those that are secret.
  static func withWords<Result>(
    _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let own = words.map { strdup($0) } + [strdup("SWIFT_BACKTRACE=enable=no")]
    defer { for word in own { free(word) } }
    // As they are: they need not be UTF-8.
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var entry = rawEnvironment
    while let variable = entry.pointee {
      if !isWithheld(variable) { variables.append(variable) }
      entry += 1
    }
    return body(own.dropLast() + [nil], variables + [own.last ?? nil, nil])
  }
}
