package struct SystemError: Error, Hashable, Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  package var text: String { strerror(number).map { String(cString: $0) } ?? "error \(number)" }
}
