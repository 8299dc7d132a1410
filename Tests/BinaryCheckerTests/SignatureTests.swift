import FileFacts
import Testing

@testable import BinaryChecker

@Suite struct SignatureTests {
  private static func signed(
    _ change: @escaping @Sendable (inout SampleSignature) -> Void
  ) -> @Sendable (inout MemoryBundle) -> Void {
    { $0.app = MemoryBundle.universal { $0.signature = SampleSignature(change).bytes } }
  }

  /// As lipo joins two builds: Intel's as the first says, Apple's as the second.
  private static func joined(
    _ intel: SampleSignature?, _ arm: SampleSignature?
  ) -> @Sendable (inout MemoryBundle) -> Void {
    { $0.app = MemoryBundle.universal { $0.signature = ($0.cpuSubtype == 3 ? intel : arm)?.bytes } }
  }

  private static let unsigned: @Sendable (inout MemoryBundle) -> Void = { $0.app = MemoryBundle.universal() }
  private static let adHoc = signed { _ in }
  private static let identified = signed { ($0.flags, $0.isCertified, $0.team) = (0x1_0000, true, "ABCDE12345") }
  private static let linker = SampleSignature { ($0.flags, $0.identifier) = (0x2_0002, "App") }
  private static let start = "Contents/MacOS/App: the code for x86_64 and arm64 "

  static let cases = [
    Case("none", of: unsigned), Case("ad hoc", of: adHoc), Case("identified", of: identified),
    Case("the linker's has its own name", of: joined(linker, linker)),
    Case("as builds are", of: joined(nil, linker)),
    Case(
      "of another bundle", finds: start + "is signed as com.example.old, but CFBundleIdentifier is com.example.app",
      of: signed { $0.identifier = "com.example.old" }),
    Case("of a tool") {
      $0.app = MemoryBundle.arm()
      $0.contents["Contents/MacOS/tool"] = MemoryBundle.arm {
        $0.signature = SampleSignature { $0.identifier = "tool" }.bytes
      }
    },
    Case("without an identifier to compare") {
      signed { $0.identifier = "com.example.old" }(&$0)
      $0.values["CFBundleIdentifier"] = nil
    },
    Case("present, none", finds: start + "is not signed", with: { $0.signature = .present }, of: unsigned),
    Case("present, ad hoc", with: { $0.signature = .present }, of: adHoc),
    Case("present, the linker's", with: { $0.signature = .present }, of: joined(linker, linker)),
    Case(
      "present, in a library", finds: "Contents/Frameworks/a.dylib: the code for arm64 is not signed",
      with: { $0.signature = .present }
    ) {
      $0.app = MemoryBundle.arm { $0.signature = SampleSignature().bytes }
      $0.contents["Contents/Frameworks/a.dylib"] = MemoryBundle.arm { $0.fileType = 6 }
    },
    Case("identified, none", finds: start + "is not signed", with: { $0.signature = .identified }, of: unsigned),
    Case("identified, ad hoc", finds: start + "is signed ad hoc", with: { $0.signature = .identified }, of: adHoc),
    Case(
      "identified, no flag and no certificate", finds: start + "is signed ad hoc", with: { $0.signature = .identified },
      of: signed { $0.flags = 0 }),
    Case(
      "identified, the linker's", finds: start + "is signed only by the linker", with: { $0.signature = .identified },
      of: joined(linker, linker)),
    Case("identified, with a certificate", with: { $0.signature = .identified }, of: identified),
    Case("the team", with: { $0.team = "ABCDE12345" }, of: identified),
    Case(
      "another team", finds: start + "is signed by the team ABCDE12345", with: { $0.team = "ZZZZZ12345" },
      of: identified),
    Case(
      "no team", finds: start + "is signed without a team", with: { $0.team = "ZZZZZ12345" },
      of: signed { ($0.flags, $0.isCertified) = (0, true) }),
    Case("a team and no signature", finds: start + "is not signed", with: { $0.team = "ZZZZZ12345" }, of: unsigned),
    Case("hardened", with: { $0.hardenedRuntime = true }, of: identified),
    Case(
      "not hardened", finds: start + "is not signed for the hardened runtime", with: { $0.hardenedRuntime = true },
      of: adHoc
    ),
    Case(
      "not even signed", finds: start + "is not signed for the hardened runtime", with: { $0.hardenedRuntime = true },
      of: unsigned),
    Case("a library that is not hardened", with: { $0.hardenedRuntime = true }) {
      identified(&$0)
      $0.contents["Contents/Frameworks/a.dylib"] = MemoryBundle.universal { $0.fileType = 6 }
    },
    Case("not hardened on iOS", with: { $0.hardenedRuntime = true }) {
      $0.platform = "ios"
      $0.app = MemoryBundle.code(for: 2)
    },
    Case(
      "one slice of two",
      finds: "Contents/MacOS/App: the code for x86_64 is not signed, but the code for arm64 is signed by codesign",
      of: joined(nil, SampleSignature())),
    Case(
      "the linker's and codesign's",
      finds:
        "Contents/MacOS/App: the code for arm64 is signed only by the linker, but the code for x86_64 is signed by codesign",
      of: joined(SampleSignature(), linker)),
    Case(
      "two signatures",
      finds:
        "Contents/MacOS/App: the code for arm64 is signed differently (com.example.app, ad hoc, flags 0x10002) from the code"
        + " for x86_64 (com.example.app, ad hoc, flags 0x2)",
      of: joined(SampleSignature(), SampleSignature { $0.flags = 0x1_0002 })),
    Case(
      "malformed",
      finds: start + "has a code signature that cannot be read: the identifier in the code directory has no end",
      of: signed { $0.isTerminated = false }),
    Case("outside", finds: "Contents/MacOS/App: the code for arm64 has a code signature that cannot be read: the code")
    {
      $0.app = MemoryBundle.arm { $0.add(0x1D, .max, .max) }
    },
  ]

  @Test(arguments: cases) func judges(_ sample: Case) throws { try sample.run() }
}
