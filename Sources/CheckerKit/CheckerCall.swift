internal import CheckerABI

/// One call of `check`. It is closed when the call returns, so that values that a checker keeps do nothing.
final class CheckerCall {
  private var table: UnsafePointer<checker_host>?

  init(_ table: UnsafePointer<checker_host>) { self.table = table }

  func close() { table = nil }

  func host() throws(CheckerError) -> checker_host {
    guard let table else { throw CheckerError("the bundle was asked after its check was over") }
    return table.pointee
  }

  func require(_ status: Int32, _ what: () -> String) throws(CheckerError) {
    if status == Int32(CHECKER_OK.rawValue) { return }
    let host = try host()
    if status == Int32(CHECKER_UNREADABLE.rawValue) {
      var text = checker_text()
      host.failure(host.context, &text)
      throw CheckerError(String(text) ?? "\(what()) cannot be read")
    }
    let why =
      switch status {
      case Int32(CHECKER_ABSENT.rawValue): "is not there"
      case Int32(CHECKER_MISMATCH.rawValue): "is of another kind"
      case Int32(CHECKER_LIMIT.rawValue): "is more than a check may ask for"
      default: "cannot be asked for"
      }
    throw CheckerError("\(what()) \(why)")
  }
}

extension String {
  init?(_ text: checker_text) {
    guard let bytes = text.bytes else { return nil }
    self = UnsafeRawPointer(bytes).withMemoryRebound(to: UInt8.self, capacity: text.count) {
      String(decoding: UnsafeBufferPointer(start: $0, count: text.count), as: UTF8.self)
    }
  }

  func withCheckerText<Result>(_ body: (checker_text) -> Result) -> Result {
    var copy = self
    return copy.withUTF8 { utf8 in
      // An empty string may have no address, which would mean that it is absent.
      guard let start = utf8.baseAddress, !utf8.isEmpty else {
        var nothing: CChar = 0
        return withUnsafePointer(to: &nothing) { body(checker_text(bytes: $0, count: 0)) }
      }
      return start.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
        body(checker_text(bytes: $0, count: utf8.count))
      }
    }
  }
}

extension Array<String?> {
  /// Passes the texts to `body`; those that are nil are absent.
  func withCheckerTexts(_ body: ([checker_text]) -> Void) {
    guard let last else { return body([]) }
    let others = Array(dropLast())
    guard let last else { return others.withCheckerTexts { body($0 + [checker_text()]) } }
    last.withCheckerText { text in others.withCheckerTexts { body($0 + [text]) } }
  }
}
