@testable import FileFacts
import Testing

/// Search for libraries in an app with a framework and a library.
@Suite struct LibrarySearchTests {
  private struct Files: LoaderFiles {
    var files = [
      "Frameworks/Kit.framework/Kit", "Frameworks/libb.dylib", "PlugIns/libc.dylib",
      "Frameworks/libswift_Old.dylib", "Frameworks/Inner.framework/Frameworks/libinner.dylib",
      "Frameworks/Inner.framework/Inner",
    ]
    var uncertain = ["Frameworks/link/libx.dylib"]

    func entry(at path: String) -> LoaderEntry {
      if files.contains(path) { return .file }
      if uncertain.contains(path) { return .uncertain }
      return (files + ["Frameworks/Hollow.framework/Resources/x"]).contains { $0.hasPrefix(path + "/") }
        ? .folder : .missing
    }

    func allPaths() -> [String] { files }
  }

  private static let program = LoadedImage(folders: [""], runPaths: ["@executable_path/Frameworks"])
  private static let kit = LoadedImage(folders: ["Frameworks/Kit.framework"], runPaths: [])

  /// Searches for a name from a program with a run path.
  private static func found(_ name: String, below runPath: String = "@executable_path/Frameworks") -> LibraryOutcome {
    var search = LibrarySearch(of: .init(folders: [""], runPaths: [runPath]), isProgram: true, in: Files())
    return search.outcome(of: name)
  }

  @Test(
    arguments: [
      ("/usr/lib/libSystem.B.dylib", .system),
      ("/System/iOSSupport/System/Library/Frameworks/UIKit.framework/UIKit", .system),
      ("/usr/lib/../local/lib/libx.dylib", .foreign), ("/System/Volumes/Data/opt/libx.dylib", .foreign),
      ("/usr/libx/libx.dylib", .foreign), ("libx.dylib", .unknown), ("@rpath", .unknown),
      ("@other/libx.dylib", .unknown),
      ("@rpath/Kit.framework/Kit", .found(path: "Frameworks/Kit.framework/Kit")),
      ("@executable_path/./Frameworks//libb.dylib", .found(path: "Frameworks/libb.dylib")),
      ("@loader_path/PlugIns/../PlugIns/libc.dylib", .found(path: "PlugIns/libc.dylib")),
      ("@rpath/libgone.dylib", .absent(place: "Frameworks/libgone.dylib")),
      ("@rpath/libc.dylib", .misplaced(place: "Frameworks/libc.dylib")),
      ("@rpath/Hollow.framework/Hollow", .hollow(place: "Frameworks/Hollow.framework/Hollow")),
      ("@rpath/link/libx.dylib", .unknown), ("@executable_path/../libx.dylib", .unknown),
      // The loader on the Mac searches /usr/lib last.
      ("@rpath/libz.1.dylib", .unknown), ("@rpath/libswift_Concurrency.dylib", .unknown),
      ("@rpath/libswift_Old.dylib", .found(path: "Frameworks/libswift_Old.dylib")),
    ] as [(String, LibraryOutcome)])
  func ofAProgram(_ name: String, _ outcome: LibraryOutcome) {
    #expect(Self.found(name) == outcome)
  }

  /// Folders outside the bundle, and whether a library may be there.
  @Test(arguments: [
    ("/usr/lib/swift", "libgone.dylib", false), ("/usr/lib/swift", "libswiftGone.dylib", true),
    ("/usr/lib", "libgone.dylib", true), ("/usr/lib", "Gone.framework/Gone", false),
    ("/System/Library/Frameworks", "Gone.framework/Gone", true), ("/Library/Frameworks", "Gone.framework/Gone", true),
    ("/Users/me/Build", "libgone.dylib", false), ("/tmp/x", "libgone.dylib", false),
    ("/Applications/Xcode.app/Contents/Developer/x", "libgone.dylib", false), ("/opt/lib", "libgone.dylib", true),
  ])
  func outside(_ runPath: String, _ rest: String, _ isPossible: Bool) {
    #expect((Self.found("@rpath/" + rest, below: runPath) == .unknown) == isPossible)
  }

  /// The run paths of the loading image also apply to its libraries, relative to the loading image.
  @Test func byTheRunPathsOfLoaders() {
    let inner = LoadedImage(folders: ["Frameworks/Inner.framework"], runPaths: ["@loader_path/Frameworks"])
    var search = LibrarySearch(of: Self.kit, isProgram: false, loaders: [inner, Self.program], in: Files())
    #expect(
      search.outcome(of: "@rpath/libinner.dylib")
        == .found(path: "Frameworks/Inner.framework/Frameworks/libinner.dylib"))
    #expect(search.outcome(of: "@rpath/libb.dylib") == .found(path: "Frameworks/libb.dylib"))
    #expect(search.outcome(of: "@executable_path/Frameworks/libb.dylib") == .found(path: "Frameworks/libb.dylib"))
    #expect(search.outcome(of: "@loader_path/Kit") == .found(path: "Frameworks/Kit.framework/Kit"))
    // Other code may already have loaded a library that the loader does not find.
    #expect(search.outcome(of: "@rpath/libc.dylib") == .unknown)
    #expect(search.outcome(of: "@loader_path/libc.dylib") == .misplaced(place: "Frameworks/Kit.framework/libc.dylib"))
    #expect(search.outcome(of: "@rpath/libgone.dylib") == .absent(place: "Frameworks/libgone.dylib"))
  }

  /// The library of a framework is loaded through its link or from the folder of a version.
  @Test func twoFolders() {
    let image = LoadedImage(folders: ["Frameworks/X.framework/Versions/A", "Frameworks"], runPaths: ["@loader_path"])
    var search = LibrarySearch(of: image, isProgram: false, in: Files())
    #expect(search.outcome(of: "@rpath/libb.dylib") == .found(path: "Frameworks/libb.dylib"))
  }
}

extension LibraryOutcome {
  fileprivate static let system = Self(.system)
  fileprivate static let foreign = Self(.foreign)
  fileprivate static let unknown = Self(.unknown)

  fileprivate static func found(path: String) -> Self { Self(.found, path: path) }
  fileprivate static func absent(place: String) -> Self { Self(.absent, path: place) }
  fileprivate static func misplaced(place: String) -> Self { Self(.misplaced, path: place) }
  fileprivate static func hollow(place: String) -> Self { Self(.hollow, path: place) }
}
