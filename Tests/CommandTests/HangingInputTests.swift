import Basics
import PolicyTestSupport
import Testing

/// Pipes without a writer in place of files. `timeout` ends hanging commands.
@Suite struct HangingInputTests {
  @Test(arguments: [
    ("waivers.lua", "check Good.app"), ("policy.lua", "check Good.app"), ("bundlepolicy.yml", "check Good.app"),
    ("bundlepolicy.yml", "check --locked Good.app"), ("bundlepolicy.lock", "check --locked Good.app"),
    ("bundlepolicy.lock", "pack update"), ("bundlepolicy.lock", "plugin lock ."),
    ("bundlepolicy.lock", "plugin lock --check ."), ("bundlepolicy.yml", "pack list"),
    ("bundlepolicy.yml", "pack add house"), ("policy_test.lua", "test"), ("policy_test.lua", "lint"),
    ("policy.lua", "lint"), ("policy.lua", "rules"), ("policy.lua", "explain r"), ("policy.lua", "init"),
    ("p", "check --policy p Good.app"), ("p", "check --previous p Good.app"), ("p", "check p"), ("p", "inspect p"),
    ("p", "diff p Good.app"), ("waivers.lua", "waive --from-report r.json --because b --owner o --expires 2099-12-31"),
    ("Good.app/Contents/PkgInfo", "check Good.app"), ("Good.app/Contents/Info.plist", "check Good.app"),
  ])
  func aPipeThatIsFoundIsRefused(_ name: String, _ words: String) throws {
    try Self.expectRefusal(name, words)
  }

  /// A named pipe may still get a writer within a minute. `NamedFileTests` waits only a second.
  @Test(.enabled(if: Exhaustiveness.isOn, "takes a minute"))
  func aPipeThatIsNamedIsGivenUp() throws {
    try Self.expectRefusal("p", "verify-receipt Good.app --key p --bundle p")
  }

  private static func expectRefusal(_ name: String, _ words: String) throws {
    let folder = try workshop()
    try folder.write("house/policy.lua", "policy \"house\" { summary = \"s\" }\n")
    if !name.hasPrefix("bundlepolicy.yml") {
      try folder.write(
        "bundlepolicy.yml", "{ \"packs\": {} }")
    }
    let report = try Program.run(["check", "--format", "json", "Bad.app"], in: folder.path)
    try folder.write("r.json", report.output)
    unlink(folder(name))
    #expect(mkfifo(folder(name), 0o644) == 0)
    let run = try ChildProcess.run(
      "/usr/bin/perl", limit(120) + [Program.path] + words.split(separator: " ").map(String.init), in: folder.path)
    // A bundle may contain pipes; rules report them.
    let isFine = name.hasSuffix("PkgInfo")
    #expect(isFine ? run.status < 3 : [2, 64].contains(run.status), "\(run.status): \(run.errorText)")
    #expect(isFine || run.errorText.contains("error: ") || run.outputText.contains("error: "), "\(run.errorText)")
  }

  /// macOS has no `timeout`.
  private static func limit(_ seconds: Int) -> [String] { ["-e", "alarm shift; exec @ARGV", "\(seconds)"] }

  @Test(arguments: [
    "check --baseline /dev/zero Good.app", "verify-receipt /dev/zero --key policy.lua", "ledger import x.db /dev/zero",
  ])
  func whatNeverEndsIsNotReadToItsEnd(_ words: String) throws {
    let folder = try workshop()
    let words = words.split(separator: " ").map(String.init)
    let run = try ChildProcess.run("/usr/bin/perl", Self.limit(300) + [Program.path] + words, in: folder.path)
    #expect([2, 64].contains(run.status), "\(run.status): \(run.errorText)")
  }
}
