import Basics
import PropertyLists
import PolicyTestSupport
import Testing

/// The document around the value: declaration, DOCTYPE, encodings, trailing text.
@Suite(.largeStack) struct XMLDocumentTests {
  @Test(arguments: [
    ("<dict/>", "{}"), ("<string>x</string>", "'x'"), ("<string>x</string> trailing", "'x'"),
    ("<string>x</string><string>y</string>", "'x'"), (plist("<true/>") + "garbage", "true"),
    (plist("<true/>") + plist("<false/>"), "true"), (plist("<true/>") + "<!-- -- -->", "true"),
    ("\n \t<?xml version=\"1.0\"?>" + plist("<true/>"), "true"),
    ("<?xml version=\"1.0\"?>\n" + plist("<true/>"), "true"),
    ("<plist><true/></plist>", "true"), ("<!-- x -->" + plist("<true/>"), "true"),
    ("<!DOCTYPE plist SYSTEM \"file://localhost/x.dtd\">" + plist("<true/>"), "true"),
    (
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\" >"
        + plist("<true/>"), "true"
    ),
    ("<!DOCTYPE html>" + plist("<true/>"), "true"), ("\u{FEFF}" + plist("<true/>"), "true"),
    ("<plist/>", "error xml.no-object"), ("<plist></plist>", "error xml.no-object"),
    ("<!DOCTYPE plist [<!ENTITY a \"b\">]>" + plist("<string>&a;</string>"), "error xml.dtd-subset"),
    ("<!DOCTYPE plist x>" + plist("<true/>"), "error xml.malformed"),
    ("<!DOCTYPE plist SYSTEM \"x\" [ ]>" + plist("<true/>"), "error xml.dtd-subset"),
    ("<!DOCTYPE plist [<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p;]>" + plist("<true/>"), "error xml.dtd-subset"),
    (
      "<!DOCTYPE plist SYSTEM \"file://localhost/x.dtd\">" + plist("<string>&nbsp;</string>"),
      "error xml.unknown-entity"
    ),
    ("<?xml version=\"1.0\" encoding=\"foo\"?>" + plist("<true/>"), "error text.unknown-encoding"),
    ("<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + plist("<true/>"), "error text.unknown-encoding"),
    ("<plist><dict>", "error xml.malformed"), ("<plist><true/>", "error xml.malformed"), ("<", "error xml.malformed"),
    ("<plist><string>x", "error xml.malformed"), ("<plist><string>a\0b</string></plist>", "error xml.null-character"),
    ("foo " + plist("<true/>"), "error text.after-key"), ("", "error file.empty"),
  ])
  func documents(_ text: String, _ expected: String) { #expect(outcome(text) == expected) }

  /// Before the first element Core Foundation reads `<!---->` as the start of a longer comment, after which another list may follow.
  @Test(arguments: [
    ("<!---->" + plist("<true/>"), "error xml.empty-comment"),
    ("<!---->" + plist("<true/>") + "<!-- -->" + plist("<false/>"), "error xml.empty-comment"),
    ("<?xml version=\"1.0\"?>\n<!DOCTYPE plist>\n<!----><string>x</string>", "error xml.empty-comment"),
    ("<!--a--><!----><dict/>", "error xml.empty-comment"), ("<!----><!--a--><dict/>", "error xml.empty-comment"),
    ("<!--\u{1}-->" + plist("<true/>"), "true"), ("<!-- -->" + plist("<true/>"), "true"),
    ("<!--\u{E9}--><true/>", "true"), ("<!-->--><true/>", "true"), ("<!--->--><true/>", "true"),
    ("<plist><!----><true/><!----></plist>", "true"), ("<dict><!----></dict>", "{}"),
    (plist("<true/>") + "<!---->", "true"),
  ])
  func emptyComments(_ text: String, _ expected: String) { #expect(outcome(text) == expected) }

  @Test func placeOfAnEmptyComment() throws {
    let error = try #require(throws: PropertyListError.self) {
      try PropertyList.parse(Array("<!-- a -->\n <!---->\n<plist><true/></plist>".utf8), file: "t")
    }
    #expect(error.place == Place(line: 2, column: 2))
  }

  /// Without a byte order mark, Core Foundation reads the text after its first two bytes as UTF-16 if one of them is null.
  @Test(arguments: ["\"\0a = b;", "\0\0{}", "<\0true/>", "a\0b"])
  func nullAtTheBeginning(_ text: String) { #expect(outcome(text) == "error text.invalid-encoding") }

  @Test func depth() {
    func nested(_ depth: Int) -> String {
      String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
    }
    #expect(!outcome(plist(nested(512))).hasPrefix("error"))
    #expect(outcome(plist(nested(513))) == "error limit.depth")
    #expect(outcome(plist(nested(100_000))) == "error limit.depth")
  }

  @Test func encodings() {
    let text = "<plist><string>\u{E9}\u{1F600}</string></plist>"
    #expect(outcome([0xFF, 0xFE] + utf16(text, bigEndian: false)) == "'\u{E9}\u{1F600}'")
    #expect(outcome([0xFE, 0xFF] + utf16(text, bigEndian: true)) == "'\u{E9}\u{1F600}'")
    #expect(
      outcome([0xFE, 0xFF] + utf16("<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + text, bigEndian: true))
        == "'\u{E9}\u{1F600}'")
    #expect(outcome([0xFF, 0xFE, 0, 0] + utf32(text, bigEndian: false)) == "'\u{E9}\u{1F600}'")
    #expect(outcome([0, 0, 0xFE, 0xFF] + utf32(text, bigEndian: true)) == "'\u{E9}\u{1F600}'")
    #expect(outcome(utf16(text, bigEndian: false)).hasPrefix("error"))
  }

  @Test(arguments: [
    ("ISO-8859-1", "'\u{E9}\u{80}'"), ("iso-8859-1", "'\u{E9}\u{80}'"), ("windows-1252", "'\u{E9}\u{20AC}'"),
    ("UTF-8", "error text.invalid-encoding"), ("US-ASCII", "error text.invalid-encoding"),
  ])
  func declaredEncodings(_ name: String, _ expected: String) {
    for quote in ["\"", "'"] {
      let head = "<?xml version=\(quote)1.0\(quote) encoding=\(quote)\(name)\(quote)?><plist><string>"
      #expect(outcome(Array(head.utf8) + [0xE9, 0x80] + Array("</string></plist>".utf8)) == expected)
    }
  }

  /// Core Foundation rejects bytes for which windows-1252 has no character.
  @Test(arguments: [0x81, 0x8D, 0x8F, 0x90, 0x9D] as [UInt8])
  func freePlaces(_ byte: UInt8) {
    let head = Array("<?xml version=\"1.0\" encoding=\"windows-1252\"?><plist><string>".utf8)
    #expect(outcome(head + [byte] + Array("</string></plist>".utf8)) == "error text.invalid-encoding")
  }

  /// Core Foundation ignores these declarations and reads UTF-8.
  @Test(arguments: [
    "<?xml version=\"1.0\" encoding = \"ISO-8859-1\"?>", "<?xml version=\"1.0\" encoding =\"ISO-8859-1\"?>",
    "<?xml version=\"1.0\" encoding= \"ISO-8859-1\"?>", " <?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>",
    "<!-- --><?p encoding=\"ISO-8859-1\"?>",
  ])
  func unseenEncodings(_ head: String) {
    #expect(outcome(head + "<plist><string>\u{E9}</string></plist>") == "'\u{E9}'")
  }

  @Test func declarationOfAnyLength() {
    let head = "<?xml version=\"1.0\"\(String(repeating: " ", count: 5000))encoding=\"ISO-8859-1\"?><plist><string>"
    #expect(outcome(Array(head.utf8) + [0xE9] + Array("</string></plist>".utf8)) == "'\u{E9}'")
  }

  /// Core Foundation ends tags and the DOCTYPE at the first `>`, even in quotes.
  @Test(arguments: [
    "<plist><string a=\"x>y\">v</string></plist>", "<plist><string a='/>'>v</string></plist>",
    "<plist a='>'><true/></plist>",
    "<plist><dict a=\">\"><key>k</key><true/></dict></plist>", "<plist><true a='>'/></plist>", "<string a='>'/>",
    "<plist><dict><key a=\">\">k</key><true/></dict></plist>", "<!DOCTYPE plist SYSTEM \"a>b\"><plist><true/></plist>",
    "<!DOCTYPE plist PUBLIC \"p\" 'a[b'><plist><true/></plist>", "<!DOCTYPE plist SYSTEM '[]>'><plist><true/></plist>",
  ])
  func quotedTagEnds(_ text: String) { #expect(outcome(text) == "error xml.quoted-tag-end") }

  @Test(arguments: [
    ("<plist><string a=\"b\" c='&gt;/'>v</string></plist>", "'v'"),
    ("<plist a=\"/\"><string a='/'>v</string></plist>", "'v'"),
    ("<plist><string>\u{FEFF}a\u{FEFF}</string></plist>", "'a\u{FEFF}'"),
    ("<plist><string>&#xFEFF;a</string></plist>", "'a'"),
  ])
  func readAsThePlatform(_ text: String, _ expected: String) { #expect(outcome(text) == expected) }

  /// Core Foundation writes control characters without escaping them.
  @Test func controlCharacters() throws {
    let characters =
      (1...0x1F).compactMap { Unicode.Scalar($0) }.filter { $0 != "\r" } + ["\u{7F}", "\u{FFFE}", "\u{FFFF}"]
    for character in characters {
      for (before, after) in [
        ("", ""), ("a&lt;", "&#233;"), ("<![CDATA[", "]]>"), (String(repeating: "x", count: 40), "y"),
      ] {
        let list = try PropertyList.parse(
          Array(
            "<plist><dict><key>\(character)</key><string>\(before)\(character)\(after)</string></dict></plist>".utf8),
          file: "f")
        let value = try #require(list.value(of: list.root, forKey: String(character)))
        #expect(list.string(of: value)?.unicodeScalars.contains(character) == true, "\(character.value)")
      }
      let isBlank = character == "\t" || character == "\n"
      #expect(outcome("<plist>\(character)<true/></plist>") == (isBlank ? "true" : "error xml.stray-text"))
      #expect(outcome("<plist><\(character)true/></plist>").hasPrefix("error"))
    }
  }

  @Test(
    arguments: [
      [0xFF], [0xC1, 0x81], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE0, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80],
      [0xE9], [0xC3], [0x80],
    ] as [[UInt8]])
  func badUTF8(_ bytes: [UInt8]) {
    for place in [
      "<plist><string>*</string></plist>", "<plist><!-- * --><true/></plist>", "<plist a='*'><true/></plist>",
    ] {
      let parts = place.split(separator: "*", omittingEmptySubsequences: false)
      let file = Array(parts[0].utf8) + bytes + Array(parts[1].utf8)
      #expect(outcome(file) == "error text.invalid-encoding", "\(bytes) in \(place)")
    }
  }
}

/// Files that Foundation reads and libxml2 or we reject: malformed XML, and values that Foundation misreads.
@Suite struct XMLStrictnessTests {
  @Test(arguments: [
    ("<string>&#1;</string>", "error xml.malformed"),
    ("<string>&#0;</string>", "error xml.malformed"),
    ("<string>a]]>b</string>", "error xml.malformed"), ("<array a=b></array>", "error xml.malformed"),
    ("<array><!-- a -- b --></array>", "error xml.malformed"),
    ("<array><!-- ---><true/><!-- y --></array>", "error xml.malformed"),
    ("<array><!-- a ---></array>", "error xml.malformed"),
    ("<array><!-- a -- b ></array>", "error xml.malformed"), ("<array><!-- a -- b --></aray>", "error xml.malformed"),
    ("<array><plist><true/></plist></array>", "error xml.misplaced-plist"),
    ("<string>&#x000000041;</string>", "error xml.long-reference"),
    ("<string>&#000000065;</string>", "error xml.long-reference"), ("<string>&#x00000041;</string>", "'A'"),
    ("<string>&#00000065;</string>", "'A'"),
    ("<dict><key>&#x000000041;</key><true/></dict>", "error xml.long-reference"),
    ("<real> nan</real>", "error xml.real"), ("<real>\n-inf</real>", "error xml.real"), ("<real>nan</real>", "rnan"),
    ("<real> 1.5</real>", "r1.5"),
    ("<date>9999999999-01-01T00:00:00Z</date>", "error xml.date"),
    ("<dict><key>CF$UID</key><integer>-1</integer></dict>", "{CF$UID: -1}"),
    ("<dict><key>CF$UID</key><real>7.5</real></dict>", "{CF$UID: r7.5}"),
  ])
  func stricter(_ value: String, _ expected: String) { #expect(outcome(plist(value)) == expected) }

  @Test func secondDeclaration() {
    #expect(outcome("<?xml version=\"1.0\"?><?xml version=\"1.0\"?>" + plist("<true/>")) == "error xml.malformed")
  }
}

func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
  text.utf16.flatMap { unit in
    let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    return bigEndian ? bytes : bytes.reversed()
  }
}

func utf32(_ text: String, bigEndian: Bool) -> [UInt8] {
  text.unicodeScalars.flatMap { scalar -> [UInt8] in
    let bytes = [24, 16, 8, 0].map { UInt8(scalar.value >> UInt32($0) & 0xFF) }
    return bigEndian ? bytes : bytes.reversed()
  }
}
