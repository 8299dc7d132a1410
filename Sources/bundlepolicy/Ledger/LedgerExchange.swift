import ArgumentParser
import Basics
import ReleaseLedger

struct LedgerExport: Command {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export the whole ledger as JSON lines",
    discussion: """
      Examples:
        bundlepolicy ledger export --ledger builds.db builds.jsonl

      Writes to FILE or --output FILE, or to standard output by default.
      """)

  @Argument("the file to write (default: standard output)", value: "FILE", completion: .file()) var file: String?

  @Option(.ledger, transform: LedgerChoice.init(url:)) var ledger = LedgerChoice()

  @Option("output", "the file to write (default: standard output)", value: "FILE", completion: .file()) var output:
    String?

  func validate() throws {
    if file != nil, output != nil {
      throw ValidationError("'ledger export' writes one file; name it as FILE or with --output FILE, not both")
    }
  }

  func execute() throws -> ExitStatus {
    let ledger = try self.ledger.opened()
    guard let file = file ?? output else {
      _ = try ledger.export { bytes throws(LedgerError) in
        try Self.write(bytes) { bytes throws(Output.Failure) in try Output.write(bytes, to: Output.standardOutput) }
      }
      return .passed
    }
    try LedgerCommand.check(output: file, word: output == nil ? "FILE" : "--output", self.ledger)
    let partial = try PartialFile(file)
    let count = try ledger.export { bytes throws(LedgerError) in
      try Self.write(bytes) { bytes throws(Output.Failure) in try partial.write(bytes) }
    }
    try partial.finish()
    Output.printError("exported \(counted(count, "row")) to \(file)")
    return .passed
  }

  private static func write(_ bytes: [UInt8], _ body: ([UInt8]) throws(Output.Failure) -> Void) throws(LedgerError) {
    do throws(Output.Failure) {
      try body(bytes)
    } catch {
      throw LedgerError(.unwritable, "the export cannot be written: \(error.reason)", file: error.path)
    }
  }
}

struct LedgerImport: Command {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import an exported ledger into a new ledger, or into an older copy of it",
    discussion: """
      Examples:
        bundlepolicy ledger import --ledger new.db builds.jsonl
      """)

  @Argument("a file written by 'ledger export'", value: "FILE", completion: .file()) var file: String

  @Option(.ledger, transform: LedgerChoice.init(url:)) var ledger = LedgerChoice()

  func execute() throws -> ExitStatus {
    let location = try ledger.required()
    let lines = try LineFile(file)
    let (added, known) = try Ledger.importing(
      { () throws(LedgerError) in try lines.next() }, file: file, into: location, time: Clock.now())
    try Output.print(
      "imported \(counted(added, "row")) into \(location.shown)"
        + (known == 0 ? "" : "; it already had \(known) of them"))
    return .passed
  }
}

final class LineFile {
  /// The maximum length of a line in bytes: a row has two property lists and other lists, as text.
  private static let limit = 64 << 20

  private let path: String
  private let stream: NamedStream
  /// The bytes read; those before `start` were returned.
  private var buffer: [UInt8] = []
  private var start = 0
  private var hasEnded = false

  init(_ path: String) throws(LedgerError) {
    self.path = path
    do throws(NamedFile.Failure) {
      stream = try NamedStream(path)
    } catch {
      throw Self.unreadable(error, path)
    }
  }

  func next() throws(LedgerError) -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return Array(buffer[start..<end])
      }
      guard buffer.count - start <= Self.limit else {
        throw LedgerError(.failed, "a line is longer than any exported row can be", file: path)
      }
      if hasEnded {
        defer { start = buffer.count }
        return start == buffer.count ? nil : Array(buffer[start...])
      }
      buffer.removeFirst(start)
      (start, searched) = (0, buffer.count)
      do throws(NamedFile.Failure) {
        if let more = try stream.next() { buffer += more } else { hasEnded = true }
      } catch {
        throw Self.unreadable(error, path)
      }
    }
  }

  private static func unreadable(_ failure: NamedFile.Failure, _ path: String) -> LedgerError {
    LedgerError(.failed, "the file cannot be read: \(failure.reason)", file: path)
  }
}
