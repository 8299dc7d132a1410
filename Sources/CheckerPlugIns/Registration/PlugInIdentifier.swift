internal import Basics
internal import CheckerABI

/// A UUID of a plug-in type, factory or interface (RFC 9562), as Info.plist writes it.
package struct PlugInIdentifier: Hashable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Nil unless the text is 8-4-4-4-12 hexadecimal digits of either case.
  package init?(_ text: String) {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12], let bytes = Hexadecimal.bytes(groups.joined()) else {
      return nil
    }
    self.init(high: UInt64(bigEndianBytes: bytes[..<8]), low: UInt64(bigEndianBytes: bytes[8...]))
  }

  init(_ uuid: checker_uuid) {
    self = withUnsafeBytes(of: uuid) { bytes in
      PlugInIdentifier(
        high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
        low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
  }

  var uuid: checker_uuid {
    var uuid = checker_uuid()
    withUnsafeMutableBytes(of: &uuid) { bytes in
      bytes.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
      bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return uuid
  }

  package var description: String {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Hexadecimal.uuid(Array($0)) }
  }

  /// All zeros, which a template contains.
  static let zero = PlugInIdentifier(high: 0, low: 0)
  package static let checkerType = PlugInIdentifier(high: 0x2BCA_C4B1_A261_403E, low: 0x91BC_194C_B31A_07FF)
  static let interface1 = PlugInIdentifier(high: 0xBFF0_F554_C7A2_4DE8, low: 0xB7C7_2CFA_9D4C_75FE)
}

extension PlugInIdentifier {
  package static func random() -> PlugInIdentifier {
    PlugInIdentifier(
      high: UInt64.random(in: 0...UInt64.max) & ~0xF000 | 0x4000,
      low: UInt64.random(in: 0...UInt64.max) & ~(3 << 62) | 1 << 63)
  }
}
