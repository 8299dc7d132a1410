import Basics
import PropertyLists
import Testing

/// Files from other projects. They are not part of this one; without them the tests are skipped.
@Suite(.enabled(if: Corpus.root != nil, "no corpus beside the checkout (../shared/corpus)"))
struct CorpusTests {
  /// The files that Foundation on Linux accepts and we reject, or the reverse, and the reasons.
  static let disagreements: [String: String] = [:]

  @Test func acceptsWhatFoundationAccepts() throws {
    let root = try #require(Corpus.root)
    let table = try #require(Corpus.text(root + "/plists/libplist.foundation.txt"))
    var compared = 0
    for line in table.split(separator: "\n") {
      let columns = line.split(separator: "\t", maxSplits: 1)
      guard columns.count == 2 else { continue }
      let name = String(columns[0])
      let path = root + "/plists/libplist/" + name
      let isAccepted = (try? PropertyList.read(path: path)) != nil
      let isExpected = columns[1].hasPrefix("OK") != (Self.disagreements[name] != nil)
      #expect(isAccepted == isExpected, "\(name): Foundation says \(columns[1].prefix(60))")
      compared += 1
    }
    #expect(compared > 40)
  }

  @Test(arguments: [
    ("hex.plist", "7932961166869"), ("uid.bplist", "uid7"), ("signed.plist", "-1"), ("signed.bplist", "-1"),
    ("unsigned.bplist", "u18446744073709551615"), ("off7bytes.bplist", "{A: 'B'}"),
    ("dictref5bytes.bplist", "{A: 'B'}"),
    (
      "signedunsigned.bplist",
      "[-1, u18446744073709551615, 9223372036854775807, -9223372036854775808, u9223372036854775808]"
    ),
    ("order.bplist", "{foo: [[1], {test: 'foo'}, [1], [1]], test: [1, 1]}"),
  ])
  func values(_ name: String, _ expected: String) throws {
    let root = try #require(Corpus.root)
    #expect(render(try PropertyList.read(path: "\(root)/plists/libplist/\(name)")) == expected)
  }

  @Test func sparkleStrings() throws {
    let root = try #require(Corpus.root)
    let files = Corpus.files(root + "/strings").filter { $0.hasSuffix(".strings") }
    #expect(files.count > 50)
    for file in files {
      let list = try PropertyList.read(path: file, hint: .strings)
      #expect(list.format == .strings, "\(file)")
      #expect(list.count(of: list.root) > 0, "\(file)")
      #expect(list.diagnostics == [], "\(file)")
    }
  }

  @Test func bundlePropertyLists() throws {
    let root = try #require(Corpus.root)
    let files = Corpus.files(root + "/bundles").filter { $0.hasSuffix(".plist") || $0.hasSuffix(".strings") }
    #expect(files.count >= 10)
    for file in files {
      let list = try PropertyList.read(path: file, hint: file.hasSuffix(".strings") ? .strings : .automatic)
      #expect(list.kind(of: list.root) == .dictionary, "\(file)")
      #expect(list.diagnostics == [], "\(file)")
    }
  }
}

enum Corpus {
  /// The folder of the corpus, next to the checkout that contains this file; nil if it is missing.
  static let root: String? = {
    guard let file = FileSystem.realPath(#filePath) else { return nil }
    let package = file.split(separator: "/").dropLast(3).joined(separator: "/")
    return FileSystem.realPath("/\(package)/../shared/corpus")
  }()

  static func files(_ folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(folder + "/" + name) }
    }
    return names.sorted().flatMap { path in
      let inside = files(path)
      return inside.isEmpty ? [path] : inside
    }
  }

  static func text(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }

  static func bytes(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let got = fread(&buffer, 1, buffer.count, file), got > 0 { bytes += buffer[..<got] }
    return bytes
  }
}
