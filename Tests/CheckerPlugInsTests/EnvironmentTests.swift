import Testing

@testable import CheckerPlugIns

@Suite struct EnvironmentTests {
  /// Nothing of the program's own, which may hold tokens, and the same on every machine.
  @Test func checkersGetNothingButThis() {
    let names = WorkerProcess.environment(temporaryDirectory: "/t").map { $0.prefix { $0 != "=" } }
    #expect(names == ["PATH", "LANG", "TZ", "SWIFT_BACKTRACE", "TMPDIR"])
    #expect(WorkerProcess.environment(temporaryDirectory: nil).contains("TMPDIR=/tmp"))
  }
}
