import PolicyEngine
import ReleaseLedger

/// Reads a file of any length line by line.
final class LineFile {
  /// Bytes of one line: two property lists and lists as large as a ledger holds, as text.
  private static let limit = 64 << 20

  private let path: String
  private let stream: NamedStream
  /// What was read; up to `start` it was given out.
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

  /// The next line, without its end; nil after the last.
  func next() throws(LedgerError) -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return Array(buffer[start..<end])
      }
      guard buffer.count - start <= Self.limit else {
        throw LedgerError(.failed, "a line is longer than an exported row can be", file: path)
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
