import Basics
import CLineEditor
import Presentation

package protocol LineSource {
  /// Returns the next line without its end. Only terminals show the prompt.
  mutating func next(prompt: String) -> NextLine
}

package enum NextLine {
  case line(String)
  case end
  /// Control-C: discard the typed text.
  case interrupted
  case broken(String)
}

package struct PlainLines: LineSource {
  /// The maximum length of a line in bytes, which is above the limit for a policy's source.
  private static let longestLine = 4 << 20

  private var buffer: [UInt8] = []
  private var at = 0
  private var isAtEnd = false

  package init() {}

  package mutating func next(prompt: String) -> NextLine {
    var searched = at
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { at = end + 1 }
        return .line(text(buffer[at..<end]))
      }
      searched = buffer.count
      if isAtEnd {
        guard at < buffer.count else { return .end }
        defer { at = buffer.count }
        return .line(text(buffer[at...]))
      }
      if searched - at > Self.longestLine { return .broken("a line is longer than \(Self.longestLine) bytes") }
      if let failure = fill() { return .broken(failure) }
      searched -= at
      buffer.removeSubrange(..<at)
      at = 0
    }
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes, as: UTF8.self)
  }

  private mutating func fill() -> String? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(0, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return "standard input cannot be read: \(SystemError(errno).text)" }
      if count == 0 { isAtEnd = true }
      buffer += chunk[..<count]
      return nil
    }
  }
}

package final class TerminalLines: LineSource {
  package static var isPossible: Bool { isatty(0) == 1 && isatty(1) == 1 }

  private let editor: OpaquePointer
  private let completer: Completer
  private let history: String?
  private let warn: (String) -> Void

  /// Returns nil if the editor cannot control the terminal. `complete` returns the possible endings of a line, and `warn` prints a warning.
  package init?(
    keepsHistory: Bool, warn: @escaping (String) -> Void,
    complete: @escaping (String) -> InteractiveSession.Completions
  ) {
    completer = Completer(complete)
    self.warn = warn
    let context = Unmanaged.passUnretained(completer).toOpaque()
    guard let editor = le_open("bundlepolicy", { Completer.complete($0, $1, $2, $3) }, context) else { return nil }
    self.editor = editor
    history = keepsHistory ? HistoryFile.path : nil
    if let history { le_load_history(editor, history) }
    InteractiveSession.catchInterrupts()
  }

  deinit {
    if let history, HistoryFile.makeDirectory(), !le_save_history(editor, history) {
      warn("\(history): warning: the history cannot be written")
    }
    le_close(editor)
  }

  package func next(prompt: String) -> NextLine {
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

  private final class Completer {
    private let endings: (String) -> InteractiveSession.Completions

    init(_ endings: @escaping (String) -> InteractiveSession.Completions) { self.endings = endings }

    static func complete(
      _ context: UnsafeMutableRawPointer?, _ line: UnsafePointer<CChar>, _ length: Int, _ words: OpaquePointer
    ) {
      guard let context else { return }
      let completer = Unmanaged<Completer>.fromOpaque(context).takeUnretainedValue()
      let bytes = UnsafeRawBufferPointer(start: line, count: length)
      let found = completer.endings(String(decoding: bytes, as: UTF8.self))
      le_set_start(words, found.start)
      // Names from a bundle may contain control characters.
      for word in found.words where TerminalText.escape(word) == word { le_add_word(words, word) }
    }
  }
}

/// The history file: `$XDG_STATE_HOME/bundlepolicy/history`; `XDG_STATE_HOME` defaults to `~/.local/state`.
enum HistoryFile {
  static var path: String? { directory.map { $0 + "/history" } }

  private static var directory: String? {
    // The XDG Base Directory Specification says to ignore relative paths.
    if let state = environmentVariable("XDG_STATE_HOME"), state.hasPrefix("/") { return state + "/bundlepolicy" }
    guard let home = environmentVariable("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.local/state/bundlepolicy"
  }

  static func makeDirectory() -> Bool {
    directory.map { FileSystem.makeDirectory($0, mode: 0o700) == nil } ?? false
  }
}
