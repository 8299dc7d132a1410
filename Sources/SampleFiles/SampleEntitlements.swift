package import FileFacts

package enum SampleEntitlements {
  /// A dictionary as `codesign` encodes it.
  package static func encoded(_ entries: [(key: String, value: EntitlementValue)]) -> [UInt8] {
    element(0x70, element(0x02, [1]) + content(.dictionary(entries)))
  }

  package static func content(_ value: EntitlementValue) -> [UInt8] {
    switch value {
    case .dictionary(let entries):
      element(0xB0, entries.flatMap { element(0x30, element(0x0C, Array($0.key.utf8)) + content($0.value)) })
    case .array(let values): element(0x30, values.flatMap(content))
    case .string(let text): element(0x0C, Array(text.utf8))
    case .boolean(let truth): element(0x01, [truth ? 0xFF : 0])
    case .data(let bytes): element(0x04, bytes)
    case .integer(let number):
      element(0x02, (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * Int64($0))) })
    }
  }

  package static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    if count < 0x80 { return [tag, UInt8(count)] + content }
    return [tag, 0x83, UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)] + content
  }
}
