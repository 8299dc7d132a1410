import Basics
internal import Bundles
internal import FileFacts
internal import PropertyLists

/// A checker on disk: `Name.checker`, read but not loaded.
package struct CheckerBundle: Sendable {
  package let path: String
  let place: String
  /// `CFBundleIdentifier`. The identifiers of its checkers usually are the same, or start with it.
  package let identifier: String
  package let registration: PlugInRegistration
  package let executable: String
  let shownExecutable: String

  var location: String { FileSystem.realPath(place) ?? place }

  /// The SHA-256, `sha256:` and 64 hexadecimal digits, of the names, types, execute bits and contents of all files.
  /// Throws if one cannot be read.
  package func digest() throws(PlugInError) -> String { try CheckerDigest.of(place, shownAs: path) }

  /// Reads a bundle through the graph, like any other. Throws if it does not exist or is malformed, and for code that
  /// this system cannot load.
  package static func open(_ path: String) throws(PlugInError) -> CheckerBundle { try open(path, shownAs: path) }

  /// Reads a bundle that messages show with another path.
  static func open(_ place: String, shownAs path: String) throws(PlugInError) -> CheckerBundle {
    let outer: Bundle
    do throws(BundleError) {
      outer = try BundleGraph.open(path: place).outer
    } catch {
      let file = error.file.map { $0.hasPrefix(place) ? path + $0.dropFirst(place.count) : $0 }
      throw PlugInError(
        .unreadable, "the checker bundle cannot be read: \(error.message)", file: file, hint: error.hint)
    }
    let displayPath = place == path ? outer.displayPath : path
    guard let infoPath = outer.infoPath else {
      throw PlugInError(
        .unreadable, "not a checker bundle: it must be a directory NAME.checker with Contents/Info.plist", file: path)
    }
    let infoFile = "\(displayPath)/\(infoPath)"
    guard let identifier = outer.identifier, !identifier.isEmpty else {
      throw PlugInError(.registration, "CFBundleIdentifier is missing", file: infoFile, hint: "give the checker a name")
    }
    let registration = try PlugInRegistration.read(outer.info, file: infoFile)
    guard let name = outer.string("CFBundleExecutable"), !name.isEmpty, !name.utf8.contains(0x2F), name != ".." else {
      throw PlugInError(
        .registration, "CFBundleExecutable is missing, or is not a file name", file: infoFile,
        hint: "set it to the name of the library, without 'lib' and extension")
    }
    let relative = Self.codePath(name)
    do throws(StorageError) {
      _ = try outer.files.source(of: relative)
    } catch {
      throw PlugInError(
        .load, "there is no code for this system: \(error.description)", file: displayPath,
        hint: "build the checker here, and put its library at \(relative)")
    }
    return CheckerBundle(
      path: displayPath, place: place, identifier: identifier, registration: registration,
      executable: "\(place)/\(relative)", shownExecutable: "\(displayPath)/\(relative)")
  }
}
