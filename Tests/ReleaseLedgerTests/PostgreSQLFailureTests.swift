import Testing

@testable import ReleaseLedger

@Suite struct PostgreSQLFailureTests {
  @Test(arguments: [
    ("28P01", LedgerCode.unreachable), ("28000", .unreachable), ("3D000", .unreachable), ("08006", .unreachable),
    ("57P01", .unreachable), ("57P02", .unreachable), ("57P03", .unreachable), ("25P03", .unreachable),
    ("53300", .unreachable), ("42501", .unwritable), ("25006", .unwritable), ("53100", .unwritable), ("55P03", .busy),
    ("40P01", .busy), ("40001", .busy), ("3F000", .missing), ("42P01", .missing), ("XX001", .corrupt),
    ("XX002", .corrupt), ("XX000", .failed), ("22012", .failed), ("23505", .failed), ("", .failed), ("é", .failed),
  ])
  func meaning(_ state: String, _ code: LedgerCode) {
    let failure = PostgreSQLFailure(state: state, words: "its words", isConnectionLost: false, isReading: false)
    let error = failure.error(shown: "postgres://host/ledger")
    #expect(error.code == code)
    #expect(error.file == "postgres://host/ledger")
    #expect(error.message.hasSuffix(": its words"))
    #expect(code == .failed || error.hint != nil)
  }

  @Test func withoutState() {
    for (isLost, code) in [(true, LedgerCode.unreachable), (false, .failed)] {
      let failure = PostgreSQLFailure(state: nil, words: "", isConnectionLost: isLost, isReading: false)
      #expect(failure.error(shown: "x").code == code)
      #expect(!failure.error(shown: "x").message.hasSuffix(": "))
    }
  }

  /// Tables of a schema that a role may not use are not found, as if there were none.
  @Test(arguments: ["3F000", "42P01"])
  func shutOutRoles(_ state: String) {
    let role = PostgreSQLRole(name: "my ci", database: "releases", lacksUsage: true)
    let error = PostgreSQLFailure(
      state: state, words: "no relation", isConnectionLost: false, isReading: true, role: role
    )
    .error(shown: "x")
    #expect(error.code == .unreachable)
    #expect(error.message == "the role 'my ci' may not use the schema bundlepolicy")
    #expect(error.hint?.contains("GRANT USAGE ON SCHEMA bundlepolicy TO \"my ci\"") == true)
  }

  @Test(arguments: [
    ("ci", "ci"), ("ci_2", "ci_2"), ("2ci", "\"2ci\""), ("Ci", "\"Ci\""), ("a\"b", "\"a\"\"b\""), ("", "\"\""),
  ])
  func namesInStatements(_ name: String, _ written: String) {
    #expect(PostgreSQLRole(name: name, database: "x").statementName == written)
    #expect(PostgreSQLRole(name: "x", database: name).statementDatabase == written)
  }

  @Test func readersAreRefused() {
    let failure = PostgreSQLFailure(state: "42501", words: "", isConnectionLost: false, isReading: true)
    #expect(failure.error(shown: "x").code == .unreachable)
  }

  @Test(arguments: [
    ("one\ntwo", "one"), ("\n  one", "one"), ("a secret b", "a … b"), ("secretsecret", "……"), ("top secrets", "…s"),
    ("a\u{1B}[31m\u{202E}b", "a [31m b"), ("two\nlines here", "… here"),
    (String(repeating: "x", count: 999), String(repeating: "x", count: 300)),
    (String(repeating: "x", count: 297) + "secret", String(repeating: "x", count: 297) + "…"),
    ("at \"host\" failed: FATAL:  no", "at \"host\" failed: no"), ("", ""),
  ])
  func quoting(_ text: String, _ quoted: String) {
    var secrets = PostgreSQLSecrets()
    for secret in ["secret", "top secret", "two\nlines", ""] { secrets.add(secret) }
    #expect(secrets.quoted(text) == quoted)
  }

  @Test func shortSecrets() {
    var secrets = PostgreSQLSecrets()
    secrets.add("a")
    #expect(!secrets.quoted("failed").contains("failed"))
    #expect(secrets.quoted("no") == "no")
  }
}
