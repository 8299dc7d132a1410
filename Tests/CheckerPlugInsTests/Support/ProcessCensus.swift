import Basics
import PolicyTestSupport

/// The processes of this system, by `/proc`; none are known elsewhere.
enum ProcessCensus {
  struct Entry: Hashable {
    let number: Int32
    let words: String
    let isZombie: Bool
    let parent: Int32
  }

  static var all: [Entry] {
    guard let stream = opendir("/proc") else { return [] }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let number = Int32(name), let stat = try? TemporaryFolder.bytes(of: "/proc/\(name)/stat"),
        let words = try? TemporaryFolder.bytes(of: "/proc/\(name)/cmdline")
      else { continue }
      // The name of the program is in parentheses and may contain anything (`proc(5)`).
      let fields = String(decoding: stat, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
      guard fields.count > 1, let parent = Int32(fields[1]) else { continue }
      entries.append(
        Entry(
          number: number, words: String(decoding: words, as: UTF8.self), isZombie: fields[0] == "Z", parent: parent))
    }
    return entries
  }

  /// Those with a text in their command lines that do not end.
  static func left(with text: String) -> [Entry] {
    var left: [Entry] = []
    _ = Patience.wait {
      left = all.filter { $0.words.contains(text) }
      return left.isEmpty
    }
    return left
  }

  /// Ended children of this process that nobody waits for.
  static func unreaped() -> Set<Int32> {
    var left: Set<Int32>?
    _ = Patience.wait {
      let now = Set(all.filter { $0.isZombie && $0.parent == getpid() }.map(\.number))
      left = left?.intersection(now) ?? now
      return left?.isEmpty ?? true
    }
    return left ?? []
  }
}
