/// Writes values as XML like people, other tools and old versions do, sometimes incorrectly.
struct XMLSpelling {
  var random: RandomNumbers
  /// The probability of an unusual spelling of each part.
  let oddity: Double

  init(_ random: RandomNumbers) {
    self.random = random
    oddity = self.random.of([0, 0.03, 0.1])
  }

  mutating func document(_ value: SampleValue) -> [UInt8] {
    var text = ""
    let encoding =
      random.chance(0.85)
      ? "UTF-8" : random.of(["ISO-8859-1", "UTF-16", "utf-8", "US-ASCII", "Windows-1252", "x-none"])
    if isOdd() { text += random.of([" ", "\n\n", "<!-- c -->", "\u{B}"]) }
    if !random.chance(0.1) || encoding != "UTF-8" {
      text += isOdd() ? oddDeclaration(encoding) : "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n"
    }
    let types = [
      "<!DOCTYPE plist>", "<!DOCTYPE plist [ ]>", "<!DOCTYPE plist [<!ENTITY e \"x\">]>", "<!DOCTYPE other>",
      "<!-- none -->", "<!DOCTYPE plist SYSTEM \"a>b\">", "<!DOCTYPE plist SYSTEM 'a[b'>",
      "<!DOCTYPE plist SYSTEM 'a]b'>",
      "<!DOCTYPE plist PUBLIC \"a\" \"b/>c\">", "<!DOCTYPE\nplist\n>", "<!DOCTYPE plist SYSTEM \"<plist>\">",
      "<!DOCTYPE plist><!-- > --><?p > ?>", "<!doctype plist>", "<!DOCTYPE plist SYSTEM \"\u{1}\">",
      "<!DOCTYPE plist><!DOCTYPE plist>", "<?p <plist><false/></plist> ?>", "<!-- <plist><false/></plist> -->",
      "<!---->", "<!----><!-- -->", "<!--->-->", "<!-->-->", "<!-- --><!---->", "<!DOCTYPE plist><!---->",
    ]
    if isOdd() {
      text += random.of(types)
    } else if random.chance(0.7) {
      text +=
        "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n"
    }
    let body = element(value)
    if isOdd() {
      text += random.of([
        body, "<plist>\(body)", "<plist>\(body)\(body)</plist>", "<plist/>", "<plist></plist>",
        "<PLIST>\(body)</PLIST>", "<plist\(attributes())>\(body)</plist>", "<plist><!-- > -->\(body)<?p > ?></plist>",
        "<plist version=\"1.0\"/>\(body)", "<plist>\(body)</plist\n>", "<plist>\u{B}\(body)</plist>",
      ])
    } else {
      text += "<plist version=\"1.0\">\n\(body)\n</plist>\n"
    }
    if isOdd() {
      text += random.of([
        "text", "<!-- end -->", "<plist/>", "\0", "&", "--><plist><false/></plist>", "<!-- --><plist><false/></plist>",
      ])
    }
    switch encoding {
    // A character that the encoding lacks becomes a question mark, as in other converters.
    case "ISO-8859-1", "Windows-1252": return text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
    case "UTF-16":
      return TextBytes.encode(text, random.of([.utf16BigEndian, .utf16LittleEndian, .utf8]), mark: random.chance(0.8))
    default: return TextBytes.encode(text, .utf8, mark: random.chance(0.05))
    }
  }

  /// Declarations of which only some readers recognize the encoding.
  private mutating func oddDeclaration(_ encoding: String) -> String {
    random.of([
      "<?xml version='1.0' encoding='\(encoding)'?>", "<?xml version=\"1.0\" encoding = \"\(encoding)\"?>",
      "<?xml version=\"1.0\" encoding =\"\(encoding)\"?>", "<?xml version=\"1.0\" encoding= \"\(encoding)\"?>",
      "<?xml version=\"1.0\"\nencoding=\"\(encoding)\"\n?>", " <?xml version=\"1.0\" encoding=\"\(encoding)\"?>",
      "<?xml version=\"1.0\" encoding=\"\(encoding)\" standalone=\"yes\"?>", "<?xml encoding=\"\(encoding)\"?>",
      "<?xml version=\"1.0\" ENCODING=\"\(encoding)\"?>", "<?xml version=\"1.0\" xencoding=\"\(encoding)\"?>",
      "<?xml version=\"1>0\" encoding=\"\(encoding)\"?>", "<?xml version=\"1?0\" encoding=\"\(encoding)\"?>", "<?xml?>",
      "<?xml version=\"1.0\"\(String(repeating: " ", count: 1100))encoding=\"\(encoding)\"?>",
      "<!-- encoding=\"\(encoding)\" -->", "<?xml version=\"1.0\"?><?xml version=\"1.0\" encoding=\"\(encoding)\"?>",
      "<?xml version=\"1.0\" encoding=\"\(encoding)?>", "<?xml-x encoding=\"\(encoding)\"?>",
    ])
  }

  /// Attributes, which have no meaning in property lists, with all kinds of contents.
  private mutating func attributes() -> String {
    random.of([
      " a=\"b\"", " a='x>y'", " a=\"/>\"", " a=\"x</string>\"", " a=\"]]>\"", " xmlns=\"urn:x\"", " a=\"&lt;\"",
      " a=\"&gt;\"",
      "\n\ta=\"b\"\r\n", " a=\"é\"", " a=\"\u{1}\"", " a = \"b\"", " a=\"\" b=\"/\"", " a=\"'>'\"", " a='\"'", " a",
      " /", "\u{B}",
      " a=\"b\" a=\"c\"", " a=\"--\"", " a=\"?>\"", " xmlns:x=\"urn:x\" x:a=\"b\"", " a=\"&e;\"", " a=\">\" b=\"<\"",
    ])
  }

  private mutating func element(_ value: SampleValue) -> String {
    switch value {
    case .dictionary(let entries):
      if entries.isEmpty, random.chance(0.3) { return isOdd() ? "<dict\(attributes())/>" : "<dict/>" }
      var text = isOdd() ? "<dict\(attributes())>" : "<dict>"
      for entry in entries {
        text +=
          gap() + (isOdd() ? random.of(["", "<key/>", "<string>k</string>"]) : wrapped("key", escaped(entry.key)))
        text += gap() + (isOdd() ? random.of(["", "<key>v</key>", "text", "<unknown/>"]) : element(entry.value))
      }
      return text + gap() + "</dict>"
    case .array(let elements), .set(let elements):
      if elements.isEmpty, random.chance(0.3) { return "<array/>" }
      var text = isOdd() ? "<array\(attributes())>" : "<array>"
      for value in elements { text += gap() + element(value) }
      return text + gap() + "</array>"
    case .string(let text): return text.isEmpty && isOdd() ? "<string/>" : wrapped("string", escaped(text))
    case .signed(let number):
      let odd = [
        "-0x1F", " + 7", "007", "", " 7", "7 ", "0x", "9223372036854775808", "-9223372036854775809", "+ 0x7f", "1.0",
        "--1", "0X10",
      ]
      return wrapped("integer", isOdd() ? random.of(odd) : "\(number)")
    case .unsigned(let number):
      let odd = [
        "0xFFFFFFFFFFFFFFFF", "18446744073709551616", "0x10000000000000000", "+1", "1e3", "-0",
        "0x00000000000000000001",
      ]
      return wrapped("integer", isOdd() ? random.of(odd) : "\(number)")
    case .real(let number):
      let odd = [
        ".5", "5.", "-.5e1", "+INF", "Infinity", "-infinity", "NaN", "-nan", " 1", "1 ", "0x1p3", "", "1e400", "1e-400",
        "1,5", "1_0", " nan", "\ninf", " -Infinity",
      ]
      return wrapped("real", isOdd() ? random.of(odd) : "\(number)")
    case .boolean(let flag):
      let name = flag ? "true" : "false"
      return isOdd()
        ? random.of([
          "<\(name)></\(name)>", "<\(name)> </\(name)>", "<\(name)>1</\(name)>", "<\(name.uppercased())/>",
          "<\(name)\(attributes())/>", "<\(name) / >",
        ])
        : "<\(name)/>"
    case .date(let seconds): return wrapped("date", isOdd() ? random.of(Self.oddDates) : TextBytes.date(seconds))
    case .data(let bytes): return wrapped("data", data(bytes))
    case .uid(let number): return "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
    case .null: return "<null/>"
    }
  }

  private static let oddDates = [
    "2020-02-30T00:00:00Z", "2021-13-01T00:00:00Z", "2021-00-00T00:00:00Z", "2021-01-01T25:61:61Z",
    "2021-01-01T00:00:00.5Z",
    " 2021-01-01T00:00:00Z", "2021-01-01T00:00:00", "2021-01-01T00:00:00Z ", "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z", "-1-01-01T00:00:00Z",
    "2021-1-1T0:0:0Z", "20210-01-01T00:00:00Z", "1900-02-29T00:00:00Z", "0000-01-01T00:00:00Z", "2021-01-01", "",
  ]

  private mutating func data(_ bytes: [UInt8]) -> String {
    var text = TextBytes.base64(bytes)
    if random.chance(0.3) { text = "\n\t" + text + "\n" }
    guard isOdd() else { return text }
    let at = text.index(text.startIndex, offsetBy: random.below(text.count + 1))
    switch random.below(4) {
    case 0: text.insert(contentsOf: random.of(["!", "é", "-", "_", "=", "==", "\n", "A", "\0", " "]), at: at)
    case 1: text = String(text.filter { $0 != "=" })
    case 2: text = String(text.dropLast())
    default: text += random.of(["=", "AAAA", "A", "<!-- c -->", "&#65;"])
    }
    return text
  }

  private mutating func wrapped(_ name: String, _ content: String) -> String {
    guard isOdd() else { return "<\(name)>\(content)</\(name)>" }
    return random.of([
      "<\(name) >\(content)</\(name) >", "<\(name) a=\"b\">\(content)</\(name)>",
      "<\(name)><!-- c -->\(content)</\(name)>",
      "<\(name)>\(content)<!-- c --></\(name)>", "<\(name)>\(content)</x>", "<\(name)/>",
      "<\(name)><![CDATA[\(content)]]></\(name)>",
      "<\(name)><\(name)>\(content)</\(name)></\(name)>", "< \(name)>\(content)</\(name)>", "<\(name)>\(content)",
      "<\(name)>\(content)<?p q?></\(name)>",
      "<\(name)\(attributes())>\(content)</\(name)>", "<\(name)\(attributes())>\(content)</\(name)>",
      "<\(name)\(attributes())/>",
      "<\(name)>\(content)<![CDATA[]]></\(name)>", "<\(name)><![CDATA[\(content)]]>\(content)</\(name)>",
      "<\(name)><!-->\(content)--></\(name)>", "<\(name)>\u{1B}\(content)\u{8}</\(name)>",
      "<\(name)>\u{B}\(content)\u{C}</\(name)>",
      "<\(name)>\(content)</\(name) a=\"b\">", "<\(name)>\(content)</\(name)\u{1}>",
      "<\u{1}\(name)>\(content)</\u{1}\(name)>",
      "<\(name)\n>\(content)</\(name)\n>", "<x:\(name)>\(content)</x:\(name)>",
    ])
  }

  private mutating func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case "&": result += "&amp;"
      case ">": result += random.chance(0.5) ? "&gt;" : random.chance(0.5) ? "&#62;" : "&#x3e;"
      case "\"" where random.chance(0.3): result += "&quot;"
      case "'" where random.chance(0.3): result += "&apos;"
      case _ where isOdd() && random.chance(0.5):
        result += random.of([
          "&#\(scalar.value);", "&#x\(String(scalar.value, radix: 16));", "<![CDATA[\(scalar)]]>", "&nbsp;", "&#xD800;",
          "&#0;", "&#x110000;", "&",
          "&#x000000041;", "&#000000065;", "&#00000065;", "&amp", "\r\n", "\r", "<![CDATA[]]>", "<![CDATA[<&]]>",
          "&#x000041;", "&#X41;", "&lt;&gt;", "&#;", "\u{0}",
          "\u{1}", "\u{1B}", "\u{8}", "\u{1F}", "\u{FFFE}", "\u{FFFF}", "\u{85}", "&#27;", "&#8;", "&#xFEFF;",
          "\u{FEFF}",
          "<![CDATA[\u{1}]]>", "<![CDATA[a]]b]]>", "<![CDATA[]]]]><![CDATA[>]]>", "]]", "<!-- c -->", "<?p q?>",
          "&am\u{1}p;", "&#38;#60;",
        ])
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Text that is allowed between two elements.
  private mutating func gap() -> String {
    if isOdd() {
      return random.of([
        "<!-- comment -->", "<!---->", "<?x y?>", "<!-- a -- b -->", "\r\n", "&#32;", "<![CDATA[ ]]>", "x",
        "<!-- > -->", "<!-- </dict> -->", "<!-->-->", "<!--->-->", "<?x > </dict> ?>", "<?x ?", "\u{1}", "\u{B}",
        "\u{C}",
        "<?xml version=\"1.0\"?>", "<!-- \u{1B} -->", "<?x \u{1B}?>", "<!DOCTYPE plist>", "<!-- -- >", "\u{FEFF}",
        "\u{A0}",
      ])
    }
    return random.of(["", "\n", "\n\t", " "])
  }

  private mutating func isOdd() -> Bool { random.chance(oddity) }
}
