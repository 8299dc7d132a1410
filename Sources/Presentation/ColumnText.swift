import Basics

package enum ColumnText {
  /// More combining marks than any script stacks. Without a limit, a string of thousands of them would fit into any column.
  private static let scalarsPerColumn = 4

  /// Returns the columns that a string takes once control characters are escaped.
  package static func width(_ text: String) -> Int {
    TerminalText.escape(text).unicodeScalars.reduce(0) { $0 + width($1) }
  }

  /// Returns the escaped text. If it takes more columns than the limit, `…` replaces its middle: identifiers often differ only at the end.
  package static func shortened(_ text: String, to limit: Int) -> String {
    let text = TerminalText.escape(text)
    let scalars = text.unicodeScalars
    let product = limit.multipliedReportingOverflow(by: scalarsPerColumn)
    let most = product.overflow ? .max : product.partialValue
    var (columns, count) = (0, 0)
    for scalar in scalars {
      columns += width(scalar)
      count += 1
      if columns > limit || count > most { break }
    }
    if columns <= limit && count <= most { return text }
    let room = max(0, limit - 1)
    let head = start(of: scalars, columns: room - room / 2)
    let tail = start(of: scalars.reversed(), columns: room / 2)
    var result = String.UnicodeScalarView(head)
    result.append("…")
    // A combining mark without its letter would combine with the `…`.
    result.append(contentsOf: tail.reversed().drop { width($0) == 0 })
    return String(result)
  }

  package static func padded(_ text: String, to width: Int, isRight: Bool = false) -> String {
    let text = shortened(text, to: width)
    let blanks = String(repeating: " ", count: max(0, width - Self.width(text)))
    return isRight ? blanks + text : text + blanks
  }

  private static func start(of scalars: some Sequence<Unicode.Scalar>, columns: Int) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var used = 0
    for scalar in scalars {
      used += width(scalar)
      if used > columns || result.count >= columns * scalarsPerColumn { break }
      result.append(scalar)
    }
    return result
  }

  /// Returns 0 for marks and invisible scalars, 2 for the blocks that Unicode Standard Annex #11 calls wide, and 1 otherwise.
  private static func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}

package enum GroupedCount {
  package static func text(_ count: Int) -> String { grouped(count) }

  package static func text(_ count: Int, _ singular: String, _ plural: String) -> String {
    "\(text(count)) \(count == 1 ? singular : plural)"
  }
}
