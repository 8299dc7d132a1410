import Testing

@testable import CheckerPlugIns

@Suite struct EnvironmentTests {
  @Test(
    arguments: [
      ("BUNDLEPOLICY_ATTEST_KEY=-----BEGIN PRIVATE KEY-----", true), ("BUNDLEPOLICY_LEDGER=postgres://a:b@h/d", true),
      ("PGPASSWORD=x", true), ("SWIFT_BACKTRACE=enable=yes", true), ("PGPASSWORDS=x", false),
      ("BUNDLEPOLICY_PLUGINS=x", false), ("PATH=/bin", false), ("", false),
    ])
  func checkersGetNoSecrets(_ variable: String, _ isWithheld: Bool) {
    #expect(WorkerProcess.isWithheld(variable) == isWithheld)
  }
}
