/// Why the system didn't do something: an `errno`.
package struct SystemError: Error, Hashable, Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  /// What the C library calls it.
  package var text: String { strerror(number).map { String(cString: $0) } ?? "error \(number)" }
}
