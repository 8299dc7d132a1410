internal import PropertyLists

final class RemoteCheckerGraph: CheckerGraph {
  private let channel: WorkerChannel
  private var known: [Int: CheckerFacts] = [:]
  private var listings: [Int: [CheckerFileEntry]] = [:]

  init(_ channel: WorkerChannel) { self.channel = channel }

  /// Stores facts that the program sends in advance.
  func learn(_ facts: CheckerFacts, of bundle: Int) { known[bundle] = facts }

  /// Asks a question, and reads the answer, which must be of the kind `answer`.
  private func ask(
    _ question: WorkerMessage, _ answer: WorkerMessage, _ write: (inout WireWriter) -> Void
  ) throws(CheckerReadError) -> WireReader {
    var writer = WireWriter()
    write(&writer)
    do {
      try channel.send(question, writer.bytes)
      let (message, payload) = try channel.receive()
      var reader = WireReader(payload)
      if message == .unreadable { throw try CheckerReadError(&reader) }
      guard message == answer else { throw WireError() }
      return reader
    } catch let error as CheckerReadError {
      throw error
    } catch {
      throw .unreadable("the program does not answer")
    }
  }

  private func understood<Value>(_ read: () throws(WireError) -> Value) throws(CheckerReadError) -> Value {
    do throws(WireError) { return try read() } catch { throw .unreadable("the program's answer is malformed") }
  }

  func facts(of bundle: Int) throws(CheckerReadError) -> CheckerFacts? {
    if let facts = known[bundle] { return facts }
    var reader = try ask(.askFacts, .facts) { $0.add(bundle) }
    let facts = try understood { () throws(WireError) in try reader.flag() ? try CheckerFacts(&reader) : nil }
    known[bundle] = facts
    return facts
  }

  func files(of bundle: Int) throws(CheckerReadError) -> [CheckerFileEntry] {
    if let files = listings[bundle] { return files }
    var reader = try ask(.askFiles, .files) { $0.add(bundle) }
    let files = try understood { () throws(WireError) in
      try reader.list { (reader) throws(WireError) in
        CheckerFileEntry(path: try reader.text(), type: try reader.word(CheckerFileType.self))
      }
    }
    listings[bundle] = files
    return files
  }

  func status(of path: String, in bundle: Int) throws(CheckerReadError) -> CheckerFileStatus {
    var reader = try ask(.askStatus, .status) { writer in
      writer.add(bundle)
      writer.add(path)
    }
    return try understood { () throws(WireError) in
      CheckerFileStatus(
        type: try reader.word(CheckerFileType.self), mode: UInt32(truncatingIfNeeded: try reader.number()),
        size: try reader.number())
    }
  }

  func size(of path: String, in bundle: Int) throws(CheckerReadError) -> UInt64 {
    var reader = try ask(.askSize, .size) { writer in
      writer.add(bundle)
      writer.add(path)
    }
    return try understood { () throws(WireError) in try reader.number() }
  }

  /// The maximum number of bytes in one question.
  static let pieceSize = 1 << 20

  func read(
    _ path: String, in bundle: Int, at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CheckerReadError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let wanted = min(Self.pieceSize, buffer.count - filled)
      let (position, overflow) = offset.addingReportingOverflow(UInt64(filled))
      if overflow { break }
      var reader = try ask(.askContent, .content) { writer in
        writer.add(bundle)
        writer.add(path)
        writer.add(position)
        writer.add(wanted)
      }
      let bytes = try understood { () throws(WireError) in try reader.block() }
      guard bytes.count <= wanted else { throw .unreadable("the program's answer is malformed") }
      UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<(filled + bytes.count)]).copyBytes(from: bytes)
      filled += bytes.count
      if bytes.count < wanted { break }
    }
    return filled
  }
}
