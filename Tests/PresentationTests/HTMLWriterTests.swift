import Testing
@testable import Presentation

/// Text in HTML, and the elements around it.
@Suite struct HTMLWriterTests {
  @Test(arguments: [
    ("plain é 漢", "plain é 漢"), ("<svg onload=alert(1)>", "&lt;svg onload=alert(1)&gt;"),
    ("</script>", "&lt;/script&gt;"), ("\" onmouseover=\"x", "&quot; onmouseover=&quot;x"), ("'", "&#39;"),
    ("&lt;", "&amp;lt;"), ("a\nb\r\tc", "a\\nb\\r\\tc"), ("\0\u{1B}[31m", "\\u{0}\\u{1b}[31m"),
    ("\u{202E}\u{2066}\u{200F}\u{FEFF}", "\\u{202e}\\u{2066}\\u{200f}\\u{feff}"),
    ("\u{2028}\u{85}", "\\u{2028}\\u{85}"),
    ("<!--", "&lt;!--"), ("]]>", "]]&gt;"), ("<\u{338}", "&lt;\u{338}"), ("", ""),
  ])
  func nothingInTextIsMarkup(_ text: String, _ markup: String) {
    #expect(HTMLText(text).markup.unicodeScalars.elementsEqual(markup.unicodeScalars))
  }

  @Test func elements() {
    var html = HTMLWriter()
    html.element("p", ["class": "a\"b", "title": "<"]) { html in
      html.text("1 < 2")
      html.empty("br")
      html.element("b", text: "&")
    }
    #expect(html.markup == "<p class=\"a&quot;b\" title=\"&lt;\">1 &lt; 2<br/><b>&amp;</b></p>")
  }

  @Test func page() {
    var html = HTMLWriter()
    html.page(title: "1 < 2", policy: "default-src 'none'", styles: "a > b { }\n", "c { }\n", attributes: ["id": "d"]) {
      $0.line("p", text: "e")
    }
    #expect(
      html.markup == """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/><meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;"/>\
        <meta name="viewport" content="width=device-width, initial-scale=1"/>\
        <meta name="color-scheme" content="light dark"/>
        <title>1 &lt; 2</title>
        <style>
        a > b { }
        </style>
        <style>
        c { }
        </style>
        </head>
        <body id="d">
        <p>e</p>
        </body></html>

        """)
  }

  @Test(arguments: [
    ("com.x.app", "com.<wbr/>x.<wbr/>app"), ("app", "app"), ("", ""), (".", ".<wbr/>"),
    ("a..<b>", "a.<wbr/>.<wbr/>&lt;b&gt;"),
  ])
  func dottedTextBreaksAfterItsDots(_ text: String, _ markup: String) {
    var html = HTMLWriter()
    html.dottedText(text)
    #expect(html.markup == markup)
  }
}
