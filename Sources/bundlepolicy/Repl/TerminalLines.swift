import PolicyConsole
import Basics
import CLineEditor
import PolicyEngine
import Reporting

/// Lines that a person types at a terminal, with editing, history and completion.
final class TerminalLines: LineSource {
  /// Whether a person sits at both ends.
  static var isPossible: Bool { isatty(0) == 1 && isatty(1) == 1 }

  private let editor: OpaquePointer
  private let completer: Completer
  private let history: String?

  /// Nil when the terminal can't be steered.
  init?(_ repl: Repl, keepsHistory: Bool) {
    completer = Completer(repl)
    let context = Unmanaged.passUnretained(completer).toOpaque()
    guard let editor = le_open("bundlepolicy", { Completer.complete($0, $1, $2, $3) }, context) else { return nil }
    self.editor = editor
    history = keepsHistory ? HistoryFile.path : nil
    if let history { le_load_history(editor, history) }
    InteractiveSession.catchInterrupts()
  }

  deinit {
    if let history, HistoryFile.makeDirectory(), !le_save_history(editor, history) {
      Output.complain(TerminalText.escape("\(history): warning: the lines typed can't be written there"))
    }
    le_close(editor)
  }

  func next(prompt: String) -> NextLine {
    var line: UnsafePointer<CChar>?
    switch le_read(editor, prompt, &line) {
    case LE_LINE:
      guard let line else { return .end }
      let text = String(cString: line)
      if text.contains(where: { !$0.isWhitespace }) { le_add_history(editor, line) }
      return .line(text)
    case LE_INTERRUPTED: return .interrupted
    default: return .end
    }
  }

  /// Hands the words that a line may end in to the editor.
  private final class Completer {
    private unowned let repl: Repl

    init(_ repl: Repl) { self.repl = repl }

    static func complete(
      _ context: UnsafeMutableRawPointer?, _ line: UnsafePointer<CChar>, _ length: Int, _ words: OpaquePointer
    ) {
      guard let context else { return }
      let completer = Unmanaged<Completer>.fromOpaque(context).takeUnretainedValue()
      let bytes = UnsafeRawBufferPointer(start: line, count: length)
      let found = completer.repl.completions(of: String(decoding: bytes, as: UTF8.self))
      le_set_start(words, found.start)
      // A name from a bundle that would steer the terminal is not offered.
      for word in found.words where TerminalText.escape(word) == word { le_add_word(words, word) }
    }
  }
}
