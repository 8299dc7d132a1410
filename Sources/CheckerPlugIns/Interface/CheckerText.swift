internal import CheckerABI

/// Why text of a checker can't be taken.
struct CheckerTextError: Error {
  /// `is not UTF-8`
  let reason: String
}

extension checker_text {
  /// What is there of a text that was cut, perhaps within a character.
  func prefix() -> String? {
    guard let bytes, count > 0 else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: UnsafeRawPointer(bytes), count: count), as: UTF8.self) + "…"
  }

  /// The text; nil when it is absent. Throws when it is longer than `limit` bytes, no UTF-8, or holds a zero.
  func string(limit: Int) throws(CheckerTextError) -> String? {
    guard let bytes else { return nil }
    // A count above 2^63 comes as a negative one.
    guard count >= 0 else { throw CheckerTextError(reason: "has a count that no text has") }
    guard count <= limit else { throw CheckerTextError(reason: "has \(count) bytes; \(limit) are allowed") }
    let raw = UnsafeRawBufferPointer(start: UnsafeRawPointer(bytes), count: count)
    guard let text = String(validating: raw, as: UTF8.self) else { throw CheckerTextError(reason: "is not UTF-8") }
    if raw.contains(0) { throw CheckerTextError(reason: "holds a zero byte") }
    return text
  }
}
