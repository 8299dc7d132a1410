import BuildRecords

/// The rows of a product and its nested bundles, from which follows which build contained which nested bundle.
///
/// A nested bundle that is the same in several builds has one row. It is part of the build that it was recorded with
/// and of each later build of the product for that platform, up to the build that brought another row of the nested
/// bundle, or that was recorded without it.
struct ProductRows {
  private struct Product {
    let sequence: Int64
    let platform: String?
  }

  private struct Part {
    let key: BundleKey
    let sequence: Int64
  }

  private let products: [Product]
  private let parts: [Part]
  private let marks: [Int64: [(sequence: Int64, kind: BuildMark.Kind)]]
  private let rows: [BundleKey: [Int64]]

  /// Reads the builds that passed, in the caller's transaction.
  init(of product: String, from ledger: Ledger, in database: any LedgerDatabase) throws(LedgerError) {
    var (products, parts): ([Product], [Part]) = ([], [])
    var marks: [Int64: [(sequence: Int64, kind: BuildMark.Kind)]] = [:]
    try database.run(
      """
      SELECT sequence, identifier, path, platform, mark, target FROM builds WHERE product = $1 AND verdict = 'pass' \
      ORDER BY sequence
      """, [.text(product)]
    ) { values throws(LedgerError) in
      guard values.count == 6, let sequence = values[0].integer, let identifier = values[1].text,
        let path = values[2].text
      else { throw ledger.damagedRow(values) }
      if let target = values[5].integer {
        if let kind = values[4].text.flatMap({ BuildMark.Kind(rawValue: $0) }) {
          marks[target, default: []].append((sequence, kind))
        }
      } else if path.isEmpty {
        products.append(Product(sequence: sequence, platform: values[3].text))
      } else {
        parts.append(Part(key: BundleKey(product: product, identifier: identifier, path: path), sequence: sequence))
      }
      return true
    }
    (self.products, self.parts, self.marks) = (products, parts, marks)
    rows = Dictionary(grouping: parts, by: \.key).mapValues { $0.map(\.sequence) }
  }

  private func isWithdrawn(_ sequence: Int64) -> Bool { marks[sequence]?.contains { $0.kind.isWithdrawal } ?? false }

  private func isShipped(_ sequence: Int64) -> Bool { BuildMark.Kind.isShipped((marks[sequence] ?? []).map(\.kind)) }

  /// The build that a row was recorded with.
  private func owner(of sequence: Int64) -> Product? {
    let later = products.partitionPoint { $0.sequence >= sequence }
    return later > 0 ? products[later - 1] : nil
  }

  /// The first build that the row of a nested bundle is no longer part of; nil if there is none.
  private func end(of part: Part) -> Int64? {
    let rows = rows[part.key] ?? []
    let next = rows[rows.partitionPoint { $0 > part.sequence }...].first
    let drop = marks[part.sequence]?.first { $0.kind == .dropped }?.sequence
    return [next, drop].compactMap { $0.flatMap { owner(of: $0)?.sequence } }.min()
  }

  /// The other builds that the row of a nested bundle is part of; nil if it is not part of `build`.
  private func others(thanBuild build: Product, of part: Part) -> [Int64]? {
    guard let first = owner(of: part.sequence), first.sequence <= build.sequence, first.platform == build.platform
    else { return nil }
    let end = end(of: part) ?? .max
    guard build.sequence < end else { return nil }
    let start = products.partitionPoint { $0.sequence >= first.sequence }
    return products[start...].prefix { $0.sequence < end }.filter { $0.platform == first.platform }.map(\.sequence)
      .filter { $0 != build.sequence }
  }

  /// The rows of nested bundles that get the mark of their product's build. A nested bundle is withdrawn with the
  /// last build that contains it, shipped with the first, and not shipped any more with the last that is.
  func parts(of build: Int64, for kind: BuildMark.Kind) -> [Int64] {
    guard let build = products.first(where: { $0.sequence == build }) else { return [] }
    return parts.filter { part in
      guard let others = others(thanBuild: build, of: part) else { return false }
      switch kind {
      case .withdrawn, .freed: return !isWithdrawn(part.sequence) && others.allSatisfy(isWithdrawn)
      case .shipped: return !isShipped(part.sequence)
      case .unshipped: return isShipped(part.sequence) && !others.contains(where: isShipped)
      case .labeled, .dropped: return false
      }
    }.map(\.sequence)
  }

  /// The rows of nested bundles that are in the last build for a platform before the row `build`, but not among
  /// `kept`.
  func dropped(by build: Int64, platform: String?, keeping kept: Set<BundleKey>) -> [Int64] {
    rows.compactMap { key, rows in
      guard let last = rows.last, last < build, !kept.contains(key), !isWithdrawn(last),
        end(of: Part(key: key, sequence: last)) == nil, owner(of: last)?.platform == platform
      else { return nil }
      return last
    }.sorted()
  }
}
