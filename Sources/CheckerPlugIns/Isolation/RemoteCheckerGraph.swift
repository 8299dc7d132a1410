import Basics
internal import PropertyLists

final class RemoteCheckerGraph: CheckerGraph {
  private let channel: WorkerChannel
  private var known: [Int: CheckerFacts] = [:]
  private var listings: [Int: [CheckerFileEntry]] = [:]

  init(_ channel: WorkerChannel) { self.channel = channel }

  /// Stores facts that the program sends in advance.
  func learn(_ facts: CheckerFacts, of bundle: Int) { known[bundle] = facts }

  /// Asks a question, and reads the answer, which must be of the kind `answer`.
  private func ask<Answer>(
    _ question: WorkerMessage, _ payload: WireWriter, _ answer: WorkerMessage,
    _ read: (inout WireReader) throws(WireError) -> Answer
  ) throws(CheckerReadError) -> Answer {
    do {
      try channel.send(question, payload.bytes)
      let (message, payload) = try channel.receive()
      var reader = WireReader(payload)
      if message == .unreadable { throw try CheckerReadError(&reader) }
      guard message == answer else { throw WireError() }
      return try mapError(try read(&reader)) { (_: WireError) in
        CheckerReadError.unreadable("the program's answer is malformed")
      }
    } catch let error as CheckerReadError {
      throw error
    } catch {
      throw .unreadable("the program does not answer")
    }
  }

  private func ask<Answer: WireValue>(
    _ question: WorkerMessage, _ payload: WireWriter, _ answer: WorkerMessage
  ) throws(CheckerReadError) -> Answer {
    try ask(question, payload, answer) { (reader) throws(WireError) in try reader.value() }
  }

  func facts(of bundle: Int) throws(CheckerReadError) -> CheckerFacts? {
    if let facts = known[bundle] { return facts }
    let facts: CheckerFacts? = try ask(.askFacts, WireWriter(bundle), .facts)
    known[bundle] = facts
    return facts
  }

  func files(of bundle: Int) throws(CheckerReadError) -> [CheckerFileEntry] {
    if let files = listings[bundle] { return files }
    let files: [CheckerFileEntry] = try ask(.askFiles, WireWriter(bundle), .files)
    listings[bundle] = files
    return files
  }

  func status(of path: String, in bundle: Int) throws(CheckerReadError) -> CheckerFileStatus {
    try ask(.askStatus, WireWriter(bundle, path), .status)
  }

  func size(of path: String, in bundle: Int) throws(CheckerReadError) -> UInt64 {
    try ask(.askSize, WireWriter(bundle, path), .size)
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
      let bytes = try ask(.askContent, WireWriter(bundle, path, position, wanted), .content) {
        (reader) throws(WireError) in try reader.block()
      }
      guard bytes.count <= wanted else { throw .unreadable("the program's answer is malformed") }
      UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<(filled + bytes.count)]).copyBytes(from: bytes)
      filled += bytes.count
      if bytes.count < wanted { break }
    }
    return filled
  }
}
