import Basics
import FileFacts
import PropertyLists
import Testing

/// Files from other projects. They are not part of this one; without them the tests are skipped.
@Suite(.enabled(if: Corpus.root != nil, "no corpus beside the checkout (../shared/corpus)"))
struct CorpusTests {
  private static func source(_ path: String) throws -> ByteArray {
    let root = try #require(Corpus.root)
    return ByteArray(try #require(Corpus.bytes("\(root)/bundles/\(path)")))
  }

  /// As printed by `llvm-objdump --macho --private-headers`.
  @Test func anExecutable() throws {
    let path = "terminal-notifier.app/Contents/MacOS/terminal-notifier"
    let file = try #require(try MachOFile.read(try Self.source(path), file: path))
    let slice = try #require(file.slices.first)
    #expect(!file.isFat)
    #expect(slice.architecture == "x86_64")
    #expect(slice.fileType == "execute")
    #expect(slice.size == 68_288)
    #expect(slice.uuid == "9BE48B3F-DC40-39CF-B464-44BC774BC304")
    #expect(slice.builds.map { "\($0.platform) \($0.minimumOS) \($0.sdk ?? "")" } == ["macos 10.10 10.13"])
    #expect(slice.flags.names == ["noundefs", "dyldlink", "twolevel", "pie"])
    #expect(!slice.hasCodeSignature)
    #expect(slice.libraries.count == 7)
    #expect(slice.libraries.allSatisfy { $0.kind == .normal })
    let appKit = try #require(slice.libraries.first { $0.name.hasSuffix("/AppKit") })
    #expect(appKit.name == "/System/Library/Frameworks/AppKit.framework/Versions/C/AppKit")
    #expect(appKit.currentVersion == "1561.0.0")
    #expect(appKit.compatibilityVersion == "45.0.0")
  }

  /// As printed by `llvm-nm -g`.
  @Test func symbols() throws {
    let path = "terminal-notifier.app/Contents/MacOS/terminal-notifier"
    let source = try Self.source(path)
    let slice = try #require(try MachOFile.read(source, file: path)?.slices.first)
    let exports = try #require(try slice.exports(in: source, file: path))
    let imports = try #require(try slice.imports(in: source, file: path))
    #expect(exports.count == 1)
    #expect(imports.count == 101)
    #expect(exports.contains("__mh_execute_header".utf8))
    #expect(imports.contains("_NSApplicationMain".utf8))
    #expect(!imports.contains("__mh_execute_header".utf8))
  }

  @Test func anIconFamily() throws {
    let path = "terminal-notifier.app/Contents/Resources/Terminal.icns"
    let icons = try #require(try IconFamily.read(try Self.source(path), file: path))
    #expect(icons.trailingBytes == 0)
    #expect(icons.types.first == "TOC ")
    #expect(icons.images.map(\.type).suffix(2) == ["ic08", "ic09"])
    #expect(icons.images.map(\.format).suffix(2) == [.png, .png])
    #expect(icons.images.count == 14)
    #expect(icons.images.allSatisfy { $0.width == $0.height && $0.width == $0.points * $0.scale })
  }

  @Test func everyCutOfRealFilesIsAnError() throws {
    for path in [
      "terminal-notifier.app/Contents/MacOS/terminal-notifier",
      "terminal-notifier.app/Contents/Resources/Terminal.icns",
    ] {
      let root = try #require(Corpus.root)
      let bytes = try #require(Corpus.bytes("\(root)/bundles/\(path)"))
      for length in stride(from: 4, to: bytes.count, by: 97) {
        let cut = ByteArray(Array(bytes.prefix(length)))
        #expect(throws: FileFactError.self, "\(path) cut at \(length)") {
          _ = try MachOFile.read(cut, file: path)
          _ = try IconFamily.read(cut, file: path)
        }
      }
    }
  }
}

enum Corpus {
  static let root: String? = {
    let path = "../shared/corpus"
    return access(path, R_OK) == 0 ? path : nil
  }()

  static func bytes(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return all }
      all += buffer[..<count]
    }
  }
}
