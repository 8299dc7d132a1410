import Basics
import Presentation
import PropertyLists
import Reports

struct FindingArticle {
  let group: FindingGroup
  let bundle: BundleReport
  let documentation: RuleDocumentation
  let isShort: Bool

  var isOpen: Bool { finding.isOpen }
  private var finding: Finding { group.first }
  private var anchor: String { group.findings[0].anchor }

  func write(to html: inout HTMLWriter) {
    let style = finding.isOpen ? finding.severity.rawValue : "settled"
    html.line("article", ["class": "finding " + style, "id": anchor]) { html in
      html.newLine()
      // Printed on one page.
      html.line("div", ["class": "claim"]) { html in
        html.line("h4") { html in
          writeBadges(&html)
          html.element("span", text: finding.message)
          for other in group.findings.dropFirst() { html.element("span", ["id": other.anchor]) { _ in } }
          html.element("a", ["class": "anchor", "href": "#" + anchor, "aria-label": "Link to this finding"], text: "#")
        }
        writePlace(&html)
        if let excerpt = finding.shownExcerpt {
          ExcerptFigure(excerpt: isShort ? excerpt.shortened : excerpt, finding: finding).write(to: &html)
        }
      }
      writeDetails(&html)
      writeChange(&html)
      if let waiver = finding.waiver { write(waiver, &html) }
      if finding.isBaselined {
        html.element("p", ["class": "waiver"], text: "Accepted: in the baseline.")
      }
    }
  }

  /// Writes the state in words, which colors only repeat.
  private func writeBadges(_ html: inout HTMLWriter) {
    let severity = finding.severity.rawValue
    func badge(_ style: String, _ text: String, sign: String) {
      Badge(style: style, text: text, sign: sign).write(to: &html)
      html.text(" ")
    }
    if finding.isWaived {
      badge("settled", "waived \(severity)", sign: "○")
    } else if finding.isBaselined {
      badge("settled", "baselined \(severity)", sign: "○")
    } else {
      finding.severity.badge.write(to: &html)
      html.text(" ")
    }
    if finding.waiver?.isExpired == true { badge("expired", "waiver expired", sign: "!") }
  }

  private func writePlace(_ html: inout HTMLWriter) {
    html.line("p", ["class": "place"]) { html in
      html.element("code", text: finding.source?.place.text ?? builtPlace)
      if let keyPath = finding.keyPath {
        html.text(finding.isMissing ? " · missing key " : " · key ")
        html.element("code", text: keyPath.isEmpty ? "(the whole list)" : keyPath)
      } else if finding.isMissing {
        html.text(" · missing")
      }
    }
  }

  /// The place relative to the bundle, which the section names.
  private var builtPlace: String {
    let path = [finding.bundle, finding.file ?? ""].filter { !$0.isEmpty }.joined(separator: "/")
    return SourcePlace(file: path.isEmpty ? bundle.path : path, line: finding.line, column: finding.column).text
  }

  private func writeDetails(_ html: inout HTMLWriter) {
    html.line("dl", ["class": "pairs"]) { html in
      func pair(_ name: String, _ body: (inout HTMLWriter) -> Void) {
        html.element("dt", text: name)
        html.element("dd") { body(&$0) }
      }
      if let value = finding.value { pair("value") { $0.element("code", text: value.isEmpty ? "\"\"" : value) } }
      func pairs(_ name: String, _ texts: [String]) {
        if !texts.isEmpty { html.element("dt", text: name) }
        for text in texts { html.element("dd", text: text) }
      }
      pairs("expected", group.texts(\.expected))
      pairs("fix", group.texts(\.fix))
      pairs("edit", group.texts(FindingLines.edits))
      for (name, place) in FindingLines.otherPlaces(finding, in: bundle) {
        pair(name) { $0.element("code", text: place) }
      }
      html.element("dt", text: group.findings.count == 1 ? "rule" : "rules")
      for (finding, _) in group.findings { html.element("dd") { writeRule(of: finding, &$0) } }
    }
  }

  private func writeChange(_ html: inout HTMLWriter) {
    let replacements = finding.shownReplacements
    if replacements.isEmpty { return }
    html.line("figure", ["class": "excerpt change"]) { html in
      html.element("figcaption", text: "What check --fix changes")
      html.element("pre") { html in
        html.element("code") { html in
          for (mark, text) in replacements.flatMap(\.lines).prefix(Self.mostChangedLines) {
            html.line(mark == "-" ? "del" : "ins", ["class": "row"]) { html in
              html.element("span", ["class": "gutter"], text: String(mark))
              html.text(" ")
              html.element("span", ["class": "text"], text: text.shortened(to: PropertyListExcerpt.mostCharacters))
            }
          }
        }
      }
    }
  }

  private static let mostChangedLines = 40

  private func writeRule(of finding: Finding, _ html: inout HTMLWriter) {
    if let target = documentation.anchor(of: finding.rule) {
      html.element("a", ["class": "id", "href": "#" + target]) { $0.dottedText(finding.rule) }
    } else {
      html.element("span", ["class": "id"]) { $0.dottedText(finding.rule) }
    }
    let declared = RulePlace.declared(finding)
    if !declared.isEmpty { html.element("small", text: declared) }
    if documentation.anchor(of: finding.rule) == nil, let help = finding.help {
      html.text(" ")
      html.linkedText(help)
    }
  }

  private func write(_ waiver: AppliedWaiver, _ html: inout HTMLWriter) {
    html.line("p", ["class": waiver.isExpired ? "waiver expired" : "waiver"]) { html in
      html.element(
        "strong",
        text: waiver.isExpired ? "Waiver expired on \(waiver.expires)" : "Waived until \(waiver.expires)")
      html.text(" \(waiver.owner): \(waiver.because)")
      html.element("small", text: "\(waiver.declared.file):\(waiver.declared.line)")
    }
  }
}

/// A state in words, with a sign and a color that only repeat it.
struct Badge {
  let style: String
  let text: String
  let sign: String

  func write(to html: inout HTMLWriter) {
    html.element("span", ["class": "badge " + style]) { html in
      html.element("span", ["aria-hidden": "true"], text: sign)
      html.text(" " + text)
    }
  }
}

extension Severity {
  var badge: Badge { Badge(style: rawValue, text: rawValue, sign: sign) }

  var sign: String {
    switch self {
    case .error: "✕"
    case .warning: "▲"
    case .note: "●"
    }
  }
}

/// Anchors of the findings of a bundle, made of fingerprints so that they are stable across reports.
struct FindingAnchors {
  private let prefix: String
  private var seen: [String: Int] = [:]

  /// - Parameter prefix: The anchor of the bundle, because findings of two bundles may share a fingerprint.
  init(prefix: String) { self.prefix = prefix }

  /// Returns the anchor of the next finding. If its fingerprint was there before, the anchor has a number.
  mutating func anchor(of finding: Finding) -> String {
    let fingerprint = finding.fingerprint
    let count = seen[fingerprint, default: 0] + 1
    seen[fingerprint] = count
    return "\(prefix)-\(fingerprint)" + (count > 1 ? "-\(count)" : "")
  }
}

extension SourceReplacement {
  var lines: [(mark: Character, text: String)] {
    func lines(_ text: String, _ mark: Character) -> [(mark: Character, text: String)] {
      var lines = text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0) }
      // Drop blank lines at both ends.
      while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
      while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
      return lines.map { (mark, $0) }
    }
    return lines(deleted, "-") + lines(inserted, "+")
  }
}

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
    let (element, sign): (StaticString, String) =
      switch line.mark {
      case .found: ("mark", "▸")
      case .missing: ("ins", "+")
      case .context, .omission: ("span", " ")
      }
    html.element(element, ["class": "row"]) { html in
      html.element("span", ["class": "gutter"], text: (line.number.map(String.init) ?? "") + " " + sign)
      html.text(" ")
      html.element("span", ["class": "text"]) { html in
        if line.isCutAtStart { html.element("b", text: "…") }
        html.text(line.text)
        if line.isCutAtEnd { html.element("b", text: "…") }
        if line.mark == .missing { html.element("em", text: "missing") }
      }
    }
  }
}

/// Findings of one or several rules about one fact: they have the same place and message, and are all accepted or all open.
struct FindingGroup {
  private struct Fact: Hashable {
    let file: String?
    let keyPath: String?
    let isMissing: Bool
    let line: Int?
    let column: Int?
    let message: String
    let isBaselined: Bool
    let waiver: AppliedWaiver?

    init(_ finding: Finding) {
      file = finding.file
      keyPath = finding.keyPath
      isMissing = finding.isMissing
      line = finding.line
      column = finding.column
      message = finding.message
      isBaselined = finding.isBaselined
      waiver = finding.waiver
    }
  }

  /// The findings, each of another rule, the worst first.
  private(set) var findings: [(finding: Finding, anchor: String)]

  var first: Finding { findings[0].finding }

  static func groups(_ findings: some Sequence<Finding>, _ anchors: inout FindingAnchors) -> [FindingGroup] {
    var groups: [FindingGroup] = []
    var places: [Fact: Int] = [:]
    for finding in findings {
      let anchor = anchors.anchor(of: finding)
      let fact = Fact(finding)
      if let place = places[fact], groups[place].findings.allSatisfy({ $0.finding.rule != finding.rule }) {
        groups[place].add(finding, anchor)
      } else {
        places[fact] = groups.count
        groups.append(FindingGroup(findings: [(finding, anchor)]))
      }
    }
    return groups
  }

  private mutating func add(_ finding: Finding, _ anchor: String) {
    let place = findings.firstIndex { $0.finding.severity < finding.severity } ?? findings.count
    findings.insert((finding, anchor), at: place)
  }

  func texts(_ text: (Finding) -> String?) -> [String] {
    findings.compactMap { text($0.finding) }.unique(by: \.self)
  }
}
