public import Basics
import Bundles
import FileFacts
import PropertyLists
public import Reports

/// The debug symbols in a folder with `.dSYM` bundles, such as the folder `dSYMs` of an Xcode archive.
public struct DebugSymbols: Sendable {
  /// The path of each file in the folder, by the UUID of the code that it describes.
  let paths: [String: String]

  /// Searches a folder and the folders in it.
  ///
  /// - Parameter folder: The path of the folder.
  /// - Throws: An error if the folder or the symbols in it cannot be read, or if it has no symbols.
  public init(folder: String) throws(EngineError) {
    var paths: [String: String] = [:]
    do throws(StorageError) {
      let files = FileTree(storage: try DirectoryStorage(path: folder), base: "")
      for entry in try files.all() where entry.type == .file && entry.isNameValid && Self.isSymbols(entry.path) {
        for slice in try Self.slices(try files.source(of: entry.path), entry.path) where slice.fileType == "dsym" {
          if let uuid = slice.uuid { paths[uuid] = paths[uuid] ?? entry.path }
        }
      }
    } catch {
      throw EngineError(
        code: "symbols.unreadable", message: "debug symbols cannot be read: \(error.description)", file: folder)
    }
    guard !paths.isEmpty else {
      throw EngineError(
        code: "symbols.missing", message: "no debug symbols in this folder", file: folder,
        hint: "name a folder with .dSYM bundles, such as dSYMs in an Xcode archive")
    }
    self.paths = paths
  }

  private static func isSymbols(_ path: String) -> Bool {
    path.utf8.split(separator: UInt8(ascii: "/")).suffix(4).dropLast().map { String(decoding: $0, as: UTF8.self) }
      == ["Contents", "Resources", "DWARF"]
  }

  private static func slices(_ source: any ByteSource, _ path: String) throws(StorageError) -> [MachOSlice] {
    try mapError(try MachOFile.read(source, file: path)?.slices ?? []) { (error: FileFactError) in
      StorageError(.system, path: path, detail: error.message)
    }
  }
}
