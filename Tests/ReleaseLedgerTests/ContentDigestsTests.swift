import BuildRecords
import Bundles
import PolicyTestSupport
import PropertyLists
import Testing

@testable import ReleaseLedger

@Suite struct ContentDigestsTests {
  typealias Node = MemoryStorage.Node

  static let info = #"{ CFBundleIdentifier = "com.x"; CFBundleExecutable = App; }"#

  static let sound: [String: Node] = [
    "Contents/Info.plist": .text(info), "Contents/MacOS/App": .text("code", mode: 0o755),
    "Contents/Resources/a.txt": .text("ab"), "Contents/Resources/b.txt": .text("c"),
    "Contents/Resources/Empty": .directory, "Contents/Resources/link": .link("a.txt"),
    "Contents/Frameworks/Kit.framework/Resources/Info.plist": .text("{ CFBundleIdentifier = \"com.x.kit\"; }"),
    "Contents/Frameworks/Kit.framework/Kit": .text("more code", mode: 0o755),
  ]

  static func graph(_ nodes: [String: Node], name: String = "App.app") throws -> BundleGraph {
    try BundleGraph.open(storage: MemoryStorage(nodes), name: name)
  }

  static func digest(_ nodes: [String: Node], name: String = "App.app") throws -> ContentDigest {
    try outer(graph(nodes, name: name))
  }

  static func outer(_ graph: BundleGraph) throws -> ContentDigest {
    try #require(try ContentDigests(of: graph)[graph.outer])
  }

  static func changed(_ change: (inout [String: Node]) -> Void) -> [String: Node] {
    var nodes = sound
    change(&nodes)
    return nodes
  }

  /// Different changes of the contents.
  static let changes: [(String, [String: Node])] = [
    ("a byte", changed { $0["Contents/Resources/a.txt"] = .text("aB") }),
    ("a byte more", changed { $0["Contents/Resources/a.txt"] = .text("ab\0") }),
    ("no bytes", changed { $0["Contents/Resources/a.txt"] = .text("") }),
    (
      "a byte in the next file",
      changed {
        $0["Contents/Resources/a.txt"] = .text("a"); $0["Contents/Resources/b.txt"] = .text("bc")
      }
    ),
    (
      "contents swapped",
      changed {
        $0["Contents/Resources/a.txt"] = .text("c"); $0["Contents/Resources/b.txt"] = .text("ab")
      }
    ),
    ("a name", changed { $0["Contents/Resources/A.txt"] = $0.removeValue(forKey: "Contents/Resources/a.txt") }),
    ("a file moved", changed { $0["Contents/a.txt"] = $0.removeValue(forKey: "Contents/Resources/a.txt") }),
    (
      "a file moved into a directory",
      changed { $0["Contents/Resources/Empty/a.txt"] = $0.removeValue(forKey: "Contents/Resources/a.txt") }
    ),
    ("executable", changed { $0["Contents/Resources/a.txt"] = .text("ab", mode: 0o744) }),
    ("not executable", changed { $0["Contents/MacOS/App"] = .text("code", mode: 0o644) }),
    ("another target", changed { $0["Contents/Resources/link"] = .link("b.txt") }),
    ("the same target, said otherwise", changed { $0["Contents/Resources/link"] = .link("./a.txt") }),
    ("no link", changed { $0["Contents/Resources/link"] = nil }),
    ("a file for a link", changed { $0["Contents/Resources/link"] = .text("a.txt") }),
    ("what the link leads to for it", changed { $0["Contents/Resources/link"] = .text("ab") }),
    ("an empty file for an empty directory", changed { $0["Contents/Resources/Empty"] = .text("") }),
    ("an empty file more", changed { $0["Contents/Resources/new"] = .text("") }),
    ("an empty directory more", changed { $0["Contents/Resources/new"] = .directory }),
    ("an empty directory less", changed { $0["Contents/Resources/Empty"] = nil }),
    (
      "a directory in an empty one",
      changed {
        $0["Contents/Resources/Empty"] = nil; $0["Contents/Resources/Empty/Empty"] = .directory
      }
    ),
    (
      "a byte of a nested bundle",
      changed { $0["Contents/Frameworks/Kit.framework/Kit"] = .text("more Code", mode: 0o755) }
    ),
    (
      "another nested bundle's name",
      changed { nodes in
        for (path, node) in nodes where path.contains("Kit.framework/") {
          nodes[path] = nil
          nodes[path.split(separator: "Kit.framework").joined(separator: "Kat.framework")] = node
        }
      }
    ),
    ("composed otherwise", changed { $0["Contents/Resources/\u{E9}"] = .text("") }),
    ("composed", changed { $0["Contents/Resources/e\u{301}"] = .text("") }),
  ]

  @Test func everyChangeChangesIt() throws {
    var seen = [try Self.digest(Self.sound): "nothing"]
    for (what, nodes) in Self.changes {
      let digest = try Self.digest(nodes)
      if let other = seen[digest] { Issue.record("\(what) gives the digest of \(other)") }
      seen[digest] = what
    }
    #expect(seen.count == Self.changes.count + 1)
  }

  /// Each two of these are one string of bytes once their ends are gone.
  @Test(arguments: [
    (["ab": "c"], ["a": "bc"]), (["a": "", "b": ""], ["ab": ""]), (["a": "b", "c": "d"], ["a": "bc", "d": ""]),
    (["a/b": ""], ["ab": ""]), (["a/b": "", "c": ""], ["a/b": "", "a/c": ""]), (["a": "fb"], ["a": "", "b": ""]),
  ])
  func nothingRunsTogether(_ one: [String: String], _ other: [String: String]) throws {
    func digest(_ files: [String: String]) throws -> ContentDigest {
      var nodes = Self.sound
      for (path, text) in files { nodes["Contents/Resources/Files/\(path)"] = .text(text) }
      return try Self.digest(nodes)
    }
    #expect(try digest(one) != digest(other))
  }

  @Test(arguments: [0o700, 0o755, 0o777, 0o4755, 0o500, 0o100] as [UInt16])
  func otherBitsDoNotCount(_ mode: UInt16) throws {
    let nodes = Self.changed { $0["Contents/MacOS/App"] = .text("code", mode: mode) }
    #expect(try Self.digest(nodes) == Self.digest(Self.sound))
  }

  /// Execute bits of others say nothing where the owner has none.
  @Test func othersExecuteBitsDoNotCount() throws {
    let nodes = Self.changed { $0["Contents/Resources/a.txt"] = .text("ab", mode: 0o611) }
    #expect(try Self.digest(nodes) == Self.digest(Self.sound))
  }

  @Test func ownNameDoesNotCount() throws {
    #expect(try Self.digest(Self.sound, name: "Other.app") == Self.digest(Self.sound))
  }

  @Test func nestedBundlesHaveTheirOwn() throws {
    let graph = try Self.graph(Self.sound)
    let digests = try ContentDigests(of: graph)
    let kit = try #require(graph.bundles.first { $0.identifier == "com.x.kit" })
    let prefix = "Contents/Frameworks/Kit.framework/"
    let alone = Self.sound.filter { $0.key.hasPrefix(prefix) }
    let nodes = Dictionary(uniqueKeysWithValues: alone.map { (String($0.key.dropFirst(prefix.count)), $0.value) })
    #expect(try digests[kit] == Self.digest(nodes, name: "Kit.framework"))
    #expect(digests[kit] != digests[graph.outer])
    // Files outside do not matter.
    let other = try Self.graph(Self.changed { $0["Contents/Resources/a.txt"] = .text("x") })
    let nested = try #require(other.bundles.first { $0.identifier == "com.x.kit" })
    #expect(try ContentDigests(of: other)[nested] == digests[kit])
  }

  /// A second implementation of what the documentation says, by another program: what is recorded must not change its meaning.
  @Test func isWhatIsDocumented() throws {
    let digest = try Self.digest([
      "Info.plist": .text("{ a = b; }"), "run": .text("x", mode: 0o755), "link": .link("run"), "Empty": .directory,
    ])
    #expect(digest.text == "sha256:05349b73456746614b0568683d82da843f4c9342faa1f2fc188baaf65be5c2e3")
  }

  // MARK: Bare property lists

  static func list(_ text: String) throws -> BundleGraph {
    BundleGraph.propertyList(
      try PropertyList.parse(Array(text.utf8), file: "Info.plist"), name: "Info.plist", displayPath: "Info.plist")
  }

  @Test func bareListsAreTheirValues() throws {
    let digest = try Self.outer(Self.list("{ a = b; c = (d); }"))
    let xml =
      "<plist version=\"1.0\"><dict><key>a</key><string>b</string><key>c</key><array><string>d</string></array></dict></plist>"
    #expect(try Self.outer(Self.list(xml)) == digest)
    let bytes = try Self.list(xml).outer.info.binaryBytes
    let binary = BundleGraph.propertyList(
      try PropertyList.parse(bytes, file: "Info.plist"), name: "Info.plist", displayPath: "Info.plist")
    #expect(try Self.outer(binary) == digest)
    for other in ["{ a = b; c = (e); }", "{ c = (d); a = b; }", "{ a = b; c = d; }", "{ a = b; }"] {
      #expect(try Self.outer(Self.list(other)) != digest, "\(other)")
    }
    // A bundle that holds nothing but the list is another thing.
    #expect(try Self.digest(["Info.plist": .text("{ a = b; c = (d); }")]) != digest)
  }
}
