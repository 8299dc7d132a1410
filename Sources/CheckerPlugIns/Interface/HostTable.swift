internal import CheckerABI
internal import PropertyLists

/// The functions that a checker calls. Each finds its session by the context.
enum HostTable {
  static func make(_ context: UnsafeMutableRawPointer) -> checker_host {
    checker_host(
      size: UInt32(MemoryLayout<checker_host>.size), abi_version: UInt32(CHECKER_ABI_VERSION), context: context,
      bundle: { at($0).map { CheckerNode.bundle($0.subject).number } ?? 0 },
      parent: { at($0)?.parent($1) ?? 0 },
      child_count: { at($0)?.facts(ofNode: $1)?.facts.children.count ?? 0 },
      child: { at($0)?.child($1, $2) ?? 0 },
      bundle_text: { at($0)?.bundleText($1, $2, $3) ?? invalid },
      info: { at($0)?.info($1) ?? 0 },
      options: { at($0).map { CheckerNode.option($0.options.root).number } ?? 0 },
      kind: { at($0)?.kind($1) ?? 0 },
      count: { at($0)?.count($1) ?? 0 },
      value: { at($0)?.value($1, key: $2) ?? 0 },
      entry: { at($0)?.entry($1, $2, $3, $4) ?? invalid },
      text: { at($0)?.scalar($1, $2, CheckerSession.text) ?? invalid },
      integer: { at($0)?.scalar($1, $2, CheckerSession.integer) ?? invalid },
      real: { at($0)?.scalar($1, $2, CheckerSession.real) ?? invalid },
      boolean: { at($0)?.scalar($1, $2) { $0.boolean(of: $1).map { $0 ? 1 : 0 } } ?? invalid },
      date: { at($0)?.scalar($1, $2) { $0.date(of: $1) } ?? invalid },
      data: { at($0)?.data($1, $2, $3) ?? invalid },
      file_count: { at($0)?.fileCount($1, $2) ?? invalid },
      file_path: { at($0)?.filePath($1, $2, $3, $4) ?? invalid },
      file: { at($0)?.file($1, $2, $3) ?? invalid },
      read: { at($0)?.read($1, $2, $3, $4, $5, $6) ?? invalid },
      file_size: { at($0)?.size($1, $2, $3) ?? invalid },
      report: { at($0)?.report($1) ?? invalid },
      fail: { at($0)?.fail($1) },
      log: { at($0)?.log($1) },
      failure: { context, result in
        guard let session = at(context) else { return }
        result?.pointee = session.lastFailure
      })
  }
}

private var invalid: Int32 { Int32(CHECKER_INVALID.rawValue) }

/// The session of a call, which is counted. Not a method, because a function that captures its type cannot be a C
/// function.
private func at(_ context: UnsafeMutableRawPointer?) -> CheckerSession? {
  guard let context else { return nil }
  let session = Unmanaged<CheckerSession>.fromOpaque(context).takeUnretainedValue()
  session.outcome.calls &+= 1
  return session
}
