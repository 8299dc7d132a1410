import Basics
internal import CheckerABI
internal import PropertyLists

extension CheckerSession {
  /// Receives a finding. A finding that is refused makes the check fail: it might be one that stops a release.
  func report(_ pointer: UnsafePointer<checker_finding>?) -> Int32 {
    // Nothing more is read: a checker that reports without end does not handle errors either.
    if outcome.failure?.code == .limit { return Int32(CHECKER_LIMIT.rawValue) }
    do throws(PlugInError) {
      let finding = try finding(pointer)
      findingBytes += [
        finding.message, finding.expected, finding.fix, finding.discriminator, finding.file, finding.key,
      ]
      .reduce(64) { $0 + ($1?.utf8.count ?? 0) }
      reported += 1
      guard reported <= CheckerLimits.findings, findingBytes <= CheckerLimits.findingBytes else {
        fail(
          .limit,
          "the checker reported too much: more than \(CheckerLimits.findings) findings, or \(CheckerLimits.findingBytes >> 20) MiB of findings",
          hint: "look for a loop in the checker that does not end")
        return Int32(CHECKER_LIMIT.rawValue)
      }
      if let send { send(.finding) { finding.write(&$0) } } else { outcome.findings.append(finding) }
      return Int32(CHECKER_OK.rawValue)
    } catch {
      fail(error.code, error.message, hint: error.hint)
      return Int32(CHECKER_INVALID.rawValue)
    }
  }

  private func finding(_ pointer: UnsafePointer<checker_finding>?) throws(PlugInError) -> CheckerFinding {
    func refuse(_ what: String) -> PlugInError {
      PlugInError(
        .failed, "the checker reported an invalid finding: \(what)", hint: "see checker_finding in CheckerABI.h")
    }
    func text(_ text: checker_text, _ what: String) throws(PlugInError) -> String? {
      try mapError(try text.string(limit: CheckerLimits.textBytes)) { (error: CheckerTextError) in
        refuse("the \(what) \(error.reason)")
      }
    }
    guard let pointer else { throw refuse("a null pointer") }
    let size = Int(pointer.pointee.size)
    guard size >= CheckerSizes.finding else { throw refuse("a finding of size \(size)") }
    let raw = CheckerSizes.load(pointer, size: size, into: checker_finding())
    guard let severity = UInt8(exactly: raw.severity).flatMap(CheckerFinding.Severity.init) else {
      throw refuse("the unknown severity \(raw.severity)")
    }
    guard let message = try text(raw.message, "message"), message.contains(where: { !$0.isWhitespace }) else {
      throw refuse("a finding without a message")
    }
    var finding = CheckerFinding(
      severity: severity, message: message, expected: try text(raw.expected, "expected value"),
      fix: try text(raw.fix, "fix"), discriminator: try text(raw.discriminator, "discriminator"),
      file: try text(raw.file, "file"), bundle: subject, pointer: nil, key: try text(raw.key, "key"))
    if raw.node != 0 {
      switch CheckerNode(raw.node) {
      case .bundle(let index):
        guard facts(index) != nil else { throw refuse("a bundle that does not exist") }
        finding.bundle = index
      case .value(let node, let bundle):
        guard let list = facts(bundle)?.info, Int(node.index) < list.nodeCount else {
          throw refuse("a value that does not exist")
        }
        finding.bundle = bundle
        finding.pointer = list.pointer(to: node)
        if finding.key != nil, list.kind(of: node) != .dictionary {
          throw refuse("a key of a value that is not a dictionary")
        }
      case .option: throw refuse("a value from the rule's options instead of the bundle")
      case nil: throw refuse("a node that does not exist")
      }
    }
    if finding.key != nil, finding.pointer == nil { throw refuse("a key without its dictionary") }
    if let file = finding.file {
      if finding.pointer != nil { throw refuse("both a file and a value, which already has a file") }
      let parts = file.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
      if parts.contains(where: { $0.isEmpty || $0.elementsEqual("..".utf8) }) {
        throw refuse("the file '\(file)', which is not a path in the bundle")
      }
    }
    return finding
  }

  func fail(_ text: checker_text) {
    // A reason that is too long is cut.
    var cut = text
    cut.count = min(text.count, CheckerLimits.textBytes)
    let given =
      cut.count <= 0 ? nil : (try? text.count > cut.count ? cut.prefix() : cut.string(limit: cut.count)) ?? nil
    fail(
      .failed,
      given.map { "the checker failed: \($0)" }
        ?? "the checker failed without giving a readable reason")
  }

  func log(_ text: checker_text) {
    guard let bytes = text.bytes, text.count >= 0 else { return }
    let raw = UnsafeRawBufferPointer(start: UnsafeRawPointer(bytes), count: min(text.count, CheckerLimits.textBytes))
    log(String(decoding: raw, as: UTF8.self))
  }
}
