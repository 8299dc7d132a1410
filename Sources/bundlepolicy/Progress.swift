import Basics
import Reporting

/// A line on the terminal that tells how far a long check is. Nothing is written elsewhere, and nothing of short ones.
struct Progress {
  /// Nanoseconds after which the line is first shown, and then between two of them.
  private static let patience: UInt64 = 500_000_000
  private static let interval: UInt64 = 100_000_000

  private let total: Int
  private var done = 0
  private var failed = 0
  private var next: UInt64
  private var isShown = false
  private let isWanted: Bool

  /// `isWanted`: whether nothing else is written to the terminal meanwhile.
  init(of total: Int, isWanted: Bool) {
    self.total = total
    self.isWanted = isWanted && total > 1 && isatty(Output.standardError) == 1
    next = Clocks.nanoseconds() &+ Self.patience
  }

  /// A bundle has been judged.
  mutating func step(failed: Bool) {
    guard isWanted else { return }
    done += 1
    if failed { self.failed += 1 }
    let now = Clocks.nanoseconds()
    guard now >= next else { return }
    next = now &+ Self.interval
    isShown = true
    let text = "\(done) of \(total) bundles" + (self.failed == 0 ? "" : ", \(self.failed) failed or incomplete")
    try? Output.write("\r\u{1B}[K\(text)".utf8, to: Output.standardError)
  }

  /// Takes the line away.
  mutating func end() {
    if isShown { try? Output.write("\r\u{1B}[K".utf8, to: Output.standardError) }
    isShown = false
  }
}
