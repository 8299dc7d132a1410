import Basics
import BuildRecords
import LedgerViews
import Presentation
import PropertyLists
import Reports

struct BundleSection {
  private static let mostOpen = 3
  /// The most bundles whose rules are all listed. With more, rules that passed or did not apply are only counted.
  private static let mostOutcomes = 20
  /// The most bundles whose excerpts are shown whole. With more, only the lines next to the place are shown.
  private static let mostWholeExcerpts = 100

  let bundle: BundleReport
  let entry: ContentsEntry
  let documentation: RuleDocumentation

  private var anchor: String { entry.anchor }

  func write(to html: inout HTMLWriter) {
    html.line("section", ["class": "bundle", "id": anchor, "aria-labelledby": anchor + "-title"]) { html in
      html.newLine()
      writeTop(&html)
      if !bundle.errors.isEmpty {
        ProblemList(problems: bundle.errors).write(in: "div", "h3", "Could not be checked", to: &html)
      }
      if bundle.findings.isEmpty, bundle.errors.isEmpty {
        html.line("p", ["class": "nothing"], text: "No findings.")
      }
      writeFindings(&html)
      writeNestedMeasures(&html)
      if let history = bundle.history { write(history, &html) }
      if !bundle.rules.isEmpty {
        RuleOutcomes(rules: bundle.rules, isShort: entry.number > Self.mostOutcomes).write(to: &html)
      }
    }
  }

  // MARK: What it is

  private func writeTop(_ html: inout HTMLWriter) {
    html.line("div", ["class": "top"]) { html in
      if case .picture(let picture)? = bundle.icon {
        // The text beside it names the bundle.
        html.empty(
          "img",
          [
            "class": "icon", "alt": "", "width": "72", "height": "72",
            "title": "\(picture.file), \(picture.width) × \(picture.height) pixels",
            "src": "data:image/png;base64," + Base64.encode(picture.png),
          ])
      }
      html.element("div") { html in
        html.element("h2", ["id": anchor + "-title"], text: bundle.path)
        html.element("p", ["class": "outcome"]) { html in
          bundle.verdict.write(to: &html)
          html.text(" " + VerdictLine.findings(entry.counts, GroupedCount.text))
          if !bundle.errors.isEmpty {
            html.text("; \(GroupedCount.text(bundle.errors.count, "part", "parts")) could not be checked")
          }
          html.element("small", ["class": "shown"]) { _ in }
        }
        html.element("dl", ["class": "identity"]) { html in
          for (name, text, isPlain) in identity {
            html.element("div", isPlain ? ["class": "plain"] : [:]) { html in
              html.element("dt", text: name)
              html.element("dd") { $0.dottedText(text) }
            }
          }
        }
        if case .none(let reason?)? = bundle.icon {
          html.element("p", ["class": "no-icon"], text: "No icon is shown: \(reason).")
        }
      }
    }
  }

  /// The version of the bundle, or of the first nested bundle that has one.
  static func version(of bundle: BundleReport) -> String? {
    let build = bundle.builds.first { $0.path.isEmpty }
    return build?.info["CFBundleVersion"] == nil
      ? bundle.builds.first { $0.info["CFBundleVersion"] != nil }?.version : build?.version
  }

  /// The names and values. Plain values are recognized without their names.
  private var identity: [(String, String, isPlain: Bool)] {
    let build = bundle.builds.first { $0.path.isEmpty }
    var facts: [(String, String?)] = [
      ("name", build?.text("CFBundleName")), ("identifier", bundle.identifier), ("version", Self.version(of: bundle)),
      ("kind", bundle.kind), ("platform", bundle.platform),
    ]
    let measures = build.map(MeasureLine.lines) ?? []
    if let size = bundle.size, !measures.contains(where: { $0.name == "install-size" }) {
      facts.append(("size", MeasureText.text(size, of: "install-size")))
    }
    facts += measures.map { ($0.name, $0.text) }
    return facts.compactMap { name, text in
      text.map {
        (name, ColumnText.shortened($0, to: 200), ["identifier", "version", "kind", "platform", "size"].contains(name))
      }
    }
  }

  // MARK: What was found

  private func writeFindings(_ html: inout HTMLWriter) {
    var anchors = FindingAnchors(prefix: anchor)
    var parts: [(own: ArraySlice<Finding>, groups: [FindingGroup], worst: Severity?)] = []
    // Findings are sorted by bundle.
    var rest = bundle.findings[...]
    while let first = rest.first {
      let own = rest.prefix { $0.bundle == first.bundle }
      rest = rest[own.endIndex...]
      parts.append((own, FindingGroup.groups(own, &anchors), own.lazy.filter(\.isOpen).map(\.severity).max()))
    }
    // The worst first, so that an error of a nested bundle is not below the notes of the others.
    let severities: [Severity] = [.error, .warning, .note]
    for part in (severities + [nil]).flatMap({ worst in parts.filter { $0.worst == worst } }) {
      guard let first = part.own.first else { continue }
      let articles = severities.flatMap { severity in part.groups.filter { $0.first.severity == severity } }.map {
        FindingArticle(
          group: $0, bundle: bundle, documentation: documentation, isShort: entry.number > Self.mostWholeExcerpts)
      }
      html.line("div", ["class": "group"]) { html in
        html.line("h3", parts.count == 1 && first.bundle.isEmpty ? ["class": "unseen"] : [:]) { html in
          html.text(first.bundle.isEmpty ? "In the bundle itself" : ColumnText.shortened(first.bundle, to: 400))
          html.element("small", text: heading(first, part.own))
        }
        for article in articles where article.isOpen { article.write(to: &html) }
        let settled = articles.filter { !$0.isOpen }
        if !settled.isEmpty {
          html.element(
            "details", settled.count <= Self.mostOpen ? ["class": "settled", "open": ""] : ["class": "settled"]
          ) {
            html in
            html.element("summary") { html in
              html.text(GroupedCount.text(settled.count, "accepted finding", "accepted findings"))
              html.element("small", ["class": "shown"]) { _ in }
            }
            for article in settled { article.write(to: &html) }
          }
        }
      }
    }
  }

  private func heading(_ first: Finding, _ own: ArraySlice<Finding>) -> String {
    let counts = VerdictLine.findings(ReportSummary(own), GroupedCount.text)
    if first.bundle.isEmpty { return counts }
    let version = bundle.builds.first { $0.path == first.bundle }?.version
    return ([first.bundleName, version ?? "", counts].filter { !$0.isEmpty }).joined(separator: " · ")
  }

  private func writeNestedMeasures(_ html: inout HTMLWriter) {
    let builds = bundle.builds.filter { !$0.path.isEmpty && !$0.details.measures.isEmpty }
    if builds.isEmpty { return }
    html.line("details", ["class": "outcomes"]) { html in
      html.line("summary", text: "Measures of \(GroupedCount.text(builds.count, "nested bundle", "nested bundles"))")
      for build in builds {
        html.element("h3", text: ColumnText.shortened(build.path, to: 400))
        html.list(MeasureLine.lines(of: build).map { ($0.name, $0.text) })
      }
    }
  }

  private func write(_ history: ProductHistory, _ html: inout HTMLWriter) {
    html.line("div", ["class": "group history"]) { html in
      html.line("h3") { html in
        html.text("Builds in the ledger")
        html.element("small") { $0.dottedText(ColumnText.shortened(history.identifier, to: 120)) }
      }
      if let failure = history.failure {
        html.element("p", ["class": "waiver expired"]) { html in
          html.element("strong", text: "The ledger could not be read completely")
          html.text(" " + failure)
        }
      }
      if history.builds.isEmpty {
        html.element("p", ["class": "note"], text: "The ledger has no builds of this bundle yet.")
      } else {
        let series = LedgerSeries(
          identifier: history.identifier, platform: history.platform, builds: history.builds)
        LedgerFigure(series: series, isLarge: true, limit: history.builds.count).write(to: &html)
        if history.total > history.builds.count {
          html.element(
            "p", ["class": "note"],
            text:
              "The newest \(GroupedCount.text(history.builds.count)) of \(GroupedCount.text(history.total)) are shown.")
        }
      }
    }
  }
}

extension BuildFacts {
  fileprivate func text(_ key: String) -> String? { info[key] ?? nil }

  /// `1.2 (34)`, or nil if there is neither.
  fileprivate var version: String? {
    let parts = [text("CFBundleShortVersionString"), text("CFBundleVersion").map { "(\($0))" }].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}

/// The results of the rules on one bundle, folded because there are hundreds.
struct RuleOutcomes {
  private static let words: [(status: RuleResult.Status, title: String)] = [
    (.error, "could not be evaluated"), (.fail, "with findings"), (.waived, "waived"), (.baselined, "baselined"),
    (.pending, "not evaluated yet"), (.pass, "passed"), (.notApplicable, "not applicable"),
  ]

  let rules: [RuleResult]
  /// Whether rules that passed or did not apply are counted instead of listed.
  var isShort = false

  func write(to html: inout HTMLWriter) {
    let groups = Self.words.map { status, title in (title: title, rules: rules.filter { $0.status == status }) }
      .filter { !$0.rules.isEmpty }
    html.line("details", ["class": "outcomes"]) { html in
      let counts = groups.map { "\(GroupedCount.text($0.rules.count)) \($0.title)" }.joined(separator: ", ")
      html.line("summary", text: "Rules: \(counts)")
      for group in groups {
        if isShort, group.rules.allSatisfy({ [.pass, .notApplicable].contains($0.status) }) { continue }
        html.element("h3", text: group.title.prefix(1).uppercased() + group.title.dropFirst())
        html.list(group.rules.map { ($0.id, $0.reason) })
      }
    }
  }
}

extension HTMLWriter {
  fileprivate mutating func list(_ items: [(name: String, text: String?)]) {
    line("ul") { html in
      for (name, text) in items {
        html.element("li") { html in
          html.element("code", text: name)
          if let text { html.text(": " + text) }
        }
      }
    }
  }
}
