import Basics

enum ColorChoice: String, Word { case auto, always, never }

extension Output {
  private static let color = Locked(ColorChoice.auto)

  static func follow(_ choice: ColorChoice?) { color.withValue { $0 = choice ?? .auto } }

  /// Returns whether output to a stream has colors. The first of these that is set decides: `--color`, NO_COLOR, FORCE_COLOR or
  /// CLICOLOR_FORCE, CLICOLOR, TERM. Otherwise only terminals have colors. Files of `--output` never have colors.
  static func isColored(_ descriptor: Int32) -> Bool {
    switch color.withValue({ $0 }) {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if environmentVariable("NO_COLOR") != nil { return false }
    for word in [environmentVariable("FORCE_COLOR"), environmentVariable("CLICOLOR_FORCE")] {
      if let word, !["0", "false"].contains(word) { return true }
    }
    if environmentVariable("CLICOLOR") == "0" || environmentVariable("TERM") == "dumb" { return false }
    return isatty(descriptor) == 1
  }

  /// Returns the width of a terminal in columns, or nil for other streams, where lines are not wrapped.
  static func width(_ descriptor: Int32) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    if let columns = givenColumns { return columns }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  static var helpWidth: Int { max(40, min(120, givenColumns ?? width(standardOutput) ?? 80)) }

  private static var givenColumns: Int? {
    environmentVariable("COLUMNS").flatMap { Int($0) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
  }
}
