import ArgumentParser
import Basics

/// When output has colours.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument { case auto, always, never }

struct ColorOptions: ParsableArguments {
  @Option("color", "when to use colors (default: auto, on a terminal)", value: "WHEN") var choice: ColorChoice?
}

/// A command with `--color`.
protocol ColoredCommand: Command {
  var color: ColorOptions { get }
}

extension Output {
  private static let color = Locked(ColorChoice.auto)

  /// Follows `--color` from now on, for results and for errors.
  static func follow(_ options: ColorOptions) { color.withValue { $0 = options.choice ?? .auto } }

  /// Whether a stream gets colours. The first that is set decides: `--color`, NO_COLOR, FORCE_COLOR or CLICOLOR_FORCE, CLICOLOR, TERM;
  /// otherwise terminals do. Files of `--output` never do.
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

  /// The columns of the terminal that a stream is; nil for anything else, where lines are not broken.
  static func width(_ descriptor: Int32) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    if let columns = givenColumns { return columns }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The columns that help is made for, wherever it goes.
  static var helpWidth: Int { max(40, min(120, givenColumns ?? width(standardOutput) ?? 80)) }

  private static var givenColumns: Int? {
    environmentVariable("COLUMNS").flatMap { Int($0) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
  }
}
