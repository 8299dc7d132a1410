import FileFacts
import Testing

@testable import BinaryChecker

/// The checker as the program calls it.
@Suite struct HostBundleTests {
  private static func run(_ change: (inout MemoryBundle) -> Void) throws -> [String] {
    let host = try MemoryHost(MemoryBundle(change))
    #expect(host.run() == 0)
    #expect(host.failure == nil)
    return host.findings
  }

  @Test func aSoundApplication() throws {
    #expect(try Self.run { $0.app = MemoryBundle.universal() } == [])
  }

  @Test func places() throws {
    let found = try Self.run {
      $0.values["LSMinimumSystemVersion"] = .text("11.0")
      $0.app = MemoryBundle.arm { $0.add(0x8000_001C, [12], text: "/opt/lib") }
    }
    #expect(
      found == [
        "LSMinimumSystemVersion: LSMinimumSystemVersion is 11.0, the code for arm64 needs 13.0",
        "Contents/MacOS/App: the code for arm64 looks for libraries in /opt/lib, which is a folder of the build machine",
      ])
  }

  @Test func nestedBundlesAreLeftAlone() throws {
    let kit = "Contents/Frameworks/Kit.framework"
    for (nested, count) in [([], 1), ([kit], 0)] {
      let found = try Self.run {
        $0.app = MemoryBundle.arm()
        $0.nestedBundles = nested
        $0.contents[kit + "/Kit"] = [0xCF, 0xFA, 0xED, 0xFE]
      }
      #expect(found.count == count)
    }
  }

  /// Sizes about powers of two, which are looked for.
  @Test(arguments: [0, 1, 2, 3, 31, 32, 33, 1023, 1024, 1025, 70_000])
  func theSizeOfWhatALinkLeadsTo(_ size: Int) throws {
    let head = MemoryBundle.arm { $0.segment(offset: 0, size: 0) }.count
    let code = MemoryBundle.arm { $0.segment(offset: 0, size: UInt64(head + size)) }
    let sound = code + [UInt8](repeating: 0, count: size)
    for (bytes, count) in [(sound, 0), (Array(sound.dropLast()), 1)] {
      let found = try Self.run {
        $0.links = ["Contents/MacOS/App": "Contents/Resources/code"]
        $0.contents["Contents/Resources/code"] = bytes
      }
      // Once by the link, and when it is malformed for the file as well.
      #expect(found.count == count * 2, "\(found)")
      #expect(found.allSatisfy { $0.contains("the Mach-O file is malformed") })
    }
  }

  @Test func aLinkToNothing() throws {
    let found = try Self.run { $0.links = ["Contents/MacOS/App": "Contents/MacOS/Gone"] }
    #expect(found == ["CFBundleExecutable: the executable Contents/MacOS/App does not exist"])
  }

  @Test func whatCannotBeReadFails() throws {
    let host = try MemoryHost(
      MemoryBundle {
        $0.app = MemoryBundle.universal()
        $0.unreadable["Contents/MacOS/App"] = 0
      })
    #expect(host.run() == 6)
    #expect(host.failure == "the disk is gone")
  }
}
