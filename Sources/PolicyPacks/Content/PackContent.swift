internal import Basics
internal import FileFacts

/// The files of a pack, in memory.
struct PackContent {
  struct File {
    let path: String
    let isExecutable: Bool
    let bytes: [UInt8]
  }

  /// Sorted by the bytes of their paths.
  let files: [File]

  init(_ files: [File]) {
    self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// What it is.
  var inventory: PackInventory {
    PackInventory(
      files.map { file in
        PackInventory.Entry(
          path: file.path, isExecutable: file.isExecutable, size: file.bytes.count,
          digest: SHA256Digest(of: file.bytes).hexadecimal)
      })
  }
}
