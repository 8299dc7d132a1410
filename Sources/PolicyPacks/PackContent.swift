package import Basics
import FileFacts

struct PackContent {
  struct File {
    let path: String
    let isExecutable: Bool
    let bytes: [UInt8]
  }

  let files: [File]

  init(_ files: [File]) { self.files = files.sorted(byBytesOf: \.path) }

  var inventory: PackInventory {
    PackInventory(
      files.map { file in
        PackInventory.Entry(
          path: file.path, isExecutable: file.isExecutable, size: file.bytes.count,
          digest: SHA256Digest(of: file.bytes).hexadecimal)
      })
  }
}

/// The paths, modes and digests of a pack's files, as text. The pack's digest is the SHA-256 of this text.
///
///     bundlepolicy-pack 1
///     100644 4b2f… 812 ios.lua
struct PackInventory: Equatable {
  struct Entry: Equatable {
    let path: String
    let isExecutable: Bool
    let size: Int
    let digest: String
  }

  private static let head = "bundlepolicy-pack 1"
  /// The largest text in bytes: the maximum number of files with the longest paths.
  static let limit = 8 << 20

  let entries: [Entry]

  /// `entries` must be sorted by the bytes of their paths, which must not contain line breaks.
  init(_ entries: [Entry]) { self.entries = entries }

  var text: String {
    Self.head + "\n"
      + entries.map { "\($0.isExecutable ? "100755" : "100644") \($0.digest) \($0.size) \($0.path)\n" }.joined()
  }

  var digest: String { ImageDigest.of(Array(text.utf8)) }

  init?(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.popLast()?.isEmpty ?? false, let head = lines.first, head.elementsEqual(Self.head.utf8) else {
      return nil
    }
    var entries: [Entry] = []
    for line in lines.dropFirst() {
      let words = line.split(separator: 0x20, maxSplits: 3, omittingEmptySubsequences: false)
      guard words.count == 4, let path = String(validating: words[3], as: UTF8.self),
        let size = Int(String(decoding: words[2], as: UTF8.self)), size >= 0,
        let mode = ["100644", "100755"].firstIndex(of: String(decoding: words[0], as: UTF8.self)),
        PackPath.problem(in: path) == nil
      else { return nil }
      entries.append(
        Entry(path: path, isExecutable: mode == 1, size: size, digest: String(decoding: words[1], as: UTF8.self)))
    }
    self.entries = entries
    // Rejects other spellings of the same inventory, which would have another digest.
    if Array(text.utf8) != bytes { return nil }
  }
}

enum PackLimits {
  static let files = 4096
  /// The bytes of all files together: 64 MiB.
  static let bytes = 64 << 20
}

struct PackSize {
  private var files = 0
  private var bytes = 0

  mutating func add(_ size: Int) throws(PackError) {
    files += 1
    let sum = bytes.addingReportingOverflow(size)
    bytes = sum.overflow ? .max : sum.partialValue
    let hint = "name the folder that holds the policies: SOURCE@REF#PATH"
    if files > PackLimits.files {
      throw PackError(.limit, "the pack has more than \(PackLimits.files) files", hint: hint)
    }
    if bytes > PackLimits.bytes {
      throw PackError(.limit, "the pack has more than \(PackLimits.bytes >> 20) MiB", hint: hint)
    }
  }
}

enum NameCollisions {
  /// Throws if two paths of files or folders differ only in case or Unicode normalization.
  static func check(_ paths: [String]) throws(PackError) {
    // Swift compares strings by canonical equivalence, so only case needs folding.
    var known: [String: [UInt8]] = [:]
    for path in paths {
      var prefix = ""
      for part in path.split(separator: "/") {
        prefix += prefix.isEmpty ? String(part) : "/" + part
        let bytes = Array(prefix.utf8)
        let other = known.updateValue(bytes, forKey: prefix.lowercased())
        if let other, other != bytes {
          throw PackError(
            .content,
            "the pack has two names that collide in letter case or Unicode normalization: "
              + "\(String(decoding: other, as: UTF8.self)) and \(prefix)", hint: "rename one of them")
        }
      }
    }
  }
}

/// An error in fetching, locking or using a pack. Exit status 2.
package typealias PackError = Diagnostic<PackCode>

package enum PackCode: String, DiagnosticCode, CaseIterable {
  case manifest = "pack.manifest"
  case lock = "pack.lock"
  case source = "pack.source"
  case git = "pack.git"
  case network = "pack.network"
  case time = "pack.time"
  case limit = "pack.limit"
  /// A pack contains something it must not: a link, a submodule, an unsafe name.
  case content = "pack.content"
  case signature = "pack.signature"
  case cache = "pack.cache"
  case missing = "pack.missing"
  case drift = "pack.drift"
  /// A tag points to another commit, or an archive was replaced.
  case moved = "pack.moved"
  /// Two packs, or the project and a pack, require incompatible versions of another.
  case conflict = "pack.conflict"
  case unknown = "pack.unknown"
  case ambiguous = "pack.ambiguous"
}

extension PackError {
  static func symbolicLink(_ path: String) -> PackError {
    PackError(
      .content, "the pack has a symbolic link: \(path)",
      hint: "a pack can contain only regular files; replace the link with a copy of its target")
  }
}
