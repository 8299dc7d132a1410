import Presentation
import Reports

struct ProblemList {
  private let problems: [EngineError]
  private let title: String

  init(_ problems: [EngineError], title: String) {
    self.problems = problems
    self.title = title
  }

  func writeSection(to html: inout HTMLWriter) {
    html.line("section", ["class": "incomplete"]) { html in
      html.element("h2", text: title)
      write(to: &html)
    }
  }

  func writeBox(to html: inout HTMLWriter) {
    html.line("div", ["class": "incomplete"]) { html in
      html.element("h3", text: title)
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
        var place = problem.file ?? ""
        if !place.isEmpty, let line = problem.line {
          place += ":\(line)" + (problem.column.map { ":\($0)" } ?? "")
        }
        if !place.isEmpty {
          html.element("code", text: place)
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
