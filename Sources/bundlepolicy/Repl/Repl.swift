import BuildHistory
import Basics
import Bundles
import PolicyConsole
import PolicyEngine
import Presentation
import Reports

final class Repl {
  struct Settings {
    /// The policies to load, with the packs as they were at the start.
    let loading: PolicyProgram.Options
    let previous: [String]
    let asOf: CalendarDate
  }

  let settings: Settings
  private(set) var session: InteractiveSession
  private(set) var program: PolicyProgram?
  private(set) var graph: BundleGraph?
  private(set) var earlier: [BundleGraph]?
  private(set) var bundlePath: String?
  private var stamps = FileStamps()
  var hasFailed = false
  /// Whether writing to standard output failed, which is reported once.
  private var isOutputLost = false
  private(set) var isInteractive = false
  /// The number of the first line of the current statement, or 0.
  private(set) var line = 0

  /// Throws if a named policy or earlier build does not exist.
  init(_ settings: Settings) throws {
    self.settings = settings
    session = try InteractiveSession(settings.loading, asOf: settings.asOf)
    earlier = try NamedBuilds.open(settings.previous)
    loadPolicies()
  }

  // MARK: Lines

  func run(_ lines: some LineSource, isInteractive: Bool) -> ExitStatus {
    var lines = lines
    self.isInteractive = isInteractive
    if isInteractive { greet() }
    var pending = ""
    var first = 1
    var number = 0
    reading: while true {
      switch lines.next(prompt: pending.isEmpty ? "> " : ">> ") {
      case .line(let line):
        number += 1
        if pending.isEmpty {
          first = isInteractive ? 1 : number
          self.line = first
          noticeEdits()
          if let command = Self.command(line) {
            InteractiveSession.isInterrupted = false
            if run(command) { break reading }
            continue
          }
        }
        let source = pending.isEmpty ? line : pending + "\n" + line
        pending = evaluate(source, first) ? "" : source
      case .interrupted:
        pending = ""
        write([""])
      case .broken(let reason):
        self.line = number + 1
        fail(EngineError(code: "interactive.input", message: reason))
        break reading
      case .end:
        if !pending.isEmpty {
          fail(
            EngineError(
              code: "interactive.incomplete", message: "the input ends in the middle of a statement", file: "input",
              line: first))
        }
        if isInteractive { write([""]) }
        break reading
      }
    }
    finishCheckers()
    return hasFailed && !isInteractive ? .incomplete : .passed
  }

  /// Returns the text after the colon, or nil if the line is not a command; `::` begins a label in Lua.
  private static func command(_ line: String) -> Substring? {
    let text = line.drop { $0 == " " || $0 == "\t" }
    return text.hasPrefix(":") && !text.hasPrefix("::") ? text.dropFirst() : nil
  }

  private func greet() {
    write(["\(Tool.nameAndVersion): ':help' lists the commands, Control-D ends"])
    if let graph { write([description(of: graph)]) }
    if let program {
      write([counted(program.ruleIDs.count, "rule") + " of " + program.policies.map(\.source).joined(separator: ", ")])
    }
  }

  /// Evaluates a statement; returns false if it continues on the next line.
  private func evaluate(_ source: String, _ line: Int) -> Bool {
    defer { stamps.add(session.importedFiles) }
    switch session.evaluate(source, line: line) {
    case .incomplete: return false
    case .values(let lines): write(lines)
    case .failed(let error): fail(error)
    }
    return true
  }

  // MARK: Output

  func write(_ lines: [String]) { write(text: lines.map { TerminalText.line($0) + "\n" }.joined()) }

  func write(text: String) {
    do throws(Output.Failure) {
      try Output.write(text.utf8, to: Output.standardOutput)
    } catch {
      // Reported once, because later output fails, too.
      if !isOutputLost { Output.printError("\(error.path): error: cannot be written: \(error.reason)") }
      isOutputLost = true
      hasFailed = true
    }
  }

  func fail(_ error: EngineError) {
    hasFailed = true
    var error = error
    // At a terminal, the line is visible right above.
    if isInteractive {
      if error.file == InteractiveSession.source { error.file = nil }
    } else if line > 0, error.line == nil, error.file == nil || error.file == InteractiveSession.source {
      (error.file, error.line) = (InteractiveSession.source, line)
    }
    Output.printError(error)
  }

  // MARK: Policies

  func loadPolicies() {
    var files = settings.loading.policies.flatMap { [$0, $0 + "/policy.lua"] } + (program?.sourceFiles ?? [])
    finishCheckers()
    program = nil
    do throws(EngineError) {
      if !settings.loading.policies.isEmpty {
        let loaded = try PolicyProgram(settings.loading)
        files += loaded.sourceFiles
        program = loaded
        for error in loaded.errors { fail(error) }
      }
    } catch {
      if let file = error.file { files.append(file) }
      fail(error)
    }
    stamps.note(files + session.importedFiles)
  }

  func finishCheckers() { for error in program?.finishCheckers() ?? [] { fail(error) } }

  private func noticeEdits() {
    let changed = stamps.changed
    if changed.isEmpty { return }
    Output.printError(
      TerminalText.escape("note: \(changed.joined(separator: ", ")) changed; the policies were reloaded"))
    let hasImported = !session.importedFiles.filter(changed.contains).isEmpty
    loadPolicies()
    if hasImported { renew() }
  }

  /// Starts a new session, because variables may refer to the earlier state.
  private func renew() {
    let place = session.bundle?.path
    do throws(EngineError) {
      try session.open(graph, history: earlier ?? [])
      if let bundle = graph?.bundles.first(where: { $0.path == place }) { session.select(bundle) }
      Output.printError("note: variables were cleared")
    } catch {
      fail(error)
    }
  }

  // MARK: Bundles

  /// Opens another bundle; if that throws, the current bundle stays open.
  func open(_ given: String) throws {
    let path = given.hasSuffix("/") && given.count > 1 ? String(given.dropLast()) : given
    let opened = try BundleGraph.open(path: path)
    for error in opened.errors { fail(EngineError(error)) }
    try session.open(opened, history: earlier ?? [])
    graph = opened
    bundlePath = path
  }

  func reload() throws {
    earlier = try NamedBuilds.open(settings.previous)
    loadPolicies()
    if let bundlePath {
      let place = session.bundle?.path
      try open(bundlePath)
      if let bundle = graph?.bundles.first(where: { $0.path == place }) { session.select(bundle) }
    } else {
      try session.open(nil)
    }
  }

  func description(of graph: BundleGraph) -> String {
    let facts = [graph.outer.identifier, graph.outer.kind.rawValue, graph.outer.platform?.rawValue].compactMap { $0 }
    return graph.displayPath + "  " + facts.joined(separator: ", ")
  }
}

struct FileStamps {
  private struct Stamp: Equatable {
    let size: Int64
    let inode: UInt64
    let seconds: Int64
    let nanoseconds: Int64
  }

  /// Nil for a file that did not exist.
  private var stamps: [String: Stamp?] = [:]

  mutating func note(_ files: some Sequence<String>) {
    stamps = [:]
    add(files)
  }

  mutating func add(_ files: some Sequence<String>) {
    for file in files where stamps[file] == nil { stamps[file] = .some(Self.stamp(file)) }
  }

  var changed: [String] {
    stamps.filter { Self.stamp($0.key) != $0.value }.keys.sortedByBytes()
  }

  private static func stamp(_ path: String) -> Stamp? {
    guard let status = FileSystem.status(path) else { return nil }
    let time = status.modificationTime
    return Stamp(
      size: Int64(status.st_size), inode: UInt64(status.st_ino), seconds: Int64(time.tv_sec),
      nanoseconds: Int64(time.tv_nsec))
  }
}
