/// What is to be said about a recorded build.
package struct MarkRequest: Hashable, Sendable {
  /// What is said. Withdrawing a build anew to free its number is another request than withdrawing it.
  package let kind: BuildMark.Kind
  /// Why; for withdrawals.
  package var reason: String?
  /// Labels for the build, sorted by name.
  package var labels: [BuildEntry.Label]

  /// Makes a request.
  package init(_ kind: BuildMark.Kind, because reason: String? = nil, labels: [BuildEntry.Label] = []) {
    (self.kind, self.reason, self.labels) = (kind, reason, labels)
  }
}

/// What became of a request.
package struct LedgerMarking: Hashable, Sendable {
  /// The build with all its marks, the new one among them.
  package let build: RecordedBuild
  /// The row that was added for the build; nil when an earlier row says the same.
  package let mark: RecordedBuild?
  /// The rows that were added for bundles nested in the build.
  package let ofParts: [RecordedBuild]
}

extension Ledger {
  /// Adds rows that say something about the build in row `sequence`, and about the bundles nested in it: all of them, or none. What the
  /// ledger says already is not added again.
  ///
  /// Only a product that passed can be withdrawn or shipped, with the bundles nested in it; any build can be labeled. A nested bundle is
  /// withdrawn when every build that may contain it is: see `parts`.
  ///
  /// Throws `failed` when there is no such row, `refused` when the build can't have the mark, and `schema` for a ledger whose tables
  /// have no room for marks.
  package func mark(
    _ sequence: Int64, _ request: MarkRequest, tool: String, time: Int64
  ) throws(LedgerError) -> LedgerMarking {
    try LedgerSchema.checkMarks(identity.version, shown: location.shown)
    return try write { database throws(LedgerError) in
      var last = try lastRow(in: database)
      var build = try marked([try soundBuild(sequence, in: database)], in: database)[0]
      try check(build, for: request)
      guard let wanted = news(request, of: build) else { return LedgerMarking(build: build, mark: nil, ofParts: []) }
      func add(_ request: MarkRequest, to build: RecordedBuild) throws(LedgerError) -> RecordedBuild {
        var entry = build.entry
        (entry.policies, entry.waivers, entry.info, entry.entitlements) = ([], [], [], nil)
        (entry.tool, entry.labels) = (tool, request.labels)
        entry.mark = BuildMark(request.kind, of: build.sequence, because: request.reason)
        try RowLimits.check(entry)
        let row = try self.add(entry, after: last, time: time, to: database)
        last = row
        return row
      }
      let mark = try add(wanted, to: build)
      build.marks.append(mark)
      var ofParts: [RecordedBuild] = []
      if wanted.kind != .labeled {
        var request = wanted
        request.labels = []
        // Numbers of parts are not taken.
        if request.kind == .freed { request = MarkRequest(.withdrawn, because: request.reason) }
        for part in try parts(of: build, for: request.kind, in: database) { ofParts.append(try add(request, to: part)) }
      }
      return LedgerMarking(build: build, mark: mark, ofParts: ofParts)
    }
  }

  private func check(_ build: RecordedBuild, for request: MarkRequest) throws(LedgerError) {
    let (entry, row) = (build.entry, "row #\(build.sequence)")
    func refusal(_ message: String, _ hint: String?) -> LedgerError {
      LedgerError(.refused, message, file: location.shown, hint: hint)
    }
    if let mark = entry.mark {
      throw refusal(
        "\(row) does not record a build; it says something about row #\(mark.target)", "name row #\(mark.target)")
    }
    if request.kind == .labeled { return }
    let word = request.kind.isWithdrawal ? "withdrawn" : "marked as shipped"
    if !entry.isProduct {
      throw refusal(
        "\(row) is a bundle nested in '\(entry.product)', which cannot be \(word) by itself",
        "name the row of the product; its nested bundles follow")
    }
    if entry.verdict == .fail {
      throw refusal(
        "\(row) failed its check, so it cannot be \(word)",
        request.kind.isWithdrawal ? "nothing to do: no build is compared with it, and its number is free" : nil)
    }
    if request.kind.isWithdrawal, let shipment = build.shipment {
      throw refusal(
        "\(row) was marked as shipped by row #\(shipment.sequence), so it cannot be withdrawn",
        "users may have it, so later builds must stay above it; label it instead with 'bundlepolicy ledger label'")
    }
    if request.kind == .shipped, let withdrawal = build.withdrawal {
      throw refusal(
        "\(row) was withdrawn by row #\(withdrawal.sequence), so it cannot be marked as shipped", "ship another build")
    }
  }

  /// What a request adds to what the ledger says of a build; nil when that is nothing.
  private func news(_ request: MarkRequest, of build: RecordedBuild) -> MarkRequest? {
    var request = request
    let known = build.labels
    request.labels.removeAll(where: known.contains)
    switch request.kind {
    case .withdrawn: return build.withdrawal == nil ? request : nil
    case .freed: return build.isNumberFree ? nil : request
    case .labeled: return request.labels.isEmpty ? nil : request
    case .shipped:
      if build.shipment == nil { return request }
      return request.labels.isEmpty ? nil : MarkRequest(.labeled, labels: request.labels)
    }
  }

  // MARK: Nested bundles

  /// The rows of nested bundles that get the mark of their product's build.
  ///
  /// A nested bundle that is the same in several builds has one row, so a row may be part of its own build and of each later build of
  /// the product for that system, up to that which brought another row of the nested bundle. It is shipped with the first of these that
  /// is, and withdrawn with the last that was not.
  private func parts(
    of build: RecordedBuild, for kind: BuildMark.Kind, in database: any LedgerDatabase
  ) throws(LedgerError) -> [RecordedBuild] {
    struct Part: Hashable {
      let key: BundleKey
      let sequence: Int64
    }
    let product = build.entry.product
    var products: [(sequence: Int64, platform: String?)] = []
    var parts: [Part] = []
    var marks: [Int64: [BuildMark.Kind]] = [:]
    try database.run(
      """
      SELECT sequence, identifier, path, platform, mark, target FROM builds WHERE product = $1 AND verdict = 'pass' \
      ORDER BY sequence
      """, [.text(product)]
    ) { values throws(LedgerError) in
      guard values.count == 6, let sequence = values[0].integer, let identifier = values[1].text,
        let path = values[2].text
      else { throw damagedRow(values) }
      if let target = values[5].integer {
        if let kind = values[4].text.flatMap({ BuildMark.Kind(rawValue: $0) }) {
          marks[target, default: []].append(kind)
        }
      } else if path.isEmpty {
        products.append((sequence, values[3].text))
      } else {
        parts.append(Part(key: BundleKey(product: product, identifier: identifier, path: path), sequence: sequence))
      }
      return true
    }
    let isWithdrawal = kind.isWithdrawal
    func has(_ sequence: Int64) -> Bool {
      marks[sequence]?.contains { isWithdrawal ? $0.isWithdrawal : $0 == kind } ?? false
    }
    let later = Dictionary(grouping: parts, by: \.key).mapValues { $0.map(\.sequence) }
    var found: [Int64] = []
    let next = products.first { $0.sequence > build.sequence }?.sequence ?? .max
    // The build that a row was recorded with.
    func owner(of part: Int64) -> (sequence: Int64, platform: String?)? { products.last { $0.sequence < part } }
    for part in parts where part.sequence < next && !has(part.sequence) {
      let end = later[part.key]?.first { $0 > part.sequence }.flatMap { owner(of: $0)?.sequence } ?? .max
      guard end > build.sequence, let first = owner(of: part.sequence), first.platform == build.entry.platform
      else { continue }
      let carriers = products.filter {
        $0.sequence >= first.sequence && $0.sequence < end && $0.platform == first.platform
      }
      guard carriers.contains(where: { $0.sequence == build.sequence }) else { continue }
      if isWithdrawal {
        guard carriers.allSatisfy({ $0.sequence == build.sequence || has($0.sequence) }) else { continue }
      }
      found.append(part.sequence)
    }
    var rows: [RecordedBuild] = []
    for number in found { rows.append(try soundBuild(number, in: database)) }
    return rows
  }
}
