import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// `plist.find`: pointers with `*`, for what lists hold.
@Suite struct PropertyListLibraryTests {
  private static let info = """
    <key>A</key><array>
      <dict><key>S</key><array><string>x</string><string>y</string></array></dict>
      <dict><key>S</key><string>z</string></dict>
      <string>w</string>
    </array><key>D</key><dict><key>b</key><integer>1</integer><key>a</key><true/></dict><key>*</key><string>star</string>
    """

  @Test(arguments: [
    ("/A/*/S/*", "x@1 y@2"), ("/A/*/S", "<list>@S z@S"), ("/A/1/S", "z@S"), ("/A/2", "w@3"), ("/A/3", ""),
    ("/A/*/S/*/t", ""),
    ("/D/*", "1@b true@a"), ("/None/*", ""), ("/D/a/b", ""), ("/*", "<list>@A <dictionary>@D star@*"), ("/", ""),
  ])
  func finds(_ pattern: String, _ expected: String) throws {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", check = function(bundle, report)
        local shown = {}
        for _, e in ipairs(plist.find(bundle.info, "\(pattern)")) do
          local kind = plist.type(e.value)
          local text = kind == "array" and "<list>" or kind == "dictionary" and "<dictionary>" or tostring(e.value)
          shown[#shown + 1] = text .. "@" .. tostring(e.key)
          report:at(e.node, e.key, "here")
        end
        report("found " .. table.concat(shown, " "))
      end }
      """)
    let findings = try run.report(.app(Self.info)).bundles[0].findings
    #expect(findings.filter { $0.keyPath == nil }.map(\.message) == ["found " + expected])
    #expect(findings.count == expected.split(separator: " ").count + 1)
  }

  @Test(arguments: [
    (#"plist.find("x", "/A")"#, "needs a dictionary or array"),
    ("plist.find(bundle.info, 'A')", "must be a JSON Pointer"),
    ("plist.find(bundle.info, '/~2')", "must be a JSON Pointer"),
    ("plist.search(1, 'x')", "needs a dictionary or array"), ("plist.search(bundle.info)", "the text must be a string"),
    ("plist.keys(bundle.info)", "the text must be a string"), ("plist.blanks('x')", "needs a dictionary or array"),
    ("plist.is_blank(7)", "needs a string"),
    ("keys.departures({})", "needs the top-level dictionary"),
  ])
  func refused(_ call: String, _ message: String) throws {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", check = function(bundle, report) \(call) end }")
    #expect(try run.report(.app("")).bundles[0].errors.first?.message.contains(message) == true)
  }

  @Test(arguments: [
    ("", true), (" \\t\\r\\n\\v\\f", true), ("\\0\\x01\\x7F", true), ("\\u{A0}", true), ("\\u{3000}\\u{2028}", true),
    ("\\u{200B}\\u{200D}\\u{2060}", true),
    ("\\u{FEFF}", true), ("\\u{AD}", true), ("\\u{3164}", true), ("\\u{2800}", true), ("\\u{85}", true),
    ("\\u{202E}", true),
    ("a", false), (" \\u{A0}.", false), ("\\u{A0}é", false), ("例", false), ("\\u{301}", false), ("0", false),
    ("\\xFF", false),
  ])
  func tellsBlanks(_ text: String, _ expected: Bool) throws {
    let run = try PolicyRun(
      "rule \"r\" { summary = \"s\", check = function(bundle, report) report(\"%s\", tostring(plist.is_blank(\"\(text)\"))) end }"
    )
    #expect(try run.report(.app("")).bundles[0].findings.map(\.message) == ["\(expected)"])
  }

  @Test(arguments: [
    ("plist.search(bundle.info, '$(')", "$(KEY) 2 A"), ("plist.search(bundle.info.D, '$(')", "2"),
    ("plist.search(bundle.info, 'nowhere')", ""), ("plist.keys(bundle.info, 'Us')", "NSUsage Us"),
    ("plist.keys(bundle.info, 'none')", ""), ("plist.blanks(bundle.info)", "Empty White"),
    ("plist.blanks(bundle.info.Us)", "1 3"),
  ])
  func picksFew(_ call: String, _ expected: String) throws {
    let info = """
      <key>A</key><string>$(A)</string><key>B</key><dict><key>$(KEY)</key><true/></dict><key>C</key><string>$A</string>
      <key>D</key><array><string>x</string><string>y $(D) z</string></array><key>NSUsage</key><string>a</string>
      <key>Empty</key><string></string><key>White</key><string> \u{9}</string>
      <key>Us</key><array><string/><string>a</string><string>  </string><integer>0</integer></array>
      """
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", check = function(bundle, report)
        local shown = {}
        for _, found in ipairs(\(call)) do
          local key = type(found) == "table" and found.key or found
          shown[#shown + 1] = tostring(key)
        end
        table.sort(shown)
        report("%s", "<" .. table.concat(shown, " ") .. ">")
      end }
      """)
    let bundle = try run.report(.app(info)).bundles[0]
    #expect(bundle.errors.isEmpty && bundle.findings.map(\.message) == ["<\(expected)>"])
  }

  @Test func whatItCostsGrowsWithWhatItLooksAt() throws {
    let run = try PolicyRun(
      #"rule "r" { summary = "s", check = function(bundle, report) plist.find(bundle.info, "/A/*/*") end }"#)
    func fuel(_ count: Int) throws -> UInt64 {
      let inner = "<array>" + String(repeating: "<true/>", count: count) + "</array>"
      return try run.report(.app("<key>A</key><array>\(String(repeating: inner, count: count))</array>")).bundles[0]
        .rules[0].fuel
    }
    #expect(try fuel(100) > 10_000)
    #expect(try fuel(100) > fuel(10) * 20)
  }
}
