package import BuildRecords
import PolicyTestSupport
import ReleaseLedger
import Reports

extension BuildEntry {
  /// An entry to change in one place.
  package static func sample(
    product: String = "com.x.app", identifier: String? = nil, platform: String? = "macos", path: String = "",
    shortVersion: String? = "1.2.3", build: String? = "456", verdict: Verdict = .pass, policies: [Policy] = [],
    waivers: [Waiver] = [], labels: [Label] = [], info: [UInt8]? = nil, entitlements: [UInt8]? = nil,
    digestByte: UInt8 = 0xAB
  ) -> BuildEntry {
    guard let digest = ContentDigest(bytes: [UInt8](repeating: digestByte, count: 32)) else {
      preconditionFailure("32 bytes are a digest")
    }
    return BuildEntry(
      product: product, identifier: identifier ?? product, platform: platform,
      kind: path.isEmpty ? "application" : "extension", name: "App", path: path, shortVersion: shortVersion,
      build: build, digest: digest, verdict: verdict, policies: policies, waivers: waivers, tool: "bundlepolicy 1.0",
      labels: labels,
      info: info ?? Array(PropertyListText.document("<key>CFBundleName</key><string>App</string>").utf8),
      entitlements: entitlements)
  }
}

extension BuildEntry {
  /// A row about the build in another one.
  package func about(
    _ target: Int64, _ kind: BuildMark.Kind, because reason: String? = nil, labels: [Label] = []
  ) -> BuildEntry {
    var entry = self
    (entry.mark, entry.labels, entry.info) = (BuildMark(kind, of: target, because: reason), labels, [])
    return entry
  }
}

extension RecordedBuild {
  /// The build with rows about it.
  package func with(_ marks: [RecordedBuild]) -> RecordedBuild {
    var build = self
    build.marks = marks
    return build
  }

  /// 2026-01-02T03:04:05.678Z.
  package static let sampleTime: Int64 = 1_767_323_045_678

  /// The row at a position; its time is `sampleTime` unless given.
  package static func sample(_ sequence: Int64, time: Int64 = sampleTime, _ entry: BuildEntry = .sample())
    -> RecordedBuild
  {
    RecordedBuild(
      sequence: sequence, time: time, entry: entry,
      previousHash: [UInt8](repeating: UInt8(truncatingIfNeeded: sequence &- 1), count: 32),
      hash: [UInt8](repeating: UInt8(truncatingIfNeeded: sequence), count: 32))
  }
}
