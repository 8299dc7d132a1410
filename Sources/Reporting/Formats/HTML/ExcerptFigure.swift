import Presentation
import Reports

struct ExcerptFigure {
  let excerpt: PropertyListExcerpt
  let finding: Finding

  func write(to html: inout HTMLWriter) {
    html.line("figure", ["class": "excerpt"]) { html in
      if excerpt.form == .values {
        html.element(
          "figcaption",
          text: finding.line == nil
            ? "Binary property list: its values, written as XML" : "Its values, written as XML: the line is too long")
      }
      html.element("pre") { html in
        html.element("code") { html in
          for line in excerpt.lines {
            write(line, &html)
            html.newLine()
          }
        }
      }
    }
  }

  private func write(_ line: PropertyListExcerpt.Line, _ html: inout HTMLWriter) {
    func content(_ html: inout HTMLWriter) {
      let sign =
        switch line.mark {
        case .found: "▸"
        case .missing: "+"
        case .context, .omission: " "
        }
      html.element("span", ["class": "gutter"], text: (line.number.map(String.init) ?? "") + " " + sign)
      html.text(" ")
      html.element("span", ["class": "text"]) { html in
        if line.isCutAtStart { html.element("b", text: "…") }
        html.text(line.text)
        if line.isCutAtEnd { html.element("b", text: "…") }
        if line.mark == .missing { html.element("em", text: "missing") }
      }
    }
    switch line.mark {
    case .found: html.element("mark", ["class": "row"], content)
    case .missing: html.element("ins", ["class": "row"], content)
    case .context, .omission: html.element("span", ["class": "row"], content)
    }
  }
}
