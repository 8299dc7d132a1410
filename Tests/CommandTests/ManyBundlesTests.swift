import Basics
import PolicyTestSupport
import Testing

/// Many bundles, found by patterns, folders and lists, and reported in a fixed order.
@Suite struct ManyBundlesTests {
  /// 30 applications in 3 folders: every tenth violates the rule, and one cannot be read.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "policy.lua": "policy \"test\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", forbid = \"Bad\" }\n",
      "empty/readme.txt": "",
    ])
    for number in 0..<30 {
      let text =
        number == 17 ? "<plist>" : PropertyListText.document("<key>\(number % 10 == 0 ? "Bad" : "Good")</key><true/>")
      try folder.write("all/f\(number / 10)/A\(number).app/Contents/Info.plist", text)
    }
    return folder
  }

  private static func shell(_ script: String, in folder: TemporaryFolder) throws -> ChildProcess {
    try ChildProcess.run("/bin/sh", ["-c", script, Program.path], in: folder.path)
  }

  private static func paths(_ json: [UInt8]) throws -> [String] {
    (try JSONText(json)["bundles"]?.elements ?? []).compactMap { $0["path"]?.text }
  }

  @Test(arguments: [
    "--recursive all", "--recursive all/f0 all/f1 all/f2/ all/f0", "'all/*/*.app'", "'all/**/*.app' all/f0/A3.app",
    "--recursive .", "all/*/*.app", "--recursive 'all/f[0-2]'",
  ])
  func waysToNameThem(_ operands: String) throws {
    let folder = try Self.folder()
    let result = try Self.shell("\"$0\" check --format json \(operands)", in: folder)
    #expect(result.status == 2)
    let expected = (0..<30).map { "all/f\($0 / 10)/A\($0).app" }.sorted()
    #expect(try Self.paths(result.output) == expected)
    let report = try JSONText(result.output)
    #expect(report["summary"]?["errors"]?.digits == "3")
    #expect(report["bundles"]?.elements.count { $0["verdict"]?.text == "error" } == 1)
  }

  /// Two encodings of é are equal in Swift, but different names on most file systems: both bundles must be checked.
  @Test(arguments: ["--recursive all", "all/*.app", "'all/*.app'"])
  func namesThatOnlyLookAlike(_ operands: String) throws {
    let folder = try Self.folder()
    let made = try Self.shell(
      "rm -r all; for n in e\u{301} \u{e9}; do mkdir -p all/$n.app/Contents; "
        + "printf '<plist><dict><key>Bad</key><true/></dict></plist>' > all/$n.app/Contents/Info.plist; done; "
        + "ls all | wc -l | tr -d ' '", in: folder)
    // A file system that normalizes names has only one.
    let count = try #require(Int(made.outputText.split(separator: "\n").first ?? ""))
    let result = try Self.shell("\"$0\" check --format json \(operands)", in: folder)
    #expect(try Self.paths(result.output).count == count)
    #expect(try JSONText(result.output)["summary"]?["errors"]?.digits == "\(count)")
  }

  @Test(arguments: [
    ("printf 'all/f0/A1.app\\nall/f0/A2.app\\n' | \"$0\" check --format json -", ["all/f0/A1.app", "all/f0/A2.app"]),
    ("find all -name 'A1*.app' -print0 | \"$0\" check --format json - --rule r all/f2/A20.app", nil),
    ("printf 'all/f0\\n' | \"$0\" check --recursive --format json -", nil),
  ])
  func lists(_ script: String, _ expected: [String]?) throws {
    let folder = try Self.folder()
    let found = try Self.paths(try Self.shell(script, in: folder).output)
    if let expected { #expect(found == expected) } else { #expect(found.count == (script.contains("find") ? 12 : 10)) }
  }

  /// Finding no bundle is an error, and all other operands are checked.
  @Test(arguments: [
    ("'all/*/B*.app'", "all/*/B*.app: error: no file matches this pattern"),
    ("'none/**/x'", "none/**/x: error: no file matches this pattern"),
    ("'all/[x'", "the pattern has a '[' without a ']'"),
    ("--recursive empty", "empty: error: this folder contains no bundles"),
    ("- < /dev/null", "standard input: error: standard input lists no bundles"),
  ])
  func nothingFound(_ operands: String, _ message: String) throws {
    let folder = try Self.folder()
    let result = try Self.shell("\"$0\" check all/f0/A1.app \(operands)", in: folder)
    #expect(result.status == 2)
    #expect(result.outputText.contains(message), "\(result.outputText)")
    #expect(result.outputText.contains("INCOMPLETE") && result.outputText.contains("1 rule evaluated on 1 bundle"))
  }

  /// Two files whose names are equal in Swift.
  @Test(arguments: ["n/e\u{301}.app n/\u{E9}.app", "n/\u{E9}.app n/e\u{301}.app", "--recursive n", "'n/*'"])
  func namesThatOnlyLookTheSame(_ operands: String) throws {
    let folder = try Self.folder()
    try folder.write("n/\u{E9}.app/Contents/Info.plist", PropertyListText.document("<key>Good</key><true/>"))
    try folder.write("n/e\u{301}.app/Contents/Info.plist", PropertyListText.document("<key>Bad</key><true/>"))
    let result = try Self.shell("\"$0\" check --format json \(operands)", in: folder)
    #expect(result.status == 1)
    #if os(Linux)
      #expect(try Self.paths(result.output).count == 2)
    #endif
  }

  /// Skipped files that look like products lead to warnings only.
  @Test func whatIsNotCheckedIsSaid() throws {
    let folder = try Self.folder()
    try folder.write("all/f2/Install.dmg", "x")
    try folder.write("all/f2/Empty.kext/readme", "x")
    let warnings = try JSONText(try Self.shell("\"$0\" check --format json --recursive all/f2", in: folder).output)[
      "warnings"]
    #expect(
      warnings?.elements.map { "\($0["file"]?.text ?? "") \($0["code"]?.text ?? ""): \($0["message"]?.text ?? "")" }
        == [
          "all/f2/Empty.kext input.unchecked: this folder has the name of a bundle, but no Info.plist; it was searched, not checked",
          "all/f2/Install.dmg input.unchecked: this is a disk image or installer package, so what it contains was not checked",
        ])
  }

  /// Skipped folders are reported; it is an error where a shell would have followed the link.
  @Test(arguments: [
    ("--recursive all", 1, "warning"), ("'all/**/A1*.app'", 2, "warning"), ("'all/*/A1.app'", 2, "error"),
    ("'all/f0/*'", 1, nil),
  ])
  func linksToOtherPlaces(_ operands: String, _ status: Int32, _ severity: String?) throws {
    let folder = try Self.folder()
    try folder.write("other/Bad.app/Contents/Info.plist", PropertyListText.document("<key>Bad</key><true/>"))
    #expect(symlink("../other", folder.path + "/all/other") == 0)
    if operands == "--recursive all" {
      try folder.write("all/f1/A17.app/Contents/Info.plist", "<plist><dict/></plist>")
    }
    let result = try Self.shell("\"$0\" check \(operands)", in: folder)
    #expect(result.status == status, "\(result.outputText)")
    let told = result.outputText.split(separator: "\n").first { $0.contains("points to another folder") }
    #expect(
      told.map(String.init)
        == severity.map {
          "all/other: \($0): this link points to another folder, which was not searched for bundles"
        })
  }

  /// Inside a flat bundle, `--recursive .` checks that bundle, not only nested ones.
  @Test func fromWithinABundle() throws {
    let folder = try Self.folder()
    try folder.write("Phone.app/Info.plist", PropertyListText.document("<key>Bad</key><true/>"))
    try folder.write("Phone.app/PlugIns/In.appex/Info.plist", PropertyListText.document("<key>Good</key><true/>"))
    #expect(symlink("Phone.app", folder.path + "/link") == 0)
    for script in [
      "cd Phone.app && \"$0\" check --policy ../policy.lua --recursive .", "\"$0\" check --recursive link",
    ] {
      #expect(try Self.shell(script, in: folder).status == 1, "\(script)")
    }
  }

  @Test func aFileWithAPatternsName() throws {
    let folder = try Self.folder()
    try folder.write("A[1].app/Contents/Info.plist", PropertyListText.document("<key>Good</key><true/>"))
    let result = try Program.run(["check", "A[1].app"], in: folder.path)
    #expect(result.status == 0 && result.outputText.hasPrefix("A[1].app"))
  }

  @Test(arguments: ["text", "json"])
  func oneOrderForAnyNumberOfThreads(_ format: String) throws {
    let folder = try Self.folder()
    var seen: Set<[UInt8]> = []
    for jobs in ["1", "2", "3", "16", "64"] {
      seen.insert(
        try Program.run(["check", "--recursive", "all", "--jobs", jobs, "--format", format], in: folder.path).output)
    }
    #expect(seen.count == 1)
  }

  /// Output is streamed: the last bundle is damaged after the first output was read, while the pipe is too small for the output in
  /// between.
  @Test func resultsStream() throws {
    let folder = try Self.folder()
    try folder.write(
      "long.lua",
      """
      policy "long" { summary = "s" }
      rule "r" { summary = "s", check = function(b, report) for i = 1, 1500 do report("finding %d", i) end end }

      """)
    let script = """
      mkfifo pipe
      "$0" check --jobs 1 --policy long.lua --recursive all/f0 all/f2 > pipe &
      exec 3< pipe
      head -c 1 <&3 > first
      echo damaged > all/f2/A29.app/Contents/Info.plist
      cat <&3 > rest
      wait $!
      echo $?
      grep -c 'A29.app/Contents/Info.plist:1:.* error' rest
      """
    let result = try Self.shell(script, in: folder)
    #expect(result.outputText == "2\n1\n", "\(result.errorText)")
  }

  @Test(arguments: ["text", "json"])
  func aFullDiskIsAnError(_ format: String) throws {
    var status = stat()
    guard stat("/dev/full", &status) == 0 else { return }
    let folder = try Self.folder()
    let result = try Self.shell("\"$0\" check --recursive all --jobs 2 --format \(format) > /dev/full", in: folder)
    #expect(result.status == 2)
    #expect(result.errorText == "standard output: error: cannot be written: No space left on device\n")
  }

  /// A report that exceeds the memory buffer, and one that is killed while it is written.
  @Test func killedOrNotTheFileIsWhole() throws {
    let folder = try Self.folder()
    let script = """
      "$0" check --recursive all --format json=whole.json --format text=text.txt > /dev/null
      for wait in 0.01 0.03 0.05 0.1; do
        rm -f r.json; "$0" check --recursive all --format json=r.json & sleep $wait; kill -9 $! 2>/dev/null; wait $!
        if [ -e r.json ]; then cmp r.json whole.json || exit 9; fi
      done
      "$0" check --recursive all --format json=r.json --format text=text.txt > /dev/null
      exit 0
      """
    #expect(try Self.shell(script, in: folder).status == 0)
    #expect(try JSONText(folder.bytes("whole.json"))["format"]?.text == "bundlepolicy-report")
    #expect(try folder.names().filter { $0.contains("partial") } == [])
  }
}
