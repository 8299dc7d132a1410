internal import CheckerABI

extension CheckerSession {
  private func listing(_ bundle: Int) throws(CheckerReadError) -> CheckerListing {
    if let known = listings[bundle] { return known }
    let entries = try graph.files(of: bundle)
    var bytes: [UInt8] = []
    var ends: [Int] = []
    ends.reserveCapacity(entries.count)
    for entry in entries {
      bytes += entry.path.utf8
      ends.append(bytes.count)
    }
    let listing = CheckerListing(entries: entries, text: keep(bytes), ends: ends)
    listings[bundle] = listing
    return listing
  }

  func fileCount(_ bundle: checker_node, _ count: UnsafeMutablePointer<Int>?) -> Int32 {
    guard let count, let (index, _) = facts(ofNode: bundle) else { return Int32(CHECKER_INVALID.rawValue) }
    count.pointee = 0
    note(.files, index, "**")
    return answer { () throws(CheckerReadError) in
      count.pointee = try listing(index).entries.count
      return Int32(CHECKER_OK.rawValue)
    }
  }

  func filePath(
    _ bundle: checker_node, _ position: Int, _ path: UnsafeMutablePointer<checker_text>?,
    _ type: UnsafeMutablePointer<UInt32>?
  ) -> Int32 {
    guard let path, let (index, _) = facts(ofNode: bundle) else { return Int32(CHECKER_INVALID.rawValue) }
    path.pointee = checker_text()
    note(.files, index, "**")
    return answer { () throws(CheckerReadError) in
      let listing = try listing(index)
      guard position >= 0, position < listing.entries.count else { return Int32(CHECKER_ABSENT.rawValue) }
      let start = position == 0 ? 0 : listing.ends[position - 1]
      path.pointee = checker_text(bytes: listing.text.bytes + start, count: listing.ends[position] - start)
      type?.pointee = UInt32(listing.entries[position].type.rawValue)
      return Int32(CHECKER_OK.rawValue)
    }
  }

  func file(_ bundle: checker_node, _ path: checker_text, _ result: UnsafeMutablePointer<checker_file>?) -> Int32 {
    guard let result, Int(result.pointee.size) >= CheckerSizes.file, let (index, _) = facts(ofNode: bundle),
      let name = path.path
    else { return Int32(CHECKER_INVALID.rawValue) }
    note(.file, index, name)
    return answer { () throws(CheckerReadError) in
      let status = try graph.status(of: name, in: index)
      result.pointee.type = UInt32(status.type.rawValue)
      result.pointee.length = status.size
      result.pointee.mode = status.mode
      result.pointee.reserved = 0
      return Int32(CHECKER_OK.rawValue)
    }
  }

  func size(_ bundle: checker_node, _ path: checker_text, _ result: UnsafeMutablePointer<UInt64>?) -> Int32 {
    guard let result, let (index, _) = facts(ofNode: bundle), let name = path.path else {
      return Int32(CHECKER_INVALID.rawValue)
    }
    note(.file, index, name)
    return answer { () throws(CheckerReadError) in
      result.pointee = try graph.size(of: name, in: index)
      return Int32(CHECKER_OK.rawValue)
    }
  }

  func read(
    _ bundle: checker_node, _ path: checker_text, _ offset: UInt64, _ buffer: UnsafeMutableRawPointer?, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>?
  ) -> Int32 {
    guard let count, capacity >= 0, buffer != nil || capacity == 0, let (index, _) = facts(ofNode: bundle),
      let name = path.path
    else { return Int32(CHECKER_INVALID.rawValue) }
    count.pointee = 0
    note(.content, index, name)
    return answer { () throws(CheckerReadError) in
      count.pointee = try graph.read(
        name, in: index, at: offset, into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
      outcome.bytes = outcome.bytes.addingReportingOverflow(UInt64(count.pointee)).partialValue
      return Int32(CHECKER_OK.rawValue)
    }
  }
}

extension checker_text {
  /// The text as a path; nil if it cannot be one.
  fileprivate var path: String? { (try? string(limit: CheckerLimits.textBytes)) ?? nil }
}
