import ReportTestSupport
import Testing
@testable import Presentation

/// Text from outside in Markdown.
@Suite struct MarkdownTextTests {
  @Test(arguments: [
    ("", "`\"\"`"), ("a", "`a`"), ("a b", "`a b`"), ("`", "`` ` ``"), ("a`b", "``a`b``"), ("``a`", "``` ``a` ```"),
    (" ", "` `"), ("  ", "`  `"), (" a ", "`  a  `"), (" a", "` a`"), ("a\nb", "`a\\nb`"), ("\\", "`\\`"),
    ("`\u{301}", "`` `\u{301} ``"), ("<b>&amp;", "`<b>&amp;`"), ("\u{202E}", "`\\u{202e}`"),
  ])
  func codeSpans(_ text: String, _ expected: String) {
    #expect(MarkdownText.code(text) == expected)
  }

  @Test(arguments: [
    ("a|b", "`a\\u{7c}b`"), ("a\\|b", "`a\\\\u{7c}b`"), ("|\u{301}", "`\\u{7c}\u{301}`"), ("a`|", "``a`\\u{7c}``"),
  ])
  func codeSpansInTables(_ text: String, _ expected: String) {
    #expect(MarkdownText.codeInTable(text) == expected)
  }

  @Test(arguments: [
    ("", ""), ("plain words, and more.", "plain words, and more."), ("key 'Host' lacks", "key 'Host' lacks"),
    ("CFBundleVersion 41 is missing", "CFBundleVersion 41 is missing"), ("don't well-known", "don't well-known"),
    ("see com.x.app.", "see `com.x.app`."), ("or the prefix 'com.x.'", "or the prefix '`com.x.`'"),
    ("(a/b),", "(`a/b`),"), ("> 41", "`>` 41"), ("hi @octocat!", "hi `@octocat`!"), ("a #12: b", "a `#12`: b"),
    ("GH-1 well-known2", "`GH-1` well-known2"), ("<b>x</b>", "`<b>x</b>`"), ("a_b *c*", "`a_b` `*c*`"),
    ("`x`", "`` `x` ``"), ("www.x.y", "`www.x.y`"), ("https://x", "`https://x`"), (":smile:", "`:smile`:"),
    ("1.2 is 3", "`1.2` is 3"), ("defaced deadbeef 12345678", "`defaced` `deadbeef` `12345678`"),
    ("a\nb c", "`a\\nb` c"),
    ("漢字 é e\u{301}", "漢字 é e\u{301}"), ("x\u{200B}y", "`x\u{200B}y`"), ("- a", "`-` a"), ("# a", "`#` a"),
    ("a\u{A0}b", "`a\u{A0}b`"), ("*\u{301}", "`*\u{301}`"), ("a  b", "a b"), ("-a a-", "`-a` `a-`"), ("$x$", "`$x$`"),
    ("user@example.com", "`user@example.com`"), ("...", "..."), ("(\"a\")", "(\"a\")"),
  ])
  func sentences(_ text: String, _ expected: String) {
    #expect(MarkdownText.prose(text) == expected)
  }

  @Test(arguments: [
    ("https://example.com/a?b=c", "<https://example.com/a?b=c>"), ("see there", "`see there`"),
    ("javascript:alert(1)", "`javascript:alert(1)`"), ("https://x y", "`https://x y`"), ("https://x>", "`https://x>`"),
  ])
  func addresses(_ text: String, _ expected: String) {
    #expect(MarkdownText.address(text) == expected)
  }

  @Test func hostileTextStaysInSpans() throws {
    for text in hostileTexts + hostileCommands + hostileMarkdown {
      let sentence = try MarkdownOutline(Array(MarkdownText.prose(text).utf8))
      #expect(sentence.lines.count == 1, "\(text.debugDescription)")
      let code = try MarkdownOutline(Array(MarkdownText.code(text).utf8))
      #expect(code.spans.count == 1 && code.lines == ["\u{25A1}"], "\(text.debugDescription)")
      #expect(!MarkdownText.codeInTable(text).unicodeScalars.contains("|"), "\(text.debugDescription)")
    }
  }

  /// The check is one that can fail.
  @Test(arguments: [
    "@x", "a #1", "<b>", "`a", "[a](b)", "http://x", "# a", "a_b", "GH-1", "1. **a**", "a.b", "+ x", "&lt;",
  ])
  func theOutlineRefuses(_ line: String) {
    #expect(throws: MarkdownOutline.Foreign.self) { try MarkdownOutline(Array(line.utf8)) }
  }

  /// A mark with a combining accent is a mark still.
  @Test func marksWithAccents() {
    #expect(MarkdownText.escaped("a*\u{301}b`\u{301}") == "a\\*\u{301}b\\`\u{301}")
    #expect(MarkdownText.block("```\u{301}", "").hasPrefix("````\n"))
  }
}
