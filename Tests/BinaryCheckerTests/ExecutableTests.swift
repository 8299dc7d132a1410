import CheckerKit
import FileFacts
import Testing

@testable import BinaryChecker

@Suite struct ExecutableTests {
  @Test func hasAnIdentity() {
    #expect(BinaryChecker.identity.identifier == "bundlepolicy.binaries")
  }

  static let cases = [
    Case("a sound application") { $0.app = MemoryBundle.universal() },
    Case("a missing executable", finds: "CFBundleExecutable: the executable Contents/MacOS/App does not exist") { _ in
    },
    Case("a link to nothing", finds: "CFBundleExecutable: the executable Contents/MacOS/App does not exist") {
      $0.links = ["Contents/MacOS/App": "Contents/MacOS/Gone"]
    },
    Case("a folder", finds: "Contents/MacOS/App: the executable is not a regular file") {
      $0.contents["Contents/MacOS/App/file"] = [1]
    },
    Case("no executable named", finds: "CFBundleExecutable: Info.plist does not name an executable") {
      $0.executable = nil
      $0.values["CFBundleExecutable"] = nil
    },
    Case(
      "a number for a name",
      finds: "CFBundleExecutable: CFBundleExecutable is a value of type integer, which is not a file of the bundle"
    ) {
      ($0.kind, $0.executable) = ("plugin", nil)
      $0.values["CFBundleExecutable"] = .other("integer")
    },
    Case("a bundle of resources") {
      ($0.kind, $0.executable) = ("plugin", nil)
      $0.values["CFBundleExecutable"] = nil
      $0.contents["Contents/Resources/a.txt"] = [1, 2]
    },
    Case("a property list") { $0.kind = "plist" },
    Case("no Mach-O file", finds: "Contents/MacOS/App: the executable is not a Mach-O file") {
      $0.app = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0]
    },
    Case("an empty file", finds: "Contents/MacOS/App: the executable is empty") { $0.app = [] },
    Case("a Java class", finds: "Contents/MacOS/App: the executable is not a Mach-O file") {
      $0.app = [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52, 0, 22, 10, 0]
    },
    Case("a script", finds: "Contents/MacOS/App: warning: the executable is a script") {
      $0.app = Array("#!/bin/sh\n".utf8)
    },
    Case("a script on iOS", finds: "Contents/MacOS/App: the executable is a script") {
      $0.platform = "ios"
      $0.app = Array("#!/bin/sh\n".utf8)
    },
    Case("a library", finds: "Contents/MacOS/App: the code for x86_64 and arm64 is of type dylib") {
      $0.app = MemoryBundle.universal { $0.fileType = 6 }
    },
    Case("a framework") {
      $0.kind = "framework"
      $0.app = MemoryBundle.universal { $0.fileType = 6 }
    },
    Case("a program as framework", finds: "Contents/MacOS/App: the code for x86_64 and arm64 is of type execute") {
      $0.kind = "framework"
      $0.app = MemoryBundle.universal()
    },
    Case("a framework of static code") {
      $0.kind = "framework"
      $0.app = Array("!<arch>\nrest".utf8)
    },
    Case("a framework of static code for several") {
      $0.kind = "framework"
      $0.app = SampleMachO.fat([(0x0100_000C, 0, Array("!<arch>\nrest".utf8))])
    },
    Case("a malformed executable", finds: "Contents/MacOS/App: the Mach-O file is malformed at byte 20: the header") {
      $0.app = SampleMachO { $0.statedSize = 1 }.bytes
    },
    Case("a malformed library", finds: "Contents/Frameworks/a.dylib: the Mach-O file is malformed at byte 0: the") {
      $0.app = MemoryBundle.universal()
      $0.contents["Contents/Frameworks/a.dylib"] = [0xCF, 0xFA, 0xED, 0xFE]
    },
    Case("what lies in a nested bundle") {
      $0.app = MemoryBundle.universal()
      $0.nestedBundles = ["Contents/Frameworks/Kit.framework"]
      $0.contents["Contents/Frameworks/Kit.framework/Versions/A/Kit"] = [0xCF, 0xFA, 0xED, 0xFE]
    },
    Case("what lies beside a nested bundle", finds: "Contents/Frameworks/Kit.framework2/Kit: the Mach-O file is") {
      $0.app = MemoryBundle.universal()
      $0.nestedBundles = ["Contents/Frameworks/Kit.framework"]
      $0.contents["Contents/Frameworks/Kit.framework2/Kit"] = [0xCF, 0xFA, 0xED, 0xFE]
    },
    Case("an executable by a link is judged once", finds: "Contents/MacOS/App: the code for x86_64 and arm64 looks") {
      $0.links = ["Contents/MacOS/App": "Contents/MacOS/Real"]
      $0.contents["Contents/MacOS/Real"] = MemoryBundle.universal { $0.add(0x8000_001C, [12], text: "/opt/lib") }
    },
    Case("objects and debug symbols") {
      $0.app = MemoryBundle.universal()
      $0.contents["Contents/Resources/a.o"] = MemoryBundle.arm { $0.fileType = 1 }
      $0.contents["Contents/Resources/a.dwarf"] = MemoryBundle.code(for: 2, type: 10)
    },
  ]

  @Test(arguments: cases) func judges(_ sample: Case) throws { try sample.run() }

  /// What can't be read is no finding and no pass.
  @Test func whatCannotBeRead() throws {
    let bundle = MemoryBundle {
      $0.app = MemoryBundle.universal()
      $0.contents["Contents/Frameworks/a.dylib"] = MemoryBundle.arm { $0.tail = [UInt8](repeating: 0, count: 9000) }
    }
    for path in ["Contents/MacOS/App", "Contents/Frameworks/a.dylib"] {
      var damaged = bundle
      damaged.unreadable[path] = 0
      let error = #expect(throws: CheckerError.self) { try damaged.judged() }
      #expect(error?.description == "\(path) cannot be read: the disk is gone")
    }
  }

  /// A slice behind what can be read is an error as well, and not a malformed file.
  @Test func aSliceThatCannotBeRead() throws {
    let intel = MemoryBundle.intel { $0.tail = [UInt8](repeating: 0, count: 9000) }
    let bundle = MemoryBundle {
      $0.app = SampleMachO.fat([(0x0100_0007, 3, intel), (0x0100_000C, 0, MemoryBundle.arm())])
      $0.unreadable["Contents/MacOS/App"] = 5000
    }
    #expect(throws: CheckerError.self) { try bundle.judged() }
  }

  /// A signature or an embedded list behind what can be read is an error as well.
  @Test func partsThatCannotBeRead() throws {
    for change: (inout SampleMachO) -> Void in [
      { $0.signature = SampleSignature().bytes }, { $0.embeddedInfo = Array("<plist/>".utf8) },
    ] {
      let bundle = MemoryBundle {
        $0.app = MemoryBundle.arm {
          $0.tail = [UInt8](repeating: 0, count: 9000)
          change(&$0)
        }
        $0.unreadable["Contents/MacOS/App"] = 5000
      }
      #expect(throws: CheckerError.self) { try bundle.judged() }
    }
  }

  @Test func findingsAreBounded() throws {
    let found = try MemoryBundle {
      $0.app = MemoryBundle.arm {
        for number in 0..<300 { $0.add(library: "/opt/lib/lib\(number).dylib") }
      }
    }.judged()
    #expect(found.count == 101)
    #expect(found.last == "Contents/MacOS/App: 200 more findings on this file omitted")
  }

  @Test func listsAreBounded() throws {
    let found = try MemoryBundle {
      $0.app = MemoryBundle.arm {
        $0.commands = []
        for platform in 100..<5000 as Range<UInt32> { $0.add(0x32, platform, 0x1_0000, 0x1_0000, 0) }
      }
    }.judged()
    #expect(found.count == 1)
    #expect(found.first?.contains("platform-111 and more, but the bundle is for macos") == true, "\(found)")
  }

  @Test func messagesAreHarmless() throws {
    let name = "/opt/\u{1B}[2J\n" + String(repeating: "x", count: 5000)
    let found = try MemoryBundle { $0.app = MemoryBundle.arm { $0.add(library: name) } }.judged()
    let message = try #require(found.first)
    #expect(message.contains("is linked with /opt/?[2J?xxx"))
    #expect(message.utf8.count < 400)
  }
}
