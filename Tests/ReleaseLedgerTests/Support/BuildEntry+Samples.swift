import BuildRecords
@testable import ReleaseLedger

extension BuildEntry {
  /// A build of an application that passed. `contents` stands for what it consists of.
  static func sample(
    _ identifier: String = "com.example.app", build: String? = "1", shortVersion: String? = "1.0",
    platform: String? = "macos", contents: String? = nil, verdict: Verdict = .pass, path: String = "",
    product: String? = nil
  ) -> BuildEntry {
    BuildEntry(
      product: product ?? identifier, identifier: identifier, platform: platform, kind: "application", name: "Example",
      path: path, shortVersion: shortVersion, build: build,
      digest: .sample(contents ?? "\(identifier) \(build ?? "-") \(shortVersion ?? "-")"), verdict: verdict,
      policies: [Policy(id: "house", version: nil, digest: "sha256:00")], waivers: [], tool: "bundlepolicy test",
      labels: [Label(name: "commit", value: "c0ffee")], info: Array("bplist00".utf8), entitlements: nil)
  }

  /// Changes some of it.
  func with(_ change: (inout BuildEntry) -> Void) -> BuildEntry {
    var entry = self
    change(&entry)
    return entry
  }

  var subject: LedgerSubject {
    LedgerSubject(
      product: product, identifier: identifier, platform: platform, shortVersion: shortVersion, path: path)
  }
}

extension ContentDigest {
  /// Equal for equal texts.
  static func sample(_ text: String) -> ContentDigest {
    let bytes = RowHash.origin(of: Array(text.utf8))
    guard let digest = ContentDigest(bytes: bytes) else { preconditionFailure("a hash has 32 bytes") }
    return digest
  }
}

/// The code of the error that `body` throws; nil when it throws none.
func code(_ body: () throws -> Void) -> LedgerCode? {
  do { try body() } catch { return (error as? LedgerError)?.code }
  return nil
}

/// The error that `body` throws; nil when it throws none.
func failure(_ body: () throws -> Void) -> LedgerError? {
  do { try body() } catch { return error as? LedgerError }
  return nil
}
