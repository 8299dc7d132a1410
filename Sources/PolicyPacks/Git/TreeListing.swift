import Basics
import GitRepositories

/// The files below a tree, from the output of `git ls-tree -r -z -l`, validated before any file is read.
struct TreeListing {
  struct Entry {
    let file: GitFile
    let isExecutable: Bool
  }

  let entries: [Entry]

  /// Throws for entries that a pack must not contain and for trees over `PackLimits`.
  init(_ listing: [UInt8]) throws(PackError) {
    var entries: [Entry] = []
    var size = PackSize()
    for record in listing.split(separator: 0) {
      let entry = try Self.entry(record)
      entries.append(entry)
      try size.add(entry.file.size)
    }
    try NameCollisions.check(entries.map(\.file.path))
    self.entries = entries
  }

  /// Parses `100644 blob ID    SIZE<TAB>PATH`.
  private static func entry(_ record: ArraySlice<UInt8>) throws(PackError) -> Entry {
    guard let tab = record.firstIndex(of: 0x09) else { throw malformed }
    guard let path = String(validating: record[(tab + 1)...], as: UTF8.self) else {
      throw PackError(
        .content,
        "the pack has a file whose name is not UTF-8: \(String(decoding: record[(tab + 1)...], as: UTF8.self))")
    }
    let words = record[..<tab].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 4 else { throw malformed }
    try PackPath.check(path)
    let isExecutable: Bool
    switch words[0] {
    // Old versions of git wrote 100664 for group-writable files.
    case "100644", "100664": isExecutable = false
    case "100755": isExecutable = true
    case "120000":
      throw .symbolicLink(path)
    case "160000":
      throw PackError(
        .content, "the pack has a submodule: \(path)",
        hint: "submodules are not followed; add the other repository as a pack of its own")
    default: throw PackError(.content, "'\(path)' in the pack has the invalid mode \(words[0])")
    }
    guard words[1] == "blob", HexDigest.isObject(words[2]), let size = Int(words[3]), size >= 0 else { throw malformed }
    return Entry(file: GitFile(path: path, id: words[2], size: size), isExecutable: isExecutable)
  }

  private static var malformed: PackError { PackError(.git, "git lists the files of the pack in an unknown format") }
}
