package import FileFacts

package enum SampleEntitlements {
  /// A dictionary as `codesign` encodes it.
  package static func encoded(_ entries: [(key: String, value: EntitlementValue)]) -> [UInt8] {
    EncodedBytes.element(0x70, EncodedBytes.element(0x02, [1]) + content(.dictionary(entries)))
  }

  package static func content(_ value: EntitlementValue) -> [UInt8] {
    switch value {
    case .dictionary(let entries):
      EncodedBytes.element(
        0xB0,
        entries.flatMap {
          EncodedBytes.element(0x30, EncodedBytes.element(0x0C, Array($0.key.utf8)) + content($0.value))
        })
    case .array(let values): EncodedBytes.element(0x30, values.flatMap(content))
    case .string(let text): EncodedBytes.element(0x0C, Array(text.utf8))
    case .boolean(let truth): EncodedBytes.element(0x01, [truth ? 0xFF : 0])
    case .data(let bytes): EncodedBytes.element(0x04, bytes)
    case .integer(let number):
      EncodedBytes.element(0x02, (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * Int64($0))) })
    }
  }
}
