import PolicyTestSupport
import Testing

/// `bundlepolicy repl` with a file, a pipe and a terminal as input.
@Suite struct ReplTests {
  /// Runs lines with a file as standard input.
  private static func run(_ lines: [String], _ arguments: [String] = [], in folder: TemporaryFolder) throws
    -> ChildProcess
  {
    try folder.write("lines", lines.map { $0 + "\n" }.joined())
    return try ChildProcess.run(
      "/bin/sh", ["-c", "exec \"$0\" repl \"$@\" < lines", Program.path] + arguments, in: folder.path)
  }

  @Test func valuesOnly() throws {
    let result = try Self.run(
      ["info.CFBundleIdentifier", "", "local x = 2", "x * 21", "if x then", "  y = 'multi'", "end", "y"], ["Good.app"],
      in: try workshop())
    #expect(result.outputText == "\"com.x.good\"  (Good.app/Contents/Info.plist:5:1, string)\n42\n\"multi\"\n")
    #expect(result.status == 0 && result.errors.isEmpty)
  }

  @Test(arguments: [
    ("inof.x", "input:1: error: there is no variable 'inof'; did you mean 'info'?\n"),
    ("if x", "input:1: error: the input ends in the middle of a statement\n"),
    (
      ":ruel x",
      "input:1: error: unknown command ':ruel'; did you mean ':rule'?\n    fix       list the commands with ':help'\n"
    ),
    (":rule x", "input:1: error: there is no rule 'x'\n    fix       list the rules with ':rules'\n"),
    (":rule", "error: ':rule' needs an argument: :rule ID\n"),
    (":quit now", "input:1: error: ':quit' takes no argument\n"),
    (":load gone.app", "input:1: error: gone.app: no such file or directory\n"),
    (":bundle x", "error: no nested bundle at 'x'\n"),
    (":doc CFBundelName", "error: there is no key or rule 'CFBundelName'; did you mean 'CFBundleName'?\n"),
    (":type", "error: ':type' needs an argument: :type EXPRESSION\n"), (":type (", "input:1: error:"),
    (
      "parameter 'x' { default = 1 }",
      "input:1: error: 'parameter' can only be used in a policy file, not in the REPL\n"
    ),
  ])
  func failures(_ line: String, _ errors: String) throws {
    let result = try Self.run([line], ["Good.app"], in: try workshop())
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errorText.hasPrefix(errors) || result.errorText.contains(errors), "\(result.errorText)")
  }

  @Test func everyErrorTellsItsLine() throws {
    let deep = "x = " + String(repeating: "(", count: 400)
    let long = "x = '" + String(repeating: "a", count: 1 << 20) + "'"
    let result = try Self.run(["", ":nope", deep, long, ":type nope.x", "nope"], in: try workshop())
    let places = result.errorText.split(separator: "\n").filter { $0.contains(" error: ") }.map { $0.prefix(8) }
    #expect(places == ["input:2:", "input:3:", "input:4:", "input:5:", "input:6:"], "\(result.errorText)")
  }

  @Test func namesThatRulesHadBefore() throws {
    let result = try Self.run(
      [":doc old", ":rule old"], ["Good.app"],
      in: try workshop(#"rule "new" { summary = "s", deprecated = "old", forbid = "Bad" }"#))
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errorText)")
    #expect(
      result.outputText.hasPrefix("test/new  (error)\n") && result.outputText.contains("PASS: no findings; 1 rule"))
  }

  @Test func aFailureEndsNothing() throws {
    let result = try Self.run(["inof", ":nope", "1 + 1"], in: try workshop())
    #expect(result.status == 2 && result.outputText == "2\n")
  }

  @Test func commands() throws {
    let result = try Self.run(
      [":rules", ":rule r", ":load Good.app/", ":rule test/r", ":bundle", ":doc r", ":type info", ":quit", "1"],
      ["Bad.app"],
      in: try workshop())
    #expect(
      result.outputText == """
        test/r  (error)  s
        Bad.app  application, macos
        Bad.app/Contents/Info.plist:5:1: error: Bad is not allowed
           |
         5 | <key>Bad</key><true/>
           |      ^^^
            key       /Bad
            expected  no Bad
            fix       remove Bad
            edit      remove /Bad (--fix)
            rule      test/r (policy.lua:2)

        FAIL: 1 error; 1 rule evaluated on 1 bundle by test (policy.lua)
        Good.app  com.x.good, application, macos
        Good.app  com.x.good, application, macos  passed: 1 rule

        PASS: no findings; 1 rule evaluated on 1 bundle by test (policy.lua)
        * .  application
        test/r  (error)
            s
            checks    forbids Bad
            examples  0 pass, 0 fail
            declared  policy.lua:2
        dictionary

        """)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errorText)")
  }

  /// Rules that compare bundles see only the open bundle, or the named ones with it.
  @Test func comparesBundles() throws {
    func info(_ build: String) -> String {
      PropertyListText.document("<key>CFBundleVersion</key><string>\(build)</string>")
    }
    let folder = try TemporaryFolder([
      "policy.lua": """
      policy "test" { summary = "s" }
      rule "r" {
        summary = "s",
        across = function(bundles, report)
          for _, b in ipairs(bundles) do
            if b.build ~= bundles[1].build then report:at(b, "CFBundleVersion", "another of %d", #bundles) end
          end
        end,
      }

      """,
      "a.app/Contents/Info.plist": info("1"), "b.app/Contents/Info.plist": info("1"),
      "c.app/Contents/Info.plist": info("2"),
    ])
    func check(_ line: String) throws -> ChildProcess {
      try Self.run([line], ["--policy", "policy.lua", "a.app"], in: folder)
    }
    #expect(try check(":check").outputText.contains("PASS"))
    #expect(try check(":check b.app").outputText.contains("PASS: no findings; 2 rule evaluations on 2 bundles"))
    let differing = try check(":check *.app")
    #expect(differing.outputText.contains("c.app/Contents/Info.plist"), "\(differing.outputText)\(differing.errorText)")
    #expect(differing.outputText.contains("another of 3") && differing.outputText.contains("<string>2</string>"))
    let gone = try check(":check gone.app")
    #expect(gone.status == 2 && gone.errorText.contains("gone.app"), "\(gone.errorText)")
  }

  @Test func neitherBundleNorPolicy() throws {
    let folder = try TemporaryFolder(["x": ""])
    let result = try Self.run(["version.compare('1.10', '1.9')", "bundle", ":check", ":rules", ":bundle"], in: folder)
    #expect(result.outputText == "1\n")
    #expect(
      result.errorText == """
        input:2: error: no bundle is open; open one with ':load App.app'
        input:3: error: there is no policy
            fix       name a policy at the start: bundlepolicy repl --policy FILE
        input:4: error: there is no policy
            fix       name a policy at the start: bundlepolicy repl --policy FILE
        input:5: error: no bundle is open
            fix       open one with ':load App.app'

        """)
  }

  @Test(arguments: [
    (["gone.app"], 2, "gone.app: error"),
    (["--policy", "gone.lua"], 2, "gone.lua: error: no policy file at this path"),
    (["Good.app", "Bad.app"], 64, "Unexpected argument 'Bad.app'"),
    (["--previous", "gone.app"], 2, "the earlier build cannot be read"),
    (["--param", "x"], 64, "must be NAME=VALUE"),
  ])
  func refused(_ arguments: [String], _ status: Int32, _ errors: String) throws {
    let result = try Self.run(["1"], arguments, in: try workshop())
    #expect(result.status == status && result.errorText.contains(errors), "\(result.errorText)")
  }

  /// A policy that cannot be loaded is reported, and the session continues.
  @Test func aPolicyThatDoesNotLoad() throws {
    let result = try Self.run(["1 + 1", ":rules"], ["Good.app"], in: try workshop("rule \"r\" { sumary = 's' }"))
    #expect(result.status == 2 && result.outputText == "2\n")
    #expect(result.errorText.contains("unknown field 'sumary'; did you mean 'summary'?"))
    #expect(result.errorText.contains("the policies cannot be loaded"))
  }

  @Test func nothingFromABundleSteersTheTerminal() throws {
    let folder = try workshop()
    try folder.write(
      "Evil.app/Contents/Info.plist",
      PropertyListText.document("<key>A&#x9B;2J</key><string>x\u{202E}y&#x7F;\nz</string>"))
    let result = try Self.run(["info", "info['A\u{9B}2J']"], ["Evil.app"], in: folder)
    #expect(
      result.outputText.unicodeScalars.allSatisfy {
        $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x9B && $0.value != 0x202E)
      })
    #expect(result.outputText.contains("x\\u{202e}y\\u{7f}\\nz"))
  }

  // MARK: Conversations

  /// Sends text and waits for answers: `>text` sends, `<text` waits for output, `=file=text` writes a file, `^` sends an interrupt.
  /// `?edits` waits until the program reads typed text, `?runs` until it has restored the terminal and evaluates a line. At the end,
  /// closes the input and prints all output and the exit status. Does not depend on timing; a hanging program is ended after ten minutes.
  private static let driver = """
    import os, select, signal, subprocess, sys, termios, time
    mode, program, arguments, steps = sys.argv[1], sys.argv[2], sys.argv[3].split(), sys.argv[4:]
    if mode == "terminal":
        import pty
        pid, source = pty.fork()
        if pid == 0: os.execv(program, [program, "repl"] + arguments)
        sink = source
    else:
        child = subprocess.Popen([program, "repl"] + arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        pid, source, sink = child.pid, child.stdout.fileno(), child.stdin.fileno()
    heard, mark, limit = b"", 0, time.monotonic() + 600
    def listen(seconds):
        global heard
        if not select.select([source], [], [], seconds)[0]: return True
        try: data = os.read(source, 65536)
        except OSError: data = b""
        heard += data
        return data != b""
    def is_editing(): return termios.tcgetattr(source)[3] & termios.ICANON == 0
    # Whether it waits for something: a signal that comes before that may pass unnoticed.
    def is_waiting(): return subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True).stdout[:1] in (b"S", b"I")
    def until(condition):
        while not condition() and time.monotonic() < limit: listen(0.01)
    for step in steps:
        if step == "?edits": until(lambda: is_editing() and is_waiting() and is_editing() and is_waiting())
        elif step == "?runs": until(lambda: not is_editing())
        elif step[0] == ">": os.write(sink, step[1:].encode())
        elif step[0] == "^":
            # On a busy machine the evaluation begins late, and an interrupt before that means nothing.
            while time.monotonic() < limit:
                os.kill(pid, signal.SIGINT)
                listen(0.2)
                if b"error: " in heard[mark:]: break
        elif step[0] == "=":
            _, path, text = step.split("=", 2)
            with open(path, "w") as file: file.write(text)
        else:
            wanted = step[1:].encode()
            while wanted not in heard[mark:] and time.monotonic() < limit and listen(1): pass
            if wanted not in heard[mark:]: print("NOT HEARD: " + step[1:]); break
            mark = heard.index(wanted, mark) + len(wanted)
    if mode != "terminal": os.close(sink)
    # What is typed while the terminal is being set up may be lost.
    while time.monotonic() < limit:
        if mode == "terminal": os.write(sink, b"\\x04")
        if not listen(1): break
    # One that does not end by itself is ended, so that the test fails and does not wait.
    if time.monotonic() >= limit: os.kill(pid, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    sys.stdout.write(heard.decode(errors="replace") + "\\nSTATUS %d\\n" % status)
    """

  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"].first {
    (try? ChildProcess.run($0, ["-c", "import pty"]))?.status == 0
  }

  private static func converse(
    _ mode: String, _ arguments: String, _ steps: [String], in folder: TemporaryFolder
  ) throws -> String {
    let result = try ChildProcess.run(
      try #require(python), ["-c", driver, mode, Program.path, arguments] + steps, in: folder.path,
      environment: ["HOME": folder.path, "XDG_STATE_HOME": folder("state"), "NO_COLOR": "1", "LC_ALL": "C.UTF-8"])
    return result.outputText + result.errorText
  }

  @Test(.enabled(if: python != nil, "there is no python3 to talk with the program"))
  func editsAreNoticed() throws {
    let folder = try workshop("local m = import \"m\" rule \"r\" { summary = 's', forbid = m.key }")
    try folder.write("m.lua", "return { key = 'Bad' }")
    let text = try Self.converse(
      "pipe", "Bad.app",
      [
        ">x = 1 m = import 'm'\n:rule r\n", "<Bad is not allowed", "=m.lua=return { key = 'CFBundleName', more = 1 }",
        ">:rule r\n",
        "<m.lua changed; the policies were reloaded", "<variables were cleared", "<PASS", "=m.lua=return {",
        ">:rules\n",
        "<m.lua:1: error: unexpected symbol", "<the policies cannot be loaded", "=m.lua=return { key = 'A' }\n",
        ">:rules\n", "<m.lua changed", "<test/r", ">1 + 1\n", "<2",
      ], in: folder)
    #expect(!text.contains("NOT HEARD"), "\(text)")
    #expect(text.hasSuffix("STATUS 2\n"), "\(text)")
  }

  @Test(.enabled(if: python != nil, "there is no python3 to talk with the program"))
  func atATerminal() throws {
    let folder = try workshop()
    let text = try Self.converse(
      "terminal", "Good.app",
      [
        "<':help' lists the commands", "<Good.app", "<> ", ">info.CFBundleId\t\n", "<\"com.x.good\"", "<> ",
        // Several completions: first the common prefix, then a list.
        ">string.f\t", "<find", "<format", ">ormat('%d', 7)\n", "<\"7\"", "<> ",
        ">if true then\n", "<>> ", "?edits", ">\u{3}", "<> ", ">40 + 2\n", "<42", "<> ",
        ">inof\n", "<there is no variable 'inof'", "<> ", ">:ru\t\t", "<:rules", "> r\n", "<PASS", "<> ",
        // The previous line.
        ">\u{1B}[A\n", "<PASS", "<> ", ">'é' .. 'x'\n", "<\"éx\"", "<> ",
      ], in: folder)
    #expect(!text.contains("NOT HEARD"), "\(text)")
    #expect(text.hasSuffix("STATUS 0\n"), "\(text)")
    let history = try folder.text("state/bundlepolicy/history")
    #expect(history.contains("info.CFBundleIdentifier") && history.contains("inof"))
  }

  @Test(.enabled(if: python != nil, "there is no python3 to talk with the program"))
  func anInterruptEndsTheEvaluation() throws {
    let folder = try workshop()
    try folder.write("Bad.app/Contents/Resources/x.plist", PropertyListText.document(""))
    let text = try Self.converse(
      "terminal", "--no-history Good.app",
      [
        "<> ", ">s = ('x'):rep(2e7) .. 'y' started = true\n", "<> ", ">while true do local _ = s:lower() end\n",
        "<end\r\n", "?runs", "^",
        // Text typed before the program reads again may belong to the interrupted line.
        "<error: ", "<> ", "?edits", ">6 * 7\n", "<42", "<> ",
      ], in: folder)
    #expect(!text.contains("NOT HEARD"), "\(text)")
    #expect(text.contains("error: interrupted") && text.contains("42"), "\(text)")
    #expect(text.hasSuffix("STATUS 0\n"), "\(text)")
    #expect(throws: SystemCallError.self) { try folder.text("state/bundlepolicy/history") }
  }

  /// The terminal keeps it as a NUL byte, which must not quote the next character.
  @Test(.enabled(if: python != nil, "there is no python3 to talk with the program"))
  func anEndThatIsTypedAheadQuotesNothing() throws {
    let text = try Self.converse(
      "terminal", "--no-history Good.app",
      [
        "<> ", ">s = ('x'):rep(2e7) .. 'y' started = true\n", "<> ", ">while true do local _ = s:lower() end\n",
        // The terminal has its original settings while a line is evaluated.
        "<end\r\n", "?runs", ">\u{4}", "^", "<error: ", "<> ", "?edits",
      ], in: try workshop())
    #expect(!text.contains("NOT HEARD") && text.hasSuffix("STATUS 0\n"), "\(text)")
  }
}
