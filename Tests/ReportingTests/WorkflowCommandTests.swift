import ReportTestSupport
import Testing

@testable import Reporting

/// Commands to GitHub Actions, compared with how its runner parses them.
@Suite struct WorkflowCommandTests {
  /// As actions/toolkit escapes them (packages/core/src/command.ts).
  @Test(arguments: [
    ("", "", ""), ("plain", "plain", "plain"), ("100%", "100%25", "100%25"), ("%0A", "%250A", "%250A"),
    ("a\nb", "a%0Ab", "a%0Ab"), ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"), ("a:b,c", "a:b,c", "a%3Ab%2Cc"),
    ("::error::", "::error::", "%3A%3Aerror%3A%3A"), (":\u{301}", ":\u{301}", "%3A\u{301}"), ("é 漢", "é 漢", "é 漢"),
  ])
  func escaping(_ text: String, _ data: String, _ property: String) {
    #expect(WorkflowCommand.data(text) == data)
    #expect(WorkflowCommand.property(text) == property)
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\nb", "a\\nb"), ("\u{1B}[31m", "\\u{1b}[31m"), ("\u{202E}x", "\\u{202e}x"),
    ("##[error]x", "##\\u{5b}error]x"), ("###[x", "###\\u{5b}x"), ("#[x", "#[x"),
    ("##\u{200B}[x", "##\u{200B}\\u{5b}x"),
    ("# #[x ##[y ##[z", "# #[x ##\\u{5b}y ##\\u{5b}z"), ("##", "##"),
  ])
  func whatIsVisible(_ text: String, _ expected: String) {
    #expect(WorkflowCommand.visible(text) == expected)
  }

  @Test func theRunnerReadsWhatWasMeant() {
    for text in hostileTexts + hostileCommands where !text.isEmpty {
      var command = WorkflowCommand(.warning, title: "t" + text)
      command.file = text
      command.line = 3
      command.column = 4
      command.add(nil, text)
      command.add("value", text)
      let shown = WorkflowCommand.visible(text)
      let lines = RunnerLine.all(in: Array(command.rendered.utf8))
      guard lines.count == 1, case .command("warning", let properties, let data) = lines[0] else {
        Issue.record("\(text.debugDescription) becomes \(lines)")
        continue
      }
      #expect(properties["file"] == (shown.hasPrefix("=") ? "./" : "") + shown, "\(text.debugDescription)")
      #expect(properties["line"] == "3" && properties["col"] == "4" && properties.count == 4)
      #expect(data == "\(shown)\nvalue: \(shown)", "\(text.debugDescription)")
      #expect(RunnerLine.all(in: Array(WorkflowCommand.plain(text).utf8)) == [.plain("bundlepolicy: \(shown)")])
    }
  }

  /// The check is one that can fail.
  @Test(arguments: [
    ("::error::x", "error"), (" \u{A0}::error file=a::x", "error"), ("\u{200B}::warning::x", "warning"),
    ("a ##[group]x", "group"), ("ok\r::add-mask::x", "add-mask"),
  ])
  func theRunnersCommands(_ line: String, _ name: String) {
    let names = RunnerLine.all(in: Array(line.utf8)).compactMap { line -> String? in
      if case .command(let name, _, _) = line { name } else { nil }
    }
    #expect(names == [name])
  }

  @Test func placesThatAreNotKnown() {
    var command = WorkflowCommand(.error, title: "t")
    command.line = 3
    command.add(nil, "m")
    #expect(command.rendered == "::error title=t::m\n", "a line means nothing without a file")
    command.file = "f"
    command.line = nil
    command.column = 2
    #expect(command.rendered == "::error file=f,title=t::m\n", "a column means nothing without a line")
  }

  @Test func longTextIsCut() throws {
    for long in [String(repeating: "a", count: 100_000), String(repeating: "\u{1F600}", count: 3000)] {
      var command = WorkflowCommand(.error, title: "t")
      command.add(nil, long)
      for name in ["key", "value", "expected", "fix", "help", "rule", "waiver"] { command.add(name, long) }
      guard case .command(_, _, let data) = try #require(RunnerLine.all(in: Array(command.rendered.utf8)).first) else {
        Issue.record("no command")
        continue
      }
      #expect(data.utf16.count <= 4096)
      #expect(data.split(separator: "\n").count == 8)
      #expect(data.hasSuffix(" characters more)"))
    }
    var command = WorkflowCommand(.error, title: "t")
    command.add(nil, String(repeating: "a", count: WorkflowCommand.longestLine))
    #expect(!command.rendered.contains("…"))
  }
}
