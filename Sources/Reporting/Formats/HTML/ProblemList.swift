import Presentation
import Reports

struct ProblemList {
  let problems: [EngineError]

  /// Writes the list in an element of the page: a section has a heading of a higher level.
  func write(in element: StaticString, _ heading: StaticString, _ title: String, to html: inout HTMLWriter) {
    html.line(element, ["class": "incomplete"]) { html in
      html.element(heading, text: title)
      write(to: &html)
    }
  }

  func write(to html: inout HTMLWriter) {
    html.element("ul", ["class": "problems"]) { html in for problem in problems { write(problem, &html) } }
  }

  private func write(_ problem: EngineError, _ html: inout HTMLWriter) {
    html.newLine()
    html.element("li") { html in
      html.element("p", ["class": "message"], text: problem.message)
      html.element("p", ["class": "place"]) { html in
        if let file = problem.file, !file.isEmpty {
          html.element("code", text: SourcePlace(file: file, line: problem.line, column: problem.column).text)
          html.text(" · ")
        }
        if let rule = problem.rule {
          html.text("rule ")
          html.element("code", text: rule)
          html.text(" · ")
        }
        html.element("code", text: problem.code.rawValue)
      }
      if let trace = problem.trace {
        html.element("pre") { html in
          for line in trace.detailLines {
            html.text(line)
            html.newLine()
          }
        }
      }
      if let hint = problem.hint {
        html.element("p", ["class": "fix"]) { html in
          html.element("strong", text: "What to do")
          html.text(" " + hint)
        }
      }
    }
  }
}
