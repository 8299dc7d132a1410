internal import Basics
internal import Bundles
internal import FileFacts

/// The SHA-256 of a checker bundle: of the names, types, execute bits and contents of all its files.
enum CheckerDigest {
  /// Returns `sha256:` and 64 hexadecimal digits. Throws if a file cannot be read, and for pipes, sockets and
  /// devices.
  static func of(_ place: String, shownAs path: String) throws(PlugInError) -> String {
    var digest = SHA256Digest()
    // Each text with its length, so that no name can be mistaken for the end of another.
    func add(_ texts: String...) { for text in texts { digest.update("\(text.utf8.count):\(text)") } }
    do {
      let files = try BundleGraph.open(path: place).outer.files
      for entry in try files.all() {
        guard entry.isNameValid else {
          throw PlugInError(.unreadable, "\(entry.path) has a name that is not UTF-8", file: path)
        }
        switch entry.type {
        case .directory: add("directory", entry.path)
        case .file:
          let isExecutable = try files.status(entry.path).isExecutable
          let content = try SHA256Digest.of(try files.source(of: entry.path), file: entry.path)
          add("file", entry.path, isExecutable ? "executable" : "plain", content)
        case .symbolicLink:
          try refuseLinksOutside(entry.path, files, of: path)
          add("link", entry.path, try files.status(entry.path).linkTarget ?? "")
        case .other: throw PlugInError(.unreadable, "\(entry.path) is not a file, directory or link", file: path)
        }
      }
    } catch let error as PlugInError {
      throw error
    } catch {
      throw PlugInError(.unreadable, "the checker bundle cannot be read: \(error)", file: path)
    }
    return "sha256:" + digest.hexadecimal
  }

  /// Throws for a link that leads out of the bundle: its target could change, or be loaded with the code, without
  /// changing the digest.
  private static func refuseLinksOutside(_ link: String, _ files: FileTree, of path: String) throws(PlugInError) {
    do throws(StorageError) {
      _ = try files.source(of: link)
    } catch {
      guard [.leavesRoot, .absoluteLink, .tooManyLinks].contains(error.code) else { return }
      throw PlugInError(
        .untrusted, "the checker bundle cannot be locked: \(error.description)", file: path,
        hint: "put everything that it needs into the bundle")
    }
  }
}
