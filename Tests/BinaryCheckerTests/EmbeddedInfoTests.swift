import FileFacts
import Testing

@testable import BinaryChecker

@Suite struct EmbeddedInfoTests {
  private static func list(_ entries: String) -> [UInt8] { Array("{ \(entries) }".utf8) }

  private static func embedding(_ entries: String) -> @Sendable (inout MemoryBundle) -> Void {
    {
      $0.values["CFBundleVersion"] = .text("42")
      $0.app = MemoryBundle.universal { $0.embeddedInfo = list(entries) }
    }
  }

  static let cases = [
    Case("the same", of: embedding("CFBundleIdentifier = \"com.example.app\"; CFBundleVersion = 42;")),
    Case("what the other has not", of: embedding("CFBundleName = App; LSUIElement = 1;")),
    Case(
      "another identifier",
      finds:
        "Contents/MacOS/App: the code for x86_64 and arm64 contains a CFBundleIdentifier of \"com.example.old\", but Info.plist "
        + "has \"com.example.app\"", of: embedding("CFBundleIdentifier = \"com.example.old\";")),
    Case(
      "another version",
      finds: "Contents/MacOS/App: the code for x86_64 and arm64 contains a CFBundleVersion of \"41\", but Info",
      of: embedding("CFBundleVersion = 41;")),
    Case(
      "no text",
      finds: "Contents/MacOS/App: the code for x86_64 and arm64 contains a CFBundleVersion of a value of type array",
      of: embedding("CFBundleVersion = (42);")),
    Case(
      "another release", finds: "Contents/MacOS/App: the code for x86_64 and arm64 contains a CFBundleShortVersionSt"
    ) {
      embedding("CFBundleShortVersionString = \"1.0\";")(&$0)
      $0.values["CFBundleShortVersionString"] = .text("1.1")
    },
    Case("another name", finds: "Contents/MacOS/App: the code for x86_64 and arm64 contains a CFBundleName of \"Old\"")
    {
      embedding("CFBundleName = Old;")(&$0)
      $0.values["CFBundleName"] = .text("New")
    },
    Case("in one slice of two", finds: "Contents/MacOS/App: the code for arm64 contains a CFBundleIdentifier of") {
      $0.app = MemoryBundle.universal {
        $0.embeddedInfo = list("CFBundleIdentifier = \($0.cpuSubtype == 3 ? "com.example.app" : "other");")
      }
      $0.values["CFBundleIdentifier"] = .text("com.example.app")
    },
    Case(
      "malformed",
      finds: "Contents/MacOS/App: the code for arm64 contains an information property list that cannot be read: 1:"
    ) { $0.app = MemoryBundle.arm { $0.embeddedInfo = Array("<plist><dict>".utf8) } },
    Case(
      "no dictionary",
      finds: "Contents/MacOS/App: the code for arm64 contains an information property list that cannot be"
        + " read: its root is of type array"
    ) { $0.app = MemoryBundle.arm { $0.embeddedInfo = Array("(a)".utf8) } },
    Case(
      "outside", finds: "Contents/MacOS/App: the code for arm64 contains an information property list that cannot be"
    ) {
      $0.app = MemoryBundle.arm { $0.infoSection(offset: .max, size: 1) }
    },
    Case("encrypted") {
      $0.app = MemoryBundle.arm {
        $0.embeddedInfo = [1, 2, 3]
        $0.add(0x2C, 0, 0, 1, 0)
      }
    },
    Case("a tool with its own identifier") {
      $0.app = MemoryBundle.arm()
      $0.contents["Contents/MacOS/tool"] = MemoryBundle.arm { $0.embeddedInfo = list("CFBundleIdentifier = tool;") }
    },
    Case(
      "a tool with a malformed one", finds: "Contents/MacOS/tool: the code for arm64 contains an information property"
    ) {
      $0.app = MemoryBundle.arm()
      $0.contents["Contents/MacOS/tool"] = MemoryBundle.arm { $0.embeddedInfo = [0] }
    },
  ]

  @Test(arguments: cases) func judges(_ sample: Case) throws { try sample.run() }
}
