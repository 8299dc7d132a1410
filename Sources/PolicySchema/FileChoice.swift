package import Basics
package import Bundles
package import LuaRuntime

package struct FileChoice {
  /// A condition for a file in addition to its name and type. A file that cannot be read meets every condition about its contents, so
  /// that the rule can report it.
  package enum Condition: String, CaseIterable, Sendable {
    case empty
    case executable
    /// It is a regular file that only its owner, or the owner's group, may read.
    case ownerOnly = "owner_only"
    /// It is Mach-O code, or starts like it.
    case code
    /// It cannot be read as a property list, strings or JSON file.
    case unreadable
    /// It is `unreadable`, or a single value, such as a word instead of a property list.
    case unusable
  }

  package static let definition = APIClass(
    "FileChoice", .declaration, "Which files `bundles.files` returns; all fields given must hold.",
    fields: [
      APIField("type?", "FileType", "The type of file."),
      APIField("names?", "string|string[]", "The last components of paths, in the letter case given."),
      APIField("extensions?", "string|string[]", "File extensions, in any letter case."),
      APIField("except_extensions?", "string|string[]", "File extensions to leave out, in any letter case."),
      APIField("except?", "string|string[]", "Patterns of paths to leave out."),
      APIField("formats?", "FileFormat|FileFormat[]", "Formats; the file has one of them."),
      APIField("except_formats?", "FileFormat|FileFormat[]", "Formats; the file has none of them."),
      APIField("attributes?", "string|string[]", "Names of extended attributes; the file has one of them."),
      APIField("min_size?", "integer", "Bytes; it is a regular file with at least that many."),
      APIField(
        "contains?", "string|string[]",
        "Regular expressions, as for `find` of a file; it is a regular file in whose contents one of them matches."),
      APIField("is?", "FileCondition|FileCondition[]", "Conditions; at least one must hold."),
    ])

  private var type: FileType?
  /// Few names, so that a linear search is faster than a hash.
  private var names: [[UInt8]]?
  private var extensions: [[UInt8]]?
  private var exceptExtensions: [[UInt8]]?
  private var except: [Glob] = []
  private var formats: Set<FileFormat>?
  private var exceptFormats: Set<FileFormat>?
  package private(set) var attributes: [String]?
  package private(set) var conditions: [Condition]?
  package private(set) var minimumSize: Int64?
  package private(set) var contains: [String]?

  /// Parses a type, or a table of conditions; nil selects all files.
  package init(
    _ value: LuaValue, _ usage: String, glob: (String) -> Glob?
  ) throws(DeclarationError) {
    switch value {
    case .nil: return
    case .string(let name): type = try DeclarationError.word(name, usage, "file type")
    case .table:
      let options = try DeclarationReader(value, place: usage, of: Self.definition)
      type = try options.text("type").map { (name) throws(DeclarationError) in
        try DeclarationError.word(name, usage, "file type")
      }
      names = try options.texts("names").map { $0.map { Array($0.utf8) } }
      extensions = try options.texts("extensions").map { $0.map { $0.utf8.map(Self.folded) } }
      exceptExtensions = try options.texts("except_extensions").map { $0.map { $0.utf8.map(Self.folded) } }
      contains = try options.texts("contains")
      for pattern in try options.texts("except") ?? [] {
        guard let glob = glob(pattern) else {
          throw DeclarationError("\(usage): '\(pattern)' in 'except' is not a pattern: a '[' has no ']'")
        }
        except.append(glob)
      }
      formats = try options.words("formats", "file format").map { Set($0) }
      exceptFormats = try options.words("except_formats", "file format").map { Set($0) }
      attributes = try options.texts("attributes")
      minimumSize = try options.integer("min_size", in: 0...Int64.max)
      conditions = try options.words("is", "condition of files")
    default: throw DeclarationError("\(usage): the type must be a string, or a table of conditions")
    }
  }

  package var asksForFormats: Bool { formats != nil || exceptFormats != nil }

  package func admits(_ format: FileFormat) -> Bool {
    formats?.contains(format) != false && exceptFormats?.contains(format) != true
  }

  private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// Whether a file has the type and the name; adds the work to `steps`.
  package func admits(_ entry: FileTree.Entry, steps: inout UInt64, limit: UInt64) -> Bool {
    if let type, entry.type != type { return false }
    if names != nil || extensions != nil || exceptExtensions != nil {
      steps += 1 + UInt64((names?.count ?? 0) + (extensions?.count ?? 0) + (exceptExtensions?.count ?? 0)) / 4
      if steps > limit { return false }
      var path = entry.path
      let isNamed = path.withUTF8 { bytes in
        var start = bytes.count
        while start > 0, bytes[start - 1] != UInt8(ascii: "/") { start -= 1 }
        let name = UnsafeBufferPointer(rebasing: bytes[start...])
        if let names, !names.contains(where: { $0.count == name.count && name.elementsEqual($0) }) { return false }
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return extensions == nil }
        let ending = UnsafeBufferPointer(rebasing: name[(dot + 1)...])
        func isAmong(_ list: [[UInt8]]) -> Bool {
          list.contains { $0.count == ending.count && zip(ending, $0).allSatisfy { Self.folded($0) == $1 } }
        }
        return extensions.map(isAmong) != false && exceptExtensions.map(isAmong) != true
      }
      if !isNamed { return false }
    }
    return !except.contains { $0.matches(entry.path, steps: &steps, limit: limit) }
  }
}
