import Basics
import PolicyPacks
import StandardPolicies

/// Files with the standard policies, for editors to show: the policies themselves are part of the program.
enum StandardSource {
  /// The folder of the files, in the cache; nil if there is no place for one.
  private static let root = (try? PackCache.standard()).map { $0.root + "/standard-policies/" }

  static func contains(_ file: String) -> Bool { root.map { file.hasPrefix($0) } ?? false }

  static func file(of shown: String) -> String? {
    let path = String(shown.dropFirst(StandardPolicies.mark.count))
    guard StandardPolicies.carries(shown), let root, let source = StandardPolicies.source(path) else { return nil }
    // Another version of the program has other policies.
    let digest = Hexadecimal.text(of: StandardPolicies.digest(path).prefix(6))
    let file = root + digest + "/" + path
    if (try? NamedFile.bytes(file, limit: source.count + 1, isFound: true)) == source { return file }
    let folder = UnitLoader.folder(of: file)
    guard FileSystem.makeDirectory(folder, mode: 0o755) == nil else { return nil }
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    do throws(SystemError) {
      // Not for editing: the program does not read it.
      let written = try ReplacementFile(in: descriptor, mode: 0o444)
      try FileSystem.write(source, to: written.descriptor)
      try written.finish(as: String(file.dropFirst(folder.count + 1)))
      return file
    } catch {
      return nil
    }
  }
}
