/// How much of each bundle a page shows, so that the page of a large ledger stays small: the more charts, the less in each.
struct LedgerPageBudget {
  /// Points in the chart of a product.
  let points: Int
  /// Points in the chart of a bundle inside.
  let nestedPoints: Int
  /// Rows below the chart of a product.
  let rows: Int
  /// Rows below the chart of a bundle inside.
  let nestedRows: Int
  /// Charts of bundles inside, for each product.
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
