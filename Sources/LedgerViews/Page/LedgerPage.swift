internal import Basics
package import BuildRecords
import Presentation
package import ReleaseLedger

/// The release ledger as a page for browsers: one file without scripts or external resources, which can be printed.
///
/// For each product and platform, and for each nested bundle, a chart shows the builds over time, by the rank of their build numbers; a
/// table below it lists the last builds.
package struct LedgerPage: Sendable {
  /// The most products with a chart. Those with the newest builds have one.
  static let mostProducts = 40
  static let mostListed = 500

  private let location: String
  private let extent: LedgerExtent?
  private let total: Int?

  /// Makes the format for a ledger. The page shows the location without passwords.
  /// - Parameters:
  ///   - extent: All rows of the ledger, if they are known.
  ///   - total: The number of builds without a limit, if it is known.
  package init(of location: LedgerLocation, _ extent: LedgerExtent? = nil, total: Int? = nil) {
    (self.location, self.extent, self.total) = (location.shown, extent, total)
  }

  /// Returns the page in UTF-8. The result does not depend on the order of the builds.
  package func render(_ builds: [RecordedBuild]) -> [UInt8] {
    let products = LedgerProduct.all(in: builds)
    let newest = products.indices.sorted { products[$0].last > products[$1].last }
    let charted = newest.prefix(Self.mostProducts).sorted()
    let budget = LedgerPageBudget(charted.map { products[$0] })
    var html = HTMLWriter()
    html.page(
      title: "Release ledger: \(ColumnText.shortened(location, to: 80))",
      policy: "default-src 'none'; style-src 'unsafe-inline'", styles: EmbeddedText.pageCss
    ) { html in
      writeHeader(builds, products, &html)
      html.line("main") { html in
        if builds.isEmpty { html.element("p", ["class": "empty"], text: "This ledger has no builds yet.") }
        if products.count > 1 || products.contains(where: { $0.products.count > 1 }) {
          let listed = newest.prefix(Self.mostListed).sorted()
          LedgerOverview(products: products, listed: listed, charted: charted).write(to: &html)
        }
        for position in charted {
          LedgerSection(product: products[position], anchor: Self.anchor(position), budget: budget).write(to: &html)
        }
      }
      if !builds.isEmpty { writeFooter(&html) }
    }
    return html.bytes
  }

  /// The anchor of a product's section: its position, because identifiers may contain any characters.
  static func anchor(_ position: Int) -> String { "p\(position + 1)" }

  private func writeHeader(_ builds: [RecordedBuild], _ products: [LedgerProduct], _ html: inout HTMLWriter) {
    html.line("header") { html in
      html.element("h1", text: "Release ledger")
      html.line("p", ["class": "location"]) { $0.element("code", text: ColumnText.shortened(location, to: 400)) }
      guard let first = builds.map(\.time).min(), let last = builds.map(\.time).max() else { return }
      html.element("dl", ["class": "facts"]) { html in
        func fact(_ name: String, _ value: String, _ note: String? = nil) {
          html.line("div") { html in
            html.element("dt", text: name)
            html.element("dd") { html in
              html.text(value)
              if let note { html.element("small", text: note) }
            }
          }
        }
        func builds(_ name: String, _ series: [LedgerSeries]) {
          let builds = series.flatMap(\.builds)
          // The text begins with the number.
          let outcomes = LedgerSeries.outcomes(of: builds).drop { $0 != ":" }.dropFirst(2)
          fact(name, GroupedCount.text(builds.count), String(outcomes))
        }
        let (outer, inner) = (products.flatMap(\.products), products.flatMap(\.nested))
        builds("Builds", outer)
        if !inner.isEmpty { builds("Nested bundles", inner) }
        fact("Products", GroupedCount.text(products.count))
        fact("First day", BuildTime(milliseconds: first).day)
        fact("Last day", BuildTime(milliseconds: last).day)
      }
      if let extent { write(extent, &html) }
      if let total, total > builds.count {
        html.element(
          "p", ["class": "note"],
          text: "The last \(GroupedCount.text(builds.count)) of \(GroupedCount.text(total)) builds are on this page.")
      }
    }
  }

  /// As `ledger verify` prints it. The head allows comparing a page found elsewhere with the ledger.
  private func write(_ extent: LedgerExtent, _ html: inout HTMLWriter) {
    html.line("dl", ["class": "newest"]) { html in
      html.element("dt", text: "The whole ledger, with nested bundles and later marks of builds")
      html.element("dd") { html in
        html.text(GroupedCount.text(Int(extent.rows), "row", "rows"))
        if let head = extent.head {
          html.text(", head ")
          html.element("code", text: "sha256:" + Hexadecimal.text(of: head))
        }
      }
    }
  }

  private func writeFooter(_ html: inout HTMLWriter) {
    html.line("footer") { html in
      html.element("h2", text: "How to read this")
      html.element(
        "p",
        text: """
          All times are UTC, from the clock of the machine that recorded the build. A chart places each build at the height of its build number \
          (CFBundleVersion) in the order of versions: if each is higher than the one before, the line only rises from left \
          to right. A notch is a passing build with a lower number than an earlier build. A hotfix of an earlier release causes one \
          and is harmless; without a hotfix, find out what happened. Build numbers that are not versions are drawn above the highest \
          version recorded before them. The number of a failed build can be used again. Later builds are not compared with failed and \
          withdrawn ones, which the line leaves out. The chart of a measure, such as the install size, runs from its lowest to its highest \
          value, not from zero.
          """)
      html.element(
        "p",
        text: """
          Contents are identified by the first digits of their SHA-256 digest. Accepted findings are listed after the check: how \
          many waivers covered findings, and how many rules have findings in a baseline.
          """)
      html.element("p") { html in
        html.text("To verify that the ledger still contains what this page shows, use the head above: ")
        html.element("code", text: "bundlepolicy ledger verify --head HASH")
        html.text(".")
      }
    }
  }
}

struct LedgerSection {
  let product: LedgerProduct
  let anchor: String
  let budget: LedgerPageBudget

  func write(to html: inout HTMLWriter) {
    html.line("section", ["id": anchor, "aria-labelledby": anchor + "-title"]) { html in
      html.line("h2", ["id": anchor + "-title"]) { html in
        html.dottedText(ColumnText.shortened(product.identifier, to: 200))
      }
      for series in product.products {
        html.line("article") { html in
          html.element("h3", text: series.shownPlatform ?? "Unknown platform")
          let figure = LedgerFigure(series: series, isLarge: true, limit: budget.points)
          figure.write(to: &html)
          figure.writeMeasures(to: &html)
          LedgerTable(series: series, most: budget.rows).write(to: &html)
        }
      }
      if !product.nested.isEmpty { writeNested(&html) }
    }
  }

  private func writeNested(_ html: inout HTMLWriter) {
    // Without a chart, the product would seem empty.
    html.element("details", product.products.isEmpty ? ["open": ""] : [:]) { html in
      html.line("summary", text: GroupedCount.text(product.nested.count, "nested bundle", "nested bundles"))
      html.element("div", ["class": "nested"]) { html in
        for series in product.nested.prefix(budget.nestedCharts) {
          html.line("article") { html in
            html.element("h3") { html in
              html.dottedText(ColumnText.shortened(series.identifier, to: 120))
              if let platform = series.shownPlatform { html.element("small", text: platform) }
            }
            LedgerFigure(series: series, isLarge: false, limit: budget.nestedPoints).write(to: &html)
            LedgerTable(series: series, most: budget.nestedRows).write(to: &html)
          }
        }
      }
      let rest = product.nested.count - budget.nestedCharts
      if rest > 0 { html.element("p", ["class": "note"], text: "\(GroupedCount.text(rest)) more are not shown here.") }
    }
  }
}

/// Limits for each bundle, so that the page of a large ledger stays small: the more charts, the less in each.
struct LedgerPageBudget {
  let points: Int
  let nestedPoints: Int
  let rows: Int
  let nestedRows: Int
  let nestedCharts: Int

  init(_ products: [LedgerProduct]) {
    let charts = max(1, products.reduce(0) { $0 + $1.products.count })
    nestedCharts = max(2, 60 / max(1, products.count))
    let nested = max(1, products.reduce(0) { [nestedCharts] in $0 + min($1.nested.count, nestedCharts) })
    points = min(600, max(60, 2400 / charts))
    nestedPoints = min(120, max(24, 1200 / nested))
    rows = min(50, max(10, 400 / charts))
    nestedRows = min(10, max(3, 200 / nested))
  }
}
