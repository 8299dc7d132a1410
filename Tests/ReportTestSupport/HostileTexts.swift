/// Names that somebody put together to fool a terminal, a parser or a reader.
package let hostileTexts = [
  "\u{1B}[31mred\u{1B}[0m", "\u{1B}]0;title\u{7}", "\u{1B}]8;;http://evil/\u{1B}\\link", "a\nApp.app: error: forged",
  "a\r\u{8}\u{8}b",
  "a\tb", "a\u{0}b", "\u{9B}31m", "\u{202E}txt.exe", "\u{2066}a\u{2069}", "\u{200F}\u{200E}\u{61C}",
  "line\u{2028}para\u{2029}", "\u{FEFF}x",
  "\"quoted\" \\back\\", "{\"a\": 1}", "</script>", "\u{7F}", "\u{85}", "::error::x", "\u{1F600}", "",
]

/// The characters that can control a terminal or hide text.
package func steering(in bytes: [UInt8]) -> [UInt32] {
  var found: [UInt32] = []
  for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
    switch scalar.value {
    case 0x0A: continue
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      found.append(scalar.value)
    default: continue
    }
  }
  return found
}

/// Names that somebody chose to have the runner do something.
package let hostileCommands = [
  "::error::x", "::error file=a::x", " ::stop-commands::x", "\u{A0}::add-mask::x", "\u{200B}::warning::x", "##[error]x",
  "a ##[set-output name=a]b", "\n::set-output name=a::b", "\r##[group]x", "%0A::error::x", "%0a::error::x", "a%", "%25",
  "=x", "==x", "a=b=c", "a,b;c:d", "trailing ", " leading", "::", ":", "##[start-action x]", "::\u{301}error::x",
]

/// Texts that runners other than GitHub's might take for commands.
package let hostileToOtherRunners = [
  "##vso[task.setvariable variable=a]b", "x ##VSO[task.complete result=Succeeded;]", "##[section]x", "###vso[a.b]c",
  "#\u{200B}#vso\u{AD}[task.debug]x", "##teamcity[testFailed name='a']", "a##teamcity[buildStatus status='SUCCESS']",
  "--- group", "+++ group", "~~~ group", "^^^ +++", " --- x", "\u{200B}--- x", "-\u{200B}-- x", "---\tx", "---\u{A0}x",
  "---",
  "section_start:1:a\r\u{1B}[0Kx", "section_end:1:a", "travis_fold:start:a", "travis_time:start:1",
  "  section_start:2:b",
]

/// Names that somebody chose to be markup, where a report is shown.
package let hostileMarkdown = [
  "<script>alert(1)</script>", "</details>", "<details><summary>x</summary>", "</code></summary>", "<!-- x",
  "&lt;b&gt;",
  "[x](http://evil.example)", "![x](http://evil.example/a.png)", "[x]: http://evil.example", "[^1]", "[ ] task",
  "<http://x>",
  "@octocat", "@org/team", "user@example.com", "#123", "octo/repo#1", "GH-1", "ABC-12", "!12", "%3", "~bug", "&5", "$7",
  "0123456789abcdef0123456789abcdef01234567", "deadbeef1", "a | b", "|", "\\|", "\\\\|", "|\u{301}", "# heading",
  "- list",
  "1. list", "> quote", "---", "===", "```", "``", "`", "` ` `", "``a`b", "a\\`b", "x`\u{301}y", "\\", "a\\",
  "*\u{301}x*",
  "**x**", "_x_", "~~x~~", "www.evil.example", "https://evil.example", "mailto:a@b.c", "xmpp:a@b.c", ":smile:", "$x$",
  "$`x`$", "/close", "{+x+}", "[[_TOC_]]", "a\n# b", "a\r\n- b", "    code", "\t- x", " ", "   ", " a ", "\u{A0}- x",
  "\u{200B}@x", "\u{3000}#1", "x\u{AD}y",
]
