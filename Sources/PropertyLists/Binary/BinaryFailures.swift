import Basics

/// What the binary reader says when it stops.
extension PropertyListError {
  static func binary(_ code: String, _ message: String, at offset: Int) -> PropertyListError {
    PropertyListError(PropertyListCode(rawValue: "binary.\(code)"), message, at: offset)
  }

  static func unknownMarker(_ marker: UInt8, at offset: Int) -> PropertyListError {
    PropertyListError(
      "binary.marker", "0x\(Hexadecimal.text(of: [marker], uppercase: true)) begins no object of a property list",
      at: offset)
  }

  static func sharedNodes(_ limit: Int, at offset: Int) -> PropertyListError {
    PropertyListError(
      "limit.shared-nodes", "containers that are referred to again and again make more than \(limit) values of few",
      at: offset)
  }

  static func expandedSize(_ limit: Int, at offset: Int) -> PropertyListError {
    PropertyListError(
      "limit.expanded-size", "more than \(limit) bytes of text and data once every reference is followed", at: offset)
  }
}
