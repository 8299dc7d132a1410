import Basics
import PolicyTestSupport
import Testing

/// Results go to the right place and are always the same.
@Suite struct OutputTests {
  @Test func outputFile() throws {
    let folder = try workshop()
    try folder.write("report.json", "old")
    let result = try Program.run(["check", "--format", "json", "--output", "report.json", "Bad.app"], in: folder.path)
    #expect(result.status == 1 && result.output.isEmpty && result.errors.isEmpty)
    #expect(try JSONText(folder.bytes("report.json"))["verdict"]?.text == "fail")
    #expect(try folder.names().filter { $0.contains("partial") } == [])
  }

  @Test func severalFormats() throws {
    let folder = try workshop()
    let result = try Program.run(
      ["check", "--format", "json", "--output", "r.json", "--format", "text", "Bad.app"], in: folder.path)
    #expect(result.status == 1 && result.outputText.contains("FAIL"))
    #expect(try JSONText(folder.bytes("r.json"))["format"]?.text == "bundlepolicy-report")
    let both = try Program.run(
      ["check", "--format", "json", "--output", "r2.json", "--format", "text", "--output", "r2.txt", "Bad.app"],
      in: folder.path)
    #expect(both.status == 1 && both.output.isEmpty)
    #expect(try folder.bytes("r2.json") == folder.bytes("r.json") && folder.bytes("r2.txt") == result.output)
  }

  @Test func aPageForBrowsers() throws {
    let folder = try workshop()
    let result = try Program.run(["check", "--format", "html=report.html", "Bad.app"], in: folder.path)
    #expect(result.status == 1 && result.output.isEmpty && result.errors.isEmpty)
    let page = String(decoding: try folder.bytes("report.html"), as: UTF8.self)
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">") && page.hasSuffix("</html>\n"))
    #expect(page.contains("FAIL</h1>") && (page.contains("<mark class=") || page.contains("<ins class=")))
    let again = try Program.run(["check", "--format", "html", "Bad.app"], in: folder.path)
    #expect(again.outputText == page)
  }

  @Test func aFileThatCannotBeWritten() throws {
    let folder = try workshop()
    let result = try Program.run(["check", "--output", "none/report.txt", "Good.app"], in: folder.path)
    #expect(result.status == 2)
    #expect(result.errorText == "none/report.txt: error: cannot be written: No such file or directory\n")
  }

  /// If one output fails, no file keeps the report of an earlier build, in any order of the outputs.
  @Test(arguments: [
    "--format text --format json=r.json", "--format json=r.json --format text", "--format json=r.json --format sarif",
  ])
  func aFullDiskLeavesNoOldReport(_ formats: String) throws {
    var status = stat()
    guard stat("/dev/full", &status) == 0 else { return }
    let folder = try workshop()
    try folder.write("r.json", "old")
    let result = try ChildProcess.run(
      "/bin/sh", ["-c", "\"$0\" check \(formats) Good.app > /dev/full", Program.path], in: folder.path)
    #expect(result.status == 2 && result.errorText.contains("No space left"))
    let verdict = try JSONText(folder.bytes("r.json"))["verdict"]?.text
    #expect(verdict == "error")
  }

  /// No report says that the check passed if another one could not be written.
  @Test(arguments: [
    ["--format", "text", "--format", "json=none/r.json"], ["--format", "json=none/r.json", "--format", "text"],
    ["--format", "json", "--format", "sarif=none/r.sarif", "--format", "text=ok.txt"],
    ["--format", "markdown=ok.md", "--format", "json=none/r.json", "--format", "tap"],
    ["--format", "github", "--format", "jsonl=none/r.jsonl", "--format", "json=ok.json"],
  ])
  func oneReportThatCannotBeWritten(_ formats: [String]) throws {
    let folder = try workshop()
    func reports() throws -> [String] {
      try folder.names().filter { $0.hasPrefix("ok.") }.map { try folder.text($0) }
    }
    func isIncomplete(_ text: String) -> Bool {
      text.contains("cannot be written: No such file or directory") && !text.contains("PASS")
        && !text.contains("\"verdict\": \"pass\",\n  \"failOn\"")
    }
    let run = try Program.run(["check"] + formats + ["Good.app"], in: folder.path)
    #expect(run.status == 2 && run.errorText.contains(": error: cannot be written: No such file or directory"))
    #expect(isIncomplete(run.outputText), "\(run.outputText)")
    for text in try reports() { #expect(isIncomplete(text), "\(text)") }
    try folder.write("whole.json", try Program.run(["check", "-f", "json", "Good.app"], in: folder.path).output)
    let merged = try Program.run(["report"] + formats + ["whole.json"], in: folder.path)
    #expect(merged.status == 2 && isIncomplete(merged.outputText), "\(merged.outputText)")
  }

  @Test func aSessionOnAFullDisk() throws {
    var status = stat()
    guard stat("/dev/full", &status) == 0 else { return }
    let folder = try workshop()
    let result = try ChildProcess.run(
      "/bin/sh", ["-c", "printf 'info\\ninfo\\n' | \"$0\" repl Good.app > /dev/full", Program.path], in: folder.path)
    #expect(result.status == 2)
    #expect(result.errorText == "standard output: error: cannot be written: No space left on device\n")
  }

  /// Opened files do not get the number of a closed stream.
  @Test func closedStreams() throws {
    let folder = try workshop()
    let script = "\"$0\" check - <&- ; \"$0\" check Good.app >&-; echo $? >&2"
    let result = try ChildProcess.run("/bin/sh", ["-c", script, Program.path], in: folder.path)
    #expect(result.outputText.contains("standard input lists no bundles"))
    #expect(result.errorText == "standard output: error: cannot be written: Bad file descriptor\n2\n")
  }

  /// If standard output is the log of a job, its earlier contents stay.
  @Test(arguments: ["/dev/stdout", "/dev/fd/1", "/dev/stderr"])
  func aLogKeepsItsLines(_ stream: String) throws {
    let folder = try workshop()
    let result = try ChildProcess.run(
      "/bin/sh",
      ["-c", "{ echo before; \"$0\" check --output \"$1\" Good.app; echo after; } > log 2>&1", Program.path, stream],
      in: folder.path)
    #expect(result.status == 0)
    let log = String(decoding: try folder.bytes("log"), as: UTF8.self)
    #expect(log.hasPrefix("before\n") && log.contains("\nPASS") && log.hasSuffix("\nafter\n"), "\(log)")
  }

  /// The temporary file of a killed run with the same process id, as in containers, is removed.
  @Test func whatAKilledRunLeftIsInNobodysWay() throws {
    let folder = try workshop()
    let script = "echo half > .bundlepolicy-$$.partial; exec \"$0\" check --output r.txt Good.app"
    let result = try ChildProcess.run("/bin/sh", ["-c", script, Program.path], in: folder.path)
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(String(decoding: try folder.bytes("r.txt"), as: UTF8.self).contains("PASS"))
    #expect(try folder.names().filter { $0.contains("partial") } == [])
  }

  /// `--output /dev/stderr` and the like must be written to, not replaced by a file.
  @Test func aPipeStaysAPipe() throws {
    let folder = try workshop()
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    let reader = open(folder("pipe"), O_RDWR | O_NONBLOCK)
    defer { close(reader) }
    let result = try Program.run(["check", "--output", "pipe", "Good.app"], in: folder.path)
    var status = stat()
    #expect(lstat(folder("pipe"), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(result.status == 0 && result.errors.isEmpty)
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(reader, &buffer, buffer.count)
    #expect(count > 0 && String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self).contains("PASS"))
  }

  @Test func aLinkIsWrittenThrough() throws {
    let folder = try workshop()
    try folder.write("real.txt", "old")
    try folder.link("link.txt", to: "real.txt")
    #expect(try Program.run(["check", "--output", "link.txt", "Good.app"], in: folder.path).status == 0)
    #expect(try folder.text("real.txt").contains("PASS"))
    var status = stat()
    #expect(lstat(folder("link.txt"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test(arguments: ["text", "json"]) func sameInputSameBytes(_ format: String) throws {
    let arguments = [
      "check", "--policy", "Policies/org.lua", "--as-of", "2026-06-15", "--format", format, "--previous",
      "Examples/Hello-41.app",
      "Examples/Hello.app", "Examples/Broken.app", "Examples/iOS/HelloPhone.app",
    ]
    var reports: Set<[UInt8]> = []
    for _ in 0..<20 { reports.insert(try Program.run(arguments).output) }
    #expect(reports.count == 1 && reports.first?.isEmpty == false)
  }

  @Test func orderOfArgumentsDoesNotMatter() throws {
    let folder = try workshop()
    let left = try Program.run(["check", "Bad.app", "Good.app", "Empty.app"], in: folder.path)
    let right = try Program.run(["check", "Empty.app", "Good.app", "Bad.app"], in: folder.path)
    #expect(left.output == right.output && left.status == 2)
  }

  @Test func colorIsForTerminals() throws {
    let folder = try workshop()
    // `script` gives the program a terminal; without it, only the pipe is tested.
    guard access("/usr/bin/script", X_OK) == 0 else { return }
    #if os(Linux)
      func terminal(_ environment: [String: String]) throws -> String {
        try ChildProcess.run(
          "/usr/bin/script", ["-qec", "\(Program.path) check Bad.app", "/dev/null"], in: folder.path,
          environment: environment
        ).outputText
      }
      #expect(try terminal([:]).contains("\u{1B}[1;31merror"))
      #expect(try !terminal(["NO_COLOR": "1"]).contains("\u{1B}"))
      #expect(try terminal(["NO_COLOR": ""]).contains("\u{1B}["))
      #expect(try !terminal(["TERM": "dumb"]).contains("\u{1B}"))
    #endif
  }

  @Test func nothingIsReadFromElsewhere() throws {
    // The nearest policy.lua upwards, and the report says which.
    let folder = try workshop()
    try folder.makeDirectory("deep/er")
    let result = try Program.run(["check", "../../Bad.app"], in: folder("deep/er"))
    #expect(result.status == 1 && result.outputText.contains("by test (../../policy.lua)"))
  }

  @Test func hostileNamesStayInTheirLine() throws {
    let folder = try workshop()
    let name = "Evil\u{1B}[2J\nGood.app: PASS\u{202E}.app"
    try folder.write("\(name)/Contents/Info.plist", PropertyListText.document("<key>Bad</key><string>a\nb</string>"))
    for format in ["text", "json"] {
      let result = try Program.run(["check", "--format", format, name], in: folder.path)
      #expect(
        result.status == 1 && !result.output.contains(0x1B) && !result.outputText.unicodeScalars.contains("\u{202E}"))
      #expect(!result.outputText.split(separator: "\n").contains { $0.hasPrefix("Good.app") })
    }
  }

  @Test func waiversByDay() throws {
    let folder = try workshop(
      "rule \"r\" { summary = \"s\", forbid = \"Bad\" }\nwaive \"r\" { because = \"b\", owner = \"o\", expires = \"2026-06-30\" }"
    )
    for (day, status) in [("2026-06-30", Int32(0)), ("2026-07-01", 1)] {
      let result = try Program.run(["check", "--as-of", day, "Bad.app"], in: folder.path)
      #expect(
        result.status == status
          && result.outputText.contains(status == 0 ? "until 2026-06-30" : "expired on 2026-06-30"))
    }
  }

  @Test func parametersReachThePolicy() throws {
    let folder = try workshop(
      "local key = parameter \"key\" { default = \"None\" }\nrule \"r\" { summary = \"s\", forbid = key }")
    #expect(try Program.run(["check", "Bad.app"], in: folder.path).status == 0)
    #expect(try Program.run(["check", "--param", "key=Bad", "Bad.app"], in: folder.path).status == 1)
  }
}
