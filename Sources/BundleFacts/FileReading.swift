package import Basics
package import Bundles
package import FileFacts
package import PropertyLists

/// One reading of a file. It is kept with its price, so that a fact costs every rule the same, even if another rule read it first.
package struct FileReading<Facts> {
  package enum Outcome {
    case found(Facts)
    /// The file has another form, or is not a regular file.
    case none
    /// It starts like a file of this form, but is malformed.
    case malformed(FileFactError)
    case failed(ReadFailure)
  }

  package let outcome: Outcome
  package let fuel: UInt64

  package init(outcome: Outcome, fuel: UInt64) { (self.outcome, self.fuel) = (outcome, fuel) }

  package var facts: Facts? { if case .found(let facts) = outcome { facts } else { nil } }

  /// Why there are no facts, though there might be; nil otherwise.
  package var failure: ReadFailure? {
    switch outcome {
    case .found, .none: nil
    case .malformed(let error): ReadFailure(error)
    case .failed(let failure): failure
    }
  }
}

extension Bundle {
  /// Reads facts of the file at a path, which costs a unit of fuel for each `bytesPerUnit`. `entry` is the file's entry from a walk, which
  /// contains the way to it.
  package func reading<Facts>(
    of path: String, bytesPerUnit: UInt64, entry: FileTree.Entry? = nil,
    _ read: (any ByteSource, String) throws(FileFactError) -> Facts?
  ) -> FileReading<Facts> {
    let way = entry.map { files.price(to: $0) } ?? files.price(to: path)
    let source: MeteredSource
    do throws(StorageError) {
      source = MeteredSource(try files.source(of: path))
    } catch {
      // A path that is not a regular file has no content, and a link to a directory leads to none.
      let isNoFile = error.code == .notAFile || error.isAbsence
      return .init(outcome: isNoFile ? .none : .failed(ReadFailure(error, reason: error.reason)), fuel: 500 + way)
    }
    let outcome: FileReading<Facts>.Outcome
    do throws(FileFactError) {
      outcome = try read(source, self.path.isEmpty ? path : "\(self.path)/\(path)").map { .found($0) } ?? .none
    } catch {
      outcome = error.code == .malformed ? .malformed(error) : .failed(ReadFailure(error, reason: error.message))
    }
    return .init(outcome: outcome, fuel: way + source.price(bytesPerUnit: bytesPerUnit))
  }
}

extension MeteredSource {
  /// The size of the first read, in bytes: the header of most files.
  private static let firstLook: UInt64 = 4096

  /// The fuel for what has been read. The first look costs about half of the time it takes, so that a rule can afford it for every file of
  /// a large bundle.
  package func price(bytesPerUnit: UInt64) -> UInt64 {
    let rest = bytes > Self.firstLook ? bytes - Self.firstLook : 0
    return 500 + reads * 100 + rest / bytesPerUnit
  }
}

/// Why something could not be read, as rules get it.
package struct ReadFailure: Error {
  package let message: String
  /// The code of the limit that was reached; nil for any other reason.
  package let limit: String?
  /// The message without the file, if it is known.
  package let reason: String?

  package init(_ message: String, limit: String? = nil, reason: String? = nil) {
    (self.message, self.limit, self.reason) = (message, limit, reason)
  }

  package init<Code>(_ error: Diagnostic<Code>, saying message: String? = nil, reason: String? = nil) {
    self.init(message ?? error.description, limit: error.isLimit ? error.code.rawValue : nil, reason: reason)
  }
}

extension FileTree {
  /// The fuel for looking up a path, in addition to that for the call: a few steps, links included, are part of its price.
  package func price(to path: String) -> UInt64 { Self.price(ofSteps: steps(to: path)) }

  package func price(to entry: Entry) -> UInt64 { Self.price(ofSteps: steps(to: entry)) }

  private static func price(ofSteps steps: Int) -> UInt64 { steps > 64 ? UInt64(steps - 64) * 300 : 0 }
}
