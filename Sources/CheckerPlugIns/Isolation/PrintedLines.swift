/// What a process of checkers prints, in lines.
final class PrintedLines {
  var lines: [String] = []
  private var open: [UInt8] = []
  private var kept = 0
  private var count = 0

  /// False when it is too much for one check.
  func take(_ bytes: [UInt8]) -> Bool {
    count += bytes.count
    for byte in bytes.prefix(CheckerLimits.logBytes - kept) {
      if byte == 0x0A { finishLine() } else { open.append(byte) }
      kept += 1
      if kept == CheckerLimits.logBytes {
        finishLine()
        lines.append("… (more is not shown)")
      }
    }
    return count <= CheckerLimits.printedBytes
  }

  func finishLine() {
    lines.append(String(decoding: open, as: UTF8.self))
    open = []
  }

  func flush() -> [String] {
    if !open.isEmpty { finishLine() }
    defer {
      lines = []
      kept = 0
      count = 0
    }
    return lines
  }
}
