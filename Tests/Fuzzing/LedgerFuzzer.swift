import BuildRecords
import Glibc
import PropertyLists
import ReleaseLedger

/// libFuzzer's entry point: any lines must give a ledger that exports the same lines, or an error and no ledger; a damaged file must give
/// results or an error, and must not change. `Scripts/fuzz` builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLedgers(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  guard let manner = input.first else { return 0 }
  if manner & 1 == 0 { exchange(Array(input.dropFirst())) } else { damage(Array(input.dropFirst())) }
  return 0
}

private let folder: String = {
  // In memory if possible, because each input makes a file.
  var template = Array("/dev/shm/ledger-fuzzing-XXXXXX".utf8CString)
  if mkdtemp(&template) == nil { template = Array("/tmp/ledger-fuzzing-XXXXXX".utf8CString) }
  if mkdtemp(&template) == nil && errno != EINVAL { fatalError("no folder to work in") }
  return template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "." }
}()

private func exchange(_ text: [UInt8]) {
  let path = folder + "/new.db"
  unlink(path)
  let location = LedgerLocation(.file(path))
  var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)[...]
  if lines.last?.isEmpty == true { lines.removeLast() }
  let given = lines
  do throws(LedgerError) {
    _ = try Ledger.importing({ () throws(LedgerError) in lines.popFirst() }, file: "input", into: location, time: 0)
    let ledger = try Ledger.open(location)
    let verified = try ledger.verify()
    precondition(verified.defects.isEmpty, "imported, and not whole")
    var written: [UInt8] = []
    _ = try ledger.export { (bytes: [UInt8]) throws(LedgerError) in written += bytes }
    precondition(written.split(separator: 0x0A).count == given.count, "other rows than were imported")
  } catch {
    precondition(!error.message.isEmpty, "an error without a message")
  }
}

/// The bytes of a ledger with some rows.
private let sample: [UInt8] = {
  let path = folder + "/sample.db"
  let location = LedgerLocation(.file(path))
  guard let (ledger, _) = try? Ledger.prepare(location, time: 1),
    let digest = ContentDigest(bytes: .init(repeating: 7, count: 32))
  else { fatalError("no ledger to damage") }
  for build in ["1", "1.10", "x", "2"] {
    let entry = BuildEntry(
      product: "com.x.app", identifier: "com.x.app", platform: "macos", kind: "application", name: "App", path: "",
      shortVersion: "1.0", build: build, digest: digest, verdict: build == "x" ? .fail : .pass,
      policies: [.init(id: "p", version: "1", digest: "sha256:00")], waivers: [], tool: "fuzzer",
      labels: [.init(name: "commit", value: "1a")], info: Array("bplist00".utf8), entitlements: nil)
    guard let snapshot = try? ledger.snapshot(of: [], names: []),
      (try? ledger.record([entry], unlessChangedSince: snapshot, time: 2)) != nil
    else { fatalError("nothing was recorded") }
  }
  return read(path)
}()

/// Queries the sample with some bytes changed; it must not change further. Each patch has a position in two bytes, and the new byte.
private func damage(_ patches: [UInt8]) {
  var bytes = sample
  for start in stride(from: 0, to: patches.count - 2, by: 3) {
    bytes[(Int(patches[start]) << 8 | Int(patches[start + 1])) % bytes.count] = patches[start + 2]
  }
  let path = folder + "/damaged.db"
  write(bytes, to: path)
  do throws(LedgerError) {
    let ledger = try Ledger.open(LedgerLocation(.file(path)))
    let subject = LedgerSubject(product: "com.x.app", identifier: "com.x.app", platform: "macos", shortVersion: "1.0")
    let question = VersionQuestion(subject, field: .build, dialect: .apple, scope: .release)
    attempt { _ = try ledger.verify() }
    attempt { _ = try ledger.highest(question) }
    attempt { _ = try ledger.builds(of: subject, before: nil, count: 10) }
    attempt { _ = try ledger.log(LedgerFilter(), limit: 10) }
  } catch {
    precondition(!error.message.isEmpty, "an error without a message")
  }
  precondition(read(path) == bytes, "it was changed")
}

/// Runs code that may fail with an error message.
private func attempt(_ body: () throws -> Void) {
  do {
    try body()
  } catch {
    precondition((error as? LedgerError)?.message.isEmpty == false, "an error without a message")
  }
}

private func read(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  let count = fread(&bytes, 1, bytes.count, file)
  return Array(bytes.prefix(count))
}

private func write(_ bytes: [UInt8], to path: String) {
  guard let file = fopen(path, "w") else { return }
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}
