package import BuildRecords

package struct MarkRequest: Hashable, Sendable {
  /// The kind of mark, other than `dropped`, which only the program itself sets. Freeing the number of a withdrawn
  /// build is a request of its own.
  package let kind: BuildMark.Kind
  /// The reason; required for withdrawals, and for taking back shipments.
  package var reason: String?
  package var labels: [BuildEntry.Label]

  package init(_ kind: BuildMark.Kind, because reason: String? = nil, labels: [BuildEntry.Label] = []) {
    (self.kind, self.reason, self.labels) = (kind, reason, labels)
  }
}

package struct LedgerMarking: Hashable, Sendable {
  package let build: RecordedBuild
  /// The row that was added for the build; nil if an earlier row says the same.
  package let mark: RecordedBuild?
  package let ofParts: [RecordedBuild]
}

extension Ledger {
  /// Adds rows that mark the build in row `sequence` and its nested bundles: all rows, or none. A mark that exists is
  /// not added again.
  ///
  /// Only a product that passed can be withdrawn or shipped, together with its nested bundles; any build can be
  /// labeled. A nested bundle is withdrawn when every build that may contain it is: see `parts`.
  ///
  /// Throws `failed` if there is no such row, `refused` if the build cannot have the mark, and `schema` for a ledger
  /// whose tables have no room for marks.
  package func mark(
    _ sequence: Int64, _ request: MarkRequest, tool: String, time: Int64
  ) throws(LedgerError) -> LedgerMarking {
    try LedgerSchema.checkMarks(identity.version, of: request.kind.schema, shown: location.shown)
    return try write { database throws(LedgerError) in
      var last = try lastRow(in: database)
      var build = try marked([try intactBuild(sequence, in: database)], in: database)[0]
      try check(build, for: request)
      guard let wanted = unrecordedPart(request, of: build) else {
        return LedgerMarking(build: build, mark: nil, ofParts: [])
      }
      func add(_ request: MarkRequest, to build: RecordedBuild) throws(LedgerError) -> RecordedBuild {
        var entry = build.entry(of: BuildMark(request.kind, of: build.sequence, because: request.reason), tool: tool)
        entry.labels = request.labels
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
        // Parts do not take numbers.
        if request.kind == .freed { request = MarkRequest(.withdrawn, because: request.reason) }
        let rows = try ProductRows(of: build.entry.product, from: self, in: database)
        for part in rows.parts(of: build.sequence, for: request.kind) {
          ofParts.append(try add(request, to: try intactBuild(part, in: database)))
        }
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
    let word = request.kind.isWithdrawal ? "withdrawn" : request.kind == .shipped ? "marked as shipped" : "changed"
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
        "users may have it, so later builds must stay above it; if it was not shipped, take that back first: "
          + "bundlepolicy ledger ship \(build.sequence) --undo --because TEXT")
    }
    if request.kind == .shipped, let withdrawal = build.withdrawal {
      throw refusal(
        "\(row) was withdrawn by row #\(withdrawal.sequence), so it cannot be marked as shipped", "ship another build")
    }
    if request.kind == .unshipped, build.shipment == nil, build.takenBackShipment == nil {
      throw refusal("\(row) is not marked as shipped", "list builds with 'bundlepolicy ledger log'")
    }
  }

  /// The part of a request that is not recorded yet; nil if all of it is.
  private func unrecordedPart(_ request: MarkRequest, of build: RecordedBuild) -> MarkRequest? {
    var request = request
    let known = build.labels
    request.labels.removeAll(where: known.contains)
    switch request.kind {
    case .withdrawn: return build.withdrawal == nil ? request : nil
    case .freed: return build.isNumberFree ? nil : request
    case .labeled: return request.labels.isEmpty ? nil : request
    case .unshipped: return build.shipment == nil ? nil : request
    // Recording a build sets it.
    case .dropped: return nil
    case .shipped:
      if build.shipment == nil { return request }
      return request.labels.isEmpty ? nil : MarkRequest(.labeled, labels: request.labels)
    }
  }
}
