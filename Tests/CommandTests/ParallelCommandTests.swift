import PolicyTestSupport
import Testing

/// The output and exit status do not depend on `--jobs`.
@Suite struct ParallelCommandTests {
  @Test(arguments: ["text", "json"]) func check(_ format: String) throws {
    let folder = try TemporaryFolder([
      "policy.lua": """
      policy "test" { summary = "s" }
      rule "r" { summary = "s", forbid = "Bad" }
      rule "loop" { summary = "s", check = function(b) local n = 0 for i = 1, 20000 do n = n + i end end }

      """
    ])
    var bundles: [String] = []
    for number in 0..<40 {
      try folder.write(
        "A\(number).app/Contents/Info.plist",
        PropertyListText.document(number % 4 == 0 ? "<key>Bad</key><true/>" : "<key>Good</key><true/>"))
      bundles.append("A\(number).app" + (number % 5 == 0 ? "/" : ""))
    }
    let alone = try Program.run(["check", "--jobs", "1", "--format", format] + bundles, in: folder.path)
    #expect(alone.status == 1 && alone.output.count > 1000)
    for jobs in [["--jobs", "2"], ["--jobs=64"], []] {
      let result = try Program.run(["check", "--format", format] + jobs + bundles, in: folder.path)
      #expect(result.status == alone.status && result.output == alone.output && result.errors == alone.errors)
    }
    let missing = try Program.run(
      ["check", "--jobs", "3", "--format", format] + bundles + ["gone.app"], in: folder.path)
    #expect(missing.status == 2 && missing.outputText.contains("gone.app"))
  }

  @Test(arguments: ["0", "65", "-1", "two"]) func wrongNumbers(_ jobs: String) throws {
    for command in ["check", "test"] {
      let result = try Program.run([command, "--jobs=\(jobs)", "Examples/Hello.app"])
      #expect(result.status == 64)
      #expect(
        result.errorText.contains("The value '\(jobs)' is invalid for '--jobs <N>': must be a number from 1 to 64"))
    }
  }

  @Test func tests() throws {
    let folder = try TemporaryFolder()
    for number in 0..<6 {
      try folder.write(
        "p\(number).lua",
        "policy \"p\(number)\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", forbid = \"Bad\" }\n")
      let tests = (0..<40).map {
        "test \"t\($0)\" { given = { info = { Bad = 1 } }, expect = \"\($0 % 9 == 0 ? "pass" : "fail")\" }"
      }
      try folder.write("p\(number)_test.lua", tests.joined(separator: "\n"))
    }
    for extra in [[], ["--shuffle", "5"], ["--verbose", "--coverage"]] {
      let alone = try Program.run(["test", "--jobs", "1", "--junit", "1.xml"] + extra, in: folder.path)
      #expect(alone.status == 1)
      for jobs in ["2", "7", "64"] {
        let result = try Program.run(["test", "--jobs", jobs, "--junit", "n.xml"] + extra, in: folder.path)
        #expect(result.status == alone.status && result.output == alone.output)
        #expect(try folder.bytes("n.xml") == folder.bytes("1.xml"))
      }
    }
  }

  /// A named file is tested alone; others in the folder need not be readable.
  @Test func namedFilesAreReadAlone() throws {
    let policy =
      "policy \"p\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", forbid = \"Bad\", examples = { pass = { {} }, fail = { {} } } }\n"
    let test = "test \"t\" { given = {}, expect = \"pass\" }\n"
    let folder = try TemporaryFolder([
      "policy.lua": policy, "policy_test.lua": test, "more_test.lua": test, "area/deep_test.lua": test,
      "org.lua": policy,
      "org_test.lua": test, "own/policy.lua": policy, "own/own_test.lua": test, "helper.lua": "return {}",
      "helper_test.lua": test,
    ])
    // Too large for a source, so reading it would be an error.
    try folder.write("huge.lua", [UInt8](repeating: 0x20, count: (1 << 20) + 1))
    for (arguments, status, expected) in [
      ("test .", 2, "error:"), ("lint .", 2, ""), ("test policy.lua", 1, "4 passed, 1 failed\n"),
      ("test org.lua", 1, "2 passed, 1 failed\n"),
      ("test org_test.lua", 1, "2 passed, 1 failed\n"), ("test more_test.lua", 1, "2 passed, 1 failed\n"),
      ("test own/own_test.lua", 1, "2 passed, 1 failed\n"), ("lint org.lua", 0, "0 warnings"),
      ("lint policy.lua", 0, "0 warnings"), ("test helper_test.lua", 2, "no policy was found for this test file"),
      ("test area/deep_test.lua", 2, "no policy was found for this test file"),
    ] as [(String, Int32, String)] {
      let result = try Program.run(arguments.split(separator: " ").map(String.init), in: folder.path)
      #expect(
        result.status == status && result.outputText.contains(expected),
        "\(arguments): \(result.outputText)\(result.errorText)")
    }
  }
}
