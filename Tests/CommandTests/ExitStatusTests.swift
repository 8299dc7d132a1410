import Basics
import PolicyTestSupport
import Testing

/// The exit status of each situation, and the output on each stream.
@Suite struct ExitStatusTests {
  struct Case: CustomTestStringConvertible {
    let arguments: String
    let status: Int32
    /// Must be in standard output.
    var output = ""
    /// Must be in standard error; if it ends in a newline, must be all of it.
    var errors = ""
    var testDescription: String { arguments }

    init(_ arguments: String, _ status: Int32, _ output: String = "", errors: String = "") {
      self.arguments = arguments
      self.status = status
      self.output = output
      self.errors = errors
    }
  }

  @Test(arguments: [
    Case(
      "check --policy policy.lua Good.app", 0, "PASS: no findings; 1 rule evaluated on 1 bundle by test (policy.lua)"),
    Case("check --policy . Good.app/", 0, "PASS"), Case("check Good.app", 0, "PASS"),
    Case("check --policy=policy.lua -- Good.app", 0, "PASS"),
    Case("check Bad.app", 1, "FAIL: 1 error"), Case("check Good.app Bad.app", 1, "on 2 bundles"),
    Case("check Info.plist", 1, "Info.plist:5:1: error: Bad is not allowed"),
    Case("check --policy warn.lua Bad.app", 0, "warning: Bad is not allowed"),
    Case("check --policy warn.lua --fail-on warning Bad.app", 1, "FAIL: 1 warning"),
    Case("check --policy warn.lua --fail-on note Bad.app", 1),
    Case("check --policy warn.lua --fail-on error Bad.app", 0),
    Case("check --policy kit.lua Good.app", 2, "no rule applied to this bundle"),
    Case("check --policy kit.lua --allow-empty Good.app", 0, "PASS"),
    Case("check --policy kit.lua --allow-empty Good.app Malformed.app", 2, "INCOMPLETE"),
    Case("check --rule none Bad.app", 2, "no policy has a rule 'none'"),
    Case("check --rule r --rule none Bad.app", 2, "Bad is not allowed"), Case("check --rule test/r Bad.app", 1),
    Case("check --skip r Bad.app", 2, "no rule applied"),
    Case("check --skip none Bad.app", 2, "no policy has a rule 'none'"),
    Case("check --param x=1 Bad.app", 2, "Bad is not allowed"),
    Case("check --param x=1 Good.app", 2, "no policy has a parameter 'x'"),
    Case("check Bad.app Gone.app Good.app", 2, "Bad.app/Contents/Info.plist:5:1: error: Bad is not allowed"),
    Case("check Gone.app Good.app", 2, "passed: 1 rule"),
    Case("check Gone.app", 2, "Gone.app: error: no such file or directory"),
    Case("check Malformed.app", 2, "Malformed.app/Contents/Info.plist:"),
    Case("check Truncated.app", 2, "Truncated.app/Contents/Info.plist:"),
    Case("check Empty.app", 2, "Empty.app/Contents/Info.plist: error:"),
    Case("check List.app", 2, "List.app/Contents/Info.plist:1:8: error: "),
    Case("check NoInfo.app", 2, "not a bundle: no Info.plist"),
    Case("check Hollow.app", 2, "is an empty directory"), Case("check plain", 2, "not a bundle"),
    Case("check Case.app", 2, "case matters"),
    Case("check text.txt", 2, "text.txt"),
    Case(
      "check --previous Gone.app Good.app", 2,
      errors: "Gone.app: error: the earlier build cannot be read: no such file or directory"),
    Case("check --previous Malformed.app Good.app", 2, errors: "Malformed.app/Contents/Info.plist:"),
    Case(
      "check --policy gone.lua Good.app", 2,
      errors:
        "gone.lua: error: no policy file at this path\n    fix       --policy takes a Lua file, or a directory with a policy.lua\n"
    ),
    Case("check --policy plain Good.app", 2, errors: "plain/policy.lua: error: no such policy file\n"),
    Case("check --policy syntax.lua Good.app", 2, errors: "syntax.lua:3: error: unexpected symbol near <eof>\n"),
    Case(
      "check --policy clause.lua Good.app", 2,
      errors: "clause.lua:2: error: rule 'r': unknown field 'requires'; did you mean 'require'?\n"),
    Case("check --policy global.lua Good.app", 2, errors: "global.lua:3: error: there is no global 'bundel'"),
    Case(
      "check --policy twice.lua Good.app", 2,
      errors: "twice.lua:3: error: rule 'r' is already declared at twice.lua:2\n"),
    Case("check --policy loop.lua Bad.app", 2, "Bad is not allowed"),
    Case(
      "check", 64,
      errors:
        "Error: name a bundle to check, or list bundles in bundlepolicy.yml\n  See 'bundlepolicy check --help' for more information.\n"
    ),
    Case(
      "", 64,
      errors:
        "Error: name a subcommand: check, report, test, lint, rules, explain, inspect, diff, verify-receipt, waive, init, plugin, pack, ledger, repl, lsp, completions, man\n  See 'bundlepolicy --help' for more information.\n"
    ),
    Case(
      "chekc Good.app", 64,
      errors:
        "Error: unknown command 'chekc'; did you mean 'check'?\n  See 'bundlepolicy --help' for more information.\n"),
    Case("verify Good.app", 64, errors: "Error: unknown command 'verify'"),
    // Words before the command are errors.
    Case("-- check Bad.app", 64, errors: "Error: 2 unexpected arguments: 'check', 'Bad.app'"),
    Case(
      "--policy policy.lua check Bad.app", 64,
      errors: "Error: Unknown option '--policy'"),
    Case("-x check Bad.app", 64, errors: "Error: Unknown option '-x'"),
    Case("ledger -- log", 64, errors: "Error: Unexpected argument 'log'"),
    Case("check --recursive --recursive Good.app", 0, "PASS"),
    Case(
      "check --polcy policy.lua Good.app", 64,
      errors:
        "Error: Unknown option '--polcy'. Did you mean '--policy'?\nUsage: bundlepolicy check [<options>] [<BUNDLE> ...]\n  See 'bundlepolicy check --help' for more information.\n"
    ),
    Case(
      "check -x policy.lua Good.app", 64,
      errors: "Error: Unknown option '-x'\nUsage: bundlepolicy check "),
    Case(
      "check --format yaml Good.app", 64,
      errors: "Error: The value 'yaml' is invalid for '--format <FORMAT[=FILE]>': must be one of text, json"),
    Case(
      "check --format jsn=r.json Good.app", 64,
      errors: "html; did you mean json?"),
    Case(
      "check --format json= Good.app", 64,
      errors: "The value 'json=' is invalid for '--format <FORMAT[=FILE]>': has no file name after '='"),
    Case(
      "check --format json --format text Good.app", 64,
      errors: "Error: only one --format can go to standard output"),
    Case(
      "check --output a --output b Good.app", 64,
      errors:
        "Error: each --output needs a --format before it\n  See 'bundlepolicy check --help' for more information.\n"),
    Case(
      "check --fail-on bad Good.app", 64,
      errors:
        "The value 'bad' is invalid for '--fail-on <SEVERITY>': must be one of error, warning, note, never"
    ),
    Case(
      "check --fail-on note --fail-on error Good.app", 64,
      errors: "Error: The value 'error' is invalid for '--fail-on <SEVERITY>': the option is given more than once"),
    Case(
      "check --write-baseline b.txt --rule r Good.app", 64, errors: "--write-baseline writes the findings of all rules"),
    Case(
      "check --strict-baseline Good.app", 64,
      errors: "Error: --strict-baseline needs a --baseline FILE\n  See 'bundlepolicy check --help'"),
    Case(
      "check --baseline gone.txt Good.app", 2,
      errors: "gone.txt: error: the baseline cannot be read: there is no such file\n"),
    Case("check -q Good.app", 0, "PASS: "),
    Case("inspect -f json -f json Good.app", 64, errors: "'-f <FORMAT>': the option is given more than once"),
    Case("--verison", 64, errors: "Error: Unknown option '--verison'"),
    Case("Good.app", 64, errors: "to check a bundle, write 'bundlepolicy check Good.app'"),
    Case("check --baseline text.txt Good.app", 2, errors: "text.txt:1: error: this is not a baseline"),
    Case(
      "check --write-baseline new.txt Bad.app Gone.app", 2, "error: Bad is not allowed",
      errors: "bundlepolicy: no baseline was written because the check could not be completed\n"),
    Case("check --write-baseline plain Bad.app", 2, "plain: error: the baseline cannot be written: "),
    Case("check Good.app Bad.app Gone.app Malformed.app", 2, "(1 failed, 2 incomplete, 1 passed)"),
    Case("check Good.app Bad.app", 1, "; 2 rule evaluations on 2 bundles (1 failed, 1 passed) by "),
    Case(
      "check --format github Good.app Gone.app", 2,
      "INCOMPLETE: no findings, the check could not be completed; 1 rule evaluation on 2 bundles (1 incomplete, 1 passed)"
    ),
    Case(
      "check --as-of today Good.app", 64,
      errors: "The value 'today' is invalid for '--as-of <DATE>': must be a date, YYYY-MM-DD"),
    Case("check --as-of 2026-02-30 Good.app", 64, errors: "The value '2026-02-30' is invalid for '--as-of <DATE>'"),
    Case(
      "check --param prefix Good.app", 64,
      errors: "The value 'prefix' is invalid for '--param <K=V>': must be NAME=VALUE"),
    Case("check --param =x Good.app", 64, errors: "The value '=x' is invalid for '--param <K=V>': must be NAME=VALUE"),
    Case("check --param a=1 --param a=2 Good.app", 64, errors: "Error: --param a is given more than once"),
    Case("check Good.app --policy", 64, errors: "Error: Missing value for '--policy <FILE>'"),
    Case(
      "check --allow-empty=yes Good.app", 64, errors: "Error: The option '--allow-empty' does not take any value"
    ),
    Case(
      "inspect", 64,
      errors: "Missing expected argument '<BUNDLE-OR-FILE>'"),
    Case("inspect Good.app Bad.app", 64),
    Case(
      "inspect --format xml Good.app", 64,
      errors: "The value 'xml' is invalid for '--format <FORMAT>': must be one of tree, json"),
    Case("inspect Good.app", 0, "Good.app"),
    Case("inspect --format json Good.app", 0, "\"identifier\": \"com.x.good\""),
    Case("inspect Info.plist", 0, "Bad = true"), Case("inspect --format json Info.plist", 0, "\"Bad\": true"),
    Case("inspect Gone.plist", 2, errors: "Gone.plist"),
    Case("inspect Malformed.app", 2, errors: "Malformed.app/Contents/Info.plist:"),
    Case("inspect Empty.app/Contents/Info.plist", 2, errors: "Empty.app/Contents/Info.plist"),
    Case("inspect Hollow.app", 2, errors: "empty directory"),
    Case("--help", 0, "SUBCOMMANDS"), Case("-h", 0, "EXIT STATUS"), Case("help", 0, "64   usage error"),
    Case("help pack add", 0, "Add a pack"),
    Case(
      "help chekc", 64,
      errors:
        "Error: unknown command 'chekc'; did you mean 'check'?\n  See 'bundlepolicy --help' for more information.\n"),
    Case(
      "help pack ad", 64,
      errors:
        "Error: 'pack' has no subcommand 'ad'; did you mean 'add'?\n  See 'bundlepolicy --help' for more information.\n"
    ),
    Case("help check", 0, "--allow-empty"), Case("--help check", 0, "SUBCOMMANDS"),
    Case("check --help", 0, "--policy <FILE>"), Case("inspect -h", 0, "--format <FORMAT>"),
    Case("--version", 0, "bundlepolicy "),
    Case("check Good.app --help", 0, "USAGE"),
  ])
  func statuses(_ tested: Case) throws {
    let folder = try workshop()
    let header = "policy \"test\" { summary = \"for a test\" }\n"
    let rule = "rule \"r\" { summary = \"s\", forbid = \"Bad\" }\n"
    try folder.write("warn.lua", header + "rule \"r\" { summary = \"s\", severity = \"warning\", forbid = \"Bad\" }")
    try folder.write(
      "kit.lua", header + "rule \"r\" { summary = \"s\", forbid = \"Bad\", applies = { kind = \"framework\" } }")
    try folder.write("syntax.lua", header + "rule \"r\" { summary = \"s\",\n")
    try folder.write("clause.lua", header + "rule \"r\" { summary = \"s\", requires = \"Bad\" }")
    try folder.write("global.lua", header + rule + "local x = bundel")
    try folder.write("twice.lua", header + rule + rule)
    try folder.write(
      "loop.lua", header + rule + "rule \"l\" { summary = \"s\", check = function() while true do end end }")
    let result = try Program.run(tested.arguments.split(separator: " ").map(String.init), in: folder.path)
    #expect(result.status == tested.status, "\(result.outputText)\(result.errorText)")
    #expect(tested.output.isEmpty || result.outputText.contains(tested.output), "\(result.outputText)")
    let isWhole = tested.errors.hasSuffix("\n")
    #expect(
      isWhole ? result.errorText == tested.errors : tested.errors.isEmpty || result.errorText.contains(tested.errors),
      "\(result.errorText)")
    // A success writes only results, wrong usage only errors, and a pipe gets no colors.
    if tested.status == 64 { #expect(result.output.isEmpty && !result.errors.isEmpty) }
    if tested.status <= 1 { #expect(!result.output.isEmpty && result.errors.isEmpty) }
    if tested.status == 2 { #expect(!(result.output.isEmpty && result.errors.isEmpty)) }
    #expect(!result.output.contains(0x1B) && !result.errors.contains(0x1B))
  }

  /// Short options, and --quiet.
  @Test func lettersOfOptions() throws {
    let folder = try workshop()
    let result = try Program.run(
      ["check", "-p", "policy.lua", "-q", "-f", "text", "-o", "all.txt", "-f", "json=all.json", "Good.app", "Bad.app"],
      in: folder.path)
    #expect(result.status == 1 && result.output.isEmpty, "\(result.errorText)")
    let text = try folder.text("all.txt")
    #expect(text.hasPrefix("Bad.app  ") && !text.contains("Good.app") && text.contains("on 2 bundles"), "\(text)")
    #expect(try JSONText(folder.bytes("all.json"))["bundles"]?.elements.count == 2)
  }

  @Test func oneClearErrorEach() throws {
    let folder = try workshop()
    for name in ["Malformed", "List", "Empty", "NoInfo", "Case", "Truncated", "Hollow", "Gone"] {
      let result = try Program.run(["check", "--format", "json", "\(name).app"], in: folder.path)
      let json = try JSONText(result.output)
      #expect(result.status == 2 && json["verdict"]?.text == "error")
      #expect(
        json["bundles"]?[0]?["errors"]?.elements.count == 1 && json["errors"]?.elements.isEmpty == true, "\(name)")
      #expect(
        json["bundles"]?[0]?["verdict"]?.text == "error" && json["bundles"]?[0]?["rules"]?.elements.isEmpty == true)
    }
  }

  @Test func malformedListsAreOneLineOnStandardError() throws {
    let folder = try TemporaryFolder([
      "a.plist": "<plist>\n<dict>\n<key>k</key>\n</dict></plist>", "b.plist": "bplist00\u{1}\u{2}",
      "c.strings": "\"a\" = \"b\"\n\"c\"",
      "d.plist": "<plist>\n<integer>\u{1B}[31m</integer></plist>",
    ])
    for (name, pattern) in [
      ("a.plist", "a.plist:"), ("b.plist", "b.plist:byte "), ("c.strings", "c.strings:"), ("d.plist", "d.plist:2"),
    ] {
      let result = try Program.run(["inspect", "--format", "json", name], in: folder.path)
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errorText.hasPrefix(pattern) && result.errorText.contains(": error: "), "\(result.errorText)")
      #expect(
        result.errorText.split(separator: "\n").count == 1 && !result.errors.contains(0x1B), "\(result.errorText)")
    }
  }

  @Test func unreadableFiles() throws {
    let folder = try workshop()
    try folder.write("Locked.app/Contents/Info.plist", Array(PropertyListText.document("").utf8), mode: 0)
    // The superuser can read all files.
    let result = try Program.run(["check", "Locked.app", "Bad.app"], in: folder.path)
    let isSuperuser = try ChildProcess.run("/usr/bin/id", ["-u"]).outputText == "0\n"
    #expect(result.status == (isSuperuser ? 1 : 2))
    #expect(result.outputText.contains("Bad is not allowed"))
  }

  /// The report, the exit status and standard error agree that accepted findings no longer count.
  @Test(arguments: [
    (
      "Bad.app", "baselined: Bad is not allowed", "PASS: 1 baselined; ",
      "new.txt: baseline written, 1 finding accepted\n"
    ),
    ("Good.app", "passed: 1 rule", "PASS: no findings; ", "new.txt: baseline written, no findings to accept\n"),
    (
      "Bad.app Info.plist --fail-on note", "baselined: Bad is not allowed", "PASS: 2 baselined; ",
      "new.txt: baseline written, 2 findings accepted\n"
    ),
  ])
  func aNewBaselineAccepts(_ bundles: String, _ finding: String, _ sum: String, _ errors: String) throws {
    let folder = try workshop()
    let words = bundles.split(separator: " ").map(String.init)
    let text = try Program.run(["check", "--write-baseline", "new.txt"] + words, in: folder.path)
    #expect(text.status == 0 && text.outputText.contains(finding) && text.outputText.contains("\n" + sum))
    #expect(text.errorText == errors)
    let json = try JSONText(
      try Program.run(["check", "--write-baseline", "new.txt", "--format", "json"] + words, in: folder.path).output)
    #expect(json["verdict"]?.text == "pass" && json["bundles"]?[0]?["verdict"]?.text == "pass")
    let again = try Program.run(["check", "--baseline", "new.txt"] + words, in: folder.path)
    #expect(again.status == 0 && again.outputText == text.outputText && again.errors.isEmpty)
  }
}
