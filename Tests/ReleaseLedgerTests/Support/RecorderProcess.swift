import Basics
import PolicyTestSupport

/// A `LedgerRecorder` that runs beside the test.
final class RecorderProcess {
  /// A row that it said the ledger holds.
  struct Acknowledgement: Hashable {
    let sequence: Int64
    let hash: String
    let isNew: Bool
  }

  private let folder: TemporaryFolder
  private let id: pid_t
  private var status: Int32?

  /// It is next to the test bundle.
  static let program: String = {
    for argument in CommandLine.arguments where argument.contains(".xctest") {
      let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
      guard let bundle = parts.firstIndex(where: { $0.hasSuffix(".xctest") }) else { continue }
      let candidate = (parts[..<bundle] + ["LedgerRecorder"]).joined(separator: "/")
      if access(candidate, X_OK) == 0 { return candidate }
    }
    return ".build/debug/LedgerRecorder"
  }()

  /// The same from any folder.
  static func absoluteProgram() throws -> String {
    guard let real = FileSystem.realPath(program) else { throw RecorderFailure(message: "\(program) is not built") }
    return real
  }

  /// Starts it; see its main.swift for the arguments.
  init(
    _ location: String, name: String, first: Int = 1, count: Int = .max / 2, contents: String = "", limit: Int? = nil,
    cache: String = "/nonexistent", withdraws: Bool = false
  )
    throws
  {
    folder = try TemporaryFolder()
    let output = open(folder("out"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    let errors = open(folder("errors"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer {
      close(output)
      close(errors)
    }
    let words =
      [Self.program] + (withdraws ? ["withdraw"] : []) + [location, name, "\(first)", "\(count)"]
      + (withdraws ? [] : [contents]) + (limit.map { ["\($0)"] } ?? [])
    do throws(SystemError) {
      id = try Subprocess.start(
        words[0], words,
        environment: ["PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no", "BUNDLEPOLICY_CACHE=\(cache)"].map {
          Array($0.utf8CString)
        },
        moves: [(output, 1), (errors, 2)], isolation: .shared)
    } catch {
      throw RecorderFailure(message: "\(words[0]) can't be started: \(error.text)")
    }
  }

  deinit { if status == nil { kill() } }

  /// Ends it at once, wherever it is.
  func kill() {
    if status != nil { return }
    _ = signalProcess(id, SIGKILL)
    wait()
  }

  /// The exit status; 128 and the signal's number when a signal ended it.
  @discardableResult func wait() -> Int32 {
    if let status { return status }
    let result = Subprocess.exitStatus(Subprocess.wait(for: id))
    status = result
    return result
  }

  /// The complete lines of its output.
  func lines() throws -> [String] {
    let text = try folder.text("out")
    return text[..<(text.lastIndex(of: "\n") ?? text.startIndex)].split(separator: "\n").map(String.init)
  }

  /// The rows that it said the ledger holds.
  func acknowledged() throws -> [Acknowledgement] {
    try lines().compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3, let sequence = Int64(words[0]) else { return nil }
      return Acknowledgement(sequence: sequence, hash: String(words[1]), isNew: words[2] == "new")
    }
  }

  /// Its error output.
  func errors() -> String { (try? folder.text("errors")) ?? "what it said can't be read" }
}

struct RecorderFailure: Error {
  let message: String
}

// A method called `kill` hides the function.
private func signalProcess(_ id: pid_t, _ signal: Int32) -> Int32 { kill(id, signal) }
