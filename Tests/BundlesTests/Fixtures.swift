import Basics
import PropertyLists
import Testing

@testable import Bundles

/// Returns an XML property list whose root dictionary has this content.
func plist(_ content: String) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
  <plist version="1.0">
  <dict>
  \(content)
  </dict>
  </plist>
  """
}

/// Returns keys and string values as the content of a dictionary.
func strings(_ pairs: KeyValuePairs<String, String>) -> String {
  pairs.map { "<key>\($0.key)</key><string>\($0.value)</string>" }.joined(separator: "\n")
}

func array(_ key: String, _ values: [String]) -> String {
  "<key>\(key)</key><array>" + values.map { "<string>\($0)</string>" }.joined() + "</array>"
}

extension MemoryStorage.Node {
  /// Returns an information property list with this content.
  static func info(_ content: String = "<key>CFBundleIdentifier</key><string>com.example.it</string>") -> Self {
    .text(plist(content))
  }
}

func parse(_ content: String) throws -> PropertyList {
  try PropertyList.parse(Array(plist(content).utf8), file: "Info.plist")
}

func open(_ name: String, _ entries: [String: MemoryStorage.Node]) throws -> BundleGraph {
  try BundleGraph.open(storage: MemoryStorage(entries), name: name)
}

/// Runs `body`, which must throw a bundle error, and returns that.
func bundleError(_ body: () throws -> some Any, at place: SourceLocation = #_sourceLocation) throws -> BundleError {
  try #require(throws: BundleError.self, sourceLocation: place) { _ = try body() }
}

/// A directory that is removed by the deinitializer.
final class TemporaryDirectory {
  let path: String

  init() throws {
    var template = Array("/tmp/bundles-tests-XXXXXX".utf8CString)
    path = try #require(
      template.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
      })
  }

  deinit { _ = run("chmod", "-R", "u+rwx", path) && run("rm", "-rf", path) }

  func makeDirectory(_ relative: String) {
    var current = path
    for name in BundlePath.components(relative) {
      current += "/" + name
      mkdir(current, 0o755)
    }
  }

  func write(_ relative: String, _ bytes: [UInt8]) throws {
    makeDirectory(BundlePath.components(relative).dropLast().joined(separator: "/"))
    let file = try #require(fopen(path + "/" + relative, "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  func write(_ relative: String, _ text: String) throws { try write(relative, Array(text.utf8)) }

  /// Writes the files of a fixture in memory.
  func write(_ entries: [String: MemoryStorage.Node]) throws {
    for (relative, node) in entries {
      makeDirectory(BundlePath.components(relative).dropLast().joined(separator: "/"))
      switch node {
      case .file(let bytes, let mode):
        try write(relative, bytes)
        chmod(path + "/" + relative, mode_t(mode))
      case .zeros(let count, let mode):
        try write(relative, [])
        #expect(truncate(path + "/" + relative, off_t(count)) == 0 && chmod(path + "/" + relative, mode_t(mode)) == 0)
      case .folder: makeDirectory(relative)
      case .link(let target): #expect(symlink(target, path + "/" + relative) == 0)
      case .other: #expect(mkfifo(path + "/" + relative, 0o644) == 0)
      }
    }
  }
}

/// Runs a program of the system. Returns whether it succeeds.
@discardableResult func run(_ arguments: String...) -> Bool {
  var pid = pid_t()
  var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
  defer { argv.forEach { free($0) } }
  guard posix_spawnp(&pid, arguments[0], nil, nil, &argv, nil) == 0 else { return false }
  var status: Int32 = 0
  return waitpid(pid, &status, 0) == pid && status == 0
}

/// A storage that counts its calls.
final class CountingStorage: BundleStorage {
  let inner: any BundleStorage
  let calls = Locked<[String]>([])

  init(_ inner: any BundleStorage) { self.inner = inner }

  var count: Int { calls.withValue { $0.count } }

  func list(_ directory: String) throws(StorageError) -> [DirectoryEntry] {
    calls.withValue { $0.append("list \(directory)") }
    return try inner.list(directory)
  }
  func status(_ path: String, steps: inout Int) throws(StorageError) -> FileStatus {
    calls.withValue { $0.append("status \(path)") }
    return try inner.status(path, steps: &steps)
  }
  func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8] {
    calls.withValue { $0.append("read \(path)") }
    return try inner.read(path, limit: limit)
  }
  func source(of path: String) throws(StorageError) -> any ByteSource {
    calls.withValue { $0.append("source \(path)") }
    return try inner.source(of: path)
  }
  func resolve(_ path: String, steps: inout Int) throws(StorageError) -> String {
    calls.withValue { $0.append("resolve \(path)") }
    return try inner.resolve(path, steps: &steps)
  }
}
