import Basics

package enum MeasureText {
  /// The units in which policies state sizes. Decimal ones are powers of 1000, binary ones of 1024.
  package static let units: [(name: String, bytes: Int64)] = [
    ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30),
  ]

  package static func isBytes(_ name: String) -> Bool { name == "largest-file" || name.hasSuffix("-size") }

  /// `83.1 MB`, `512 bytes`, or `12`.
  package static func text(_ value: Int64, of measure: String) -> String {
    guard isBytes(measure) else { return grouped(value) }
    guard let unit = units.prefix(3).last(where: { value.magnitude >= UInt64($0.bytes) }) else {
      return value.magnitude == 1 ? "\(value) byte" : "\(value) bytes"
    }
    // A whole number of units needs no fraction. Rounded toward zero, so that the number shown never exceeds the actual one.
    let tenths = value / (unit.bytes / 10)
    return value % unit.bytes == 0
      ? "\(value / unit.bytes) \(unit.name)" : "\(tenths / 10).\(abs(tenths % 10)) \(unit.name)"
  }

  /// `83.1 MB (83,123,456 bytes)`
  package static func exactText(_ value: Int64, of measure: String) -> String {
    let text = text(value, of: measure)
    return isBytes(measure) && value.magnitude >= 1_000 ? "\(text) (\(grouped(value)) bytes)" : text
  }

  /// `+1.2 MB, +4.2 %`, or `unchanged`.
  package static func change(from earlier: Int64, to value: Int64, of measure: String) -> String {
    let (difference, overflows) = value.subtractingReportingOverflow(earlier)
    if difference == 0 || overflows { return "unchanged" }
    let sign = difference > 0 ? "+" : "-"
    let amount = sign + text(difference == .min ? .max : abs(difference), of: measure)
    guard earlier > 0 else { return amount }
    return "\(amount), \(sign)\(percent(Double(difference.magnitude) / Double(earlier) * 100)) %"
  }

  /// A percentage with one digit after the period; with two if it is below 1.
  package static func percent(_ value: Double) -> String {
    let isSmall = value < 1
    let scaled = Int64((min(value, 1e15) * (isSmall ? 100 : 10)).rounded())
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: isSmall ? 100 : 10)
    if isSmall { return "\(whole).\(rest < 10 ? "0" : "")\(rest)" }
    return "\(whole).\(rest)"
  }
}
