import FileFacts
import Testing

@testable import BinaryChecker

/// Whatever a file holds, there are findings or none, and never a crash.
@Suite struct DamageTests {
  private static let whole = MemoryBundle.universal {
    for path in ["@loader_path/../Frameworks", "/opt/lib", "/opt/lib"] { $0.add(0x8000_001C, [12], text: path) }
    for name in ["@rpath/Kit.framework/Kit", "/usr/local/lib/libx.dylib"] { $0.add(library: name) }
    $0.embeddedInfo = Array("{ CFBundleIdentifier = \"com.example.app\"; CFBundleVersion = 41; }".utf8)
    $0.signature = SampleSignature { ($0.team, $0.isCertified) = ("TEAM", true) }.bytes
  }

  private static func judge(_ bytes: [UInt8]) throws -> [String] {
    try MemoryBundle {
      $0.app = bytes
      $0.contents["Contents/Frameworks/libx.dylib"] = bytes
      $0.values["CFBundleVersion"] = .text("42")
    }.judged {
      $0.architectures = ["arm64"]
      ($0.signature, $0.hardenedRuntime) = (.identified, true)
    }
  }

  @Test func everyCut() throws {
    let sound = try Self.judge(Self.whole)
    for count in 0..<Self.whole.count {
      #expect(try Self.judge(Array(Self.whole.prefix(count))) != sound, "\(count)")
    }
  }

  /// The same damage every time.
  @Test func randomDamage() throws {
    var state: UInt64 = 0x5EED_2026
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let values: [UInt8] = [0, 1, 2, 0x2F, 0x40, 0x7F, 0x80, 0xFE, 0xFF]
    for _ in 0..<2_000 {
      var bytes = Self.whole
      for _ in 0...next(6) { bytes[next(bytes.count)] = values[next(values.count)] }
      if next(8) == 0 { bytes.removeLast(next(bytes.count)) }
      _ = try Self.judge(bytes)
    }
  }
}
