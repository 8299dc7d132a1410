internal import PropertyLists
internal import StructuredText

/// What a repository of policies says its checkers are: `bundlepolicy.lock`, JSON, in the repository's top folder.
///
///     { "format": "bundlepolicy-lock", "version": 1, "checkers": { "Plugins/Icons.checker": "sha256:…" } }
public struct CheckerLock: Hashable, Sendable {
  /// The file's name.
  public static let fileName = "bundlepolicy.lock"
  /// The folder of a repository that its checkers lie in.
  public static let folder = "Plugins"

  /// Digests by the path of the checker relative to the repository.
  public var checkers: [String: String]

  /// Makes a lock.
  public init(checkers: [String: String]) { self.checkers = checkers }

  /// The lock of the checkers in a repository's `Plugins` folder, as they are now.
  ///
  /// Throws when there are none, and for one that can't be read or is malformed.
  public static func make(repository: String) throws(PlugInError) -> CheckerLock {
    let folder = "\(repository)/\(Self.folder)"
    var checkers: [String: String] = [:]
    for path in try CheckerFolder.list(folder) {
      _ = try CheckerBundle.open(path)
      // Names are bytes to the file system, and the same text to whoever reads the lock file.
      if checkers.updateValue(try CheckerDigest.of(path), forKey: Self.folder + path.dropFirst(folder.count)) != nil {
        throw PlugInError(
          .untrusted, "another checker has the same name, in another form of Unicode", file: path,
          hint: "rename one of them")
      }
    }
    if checkers.isEmpty { throw CheckerFolder.empty(folder) }
    return CheckerLock(checkers: checkers)
  }

  /// Reads a lock file's contents. Throws for what is no lock file, or one of a later version.
  public static func read(_ bytes: [UInt8], file: String) throws(PlugInError) -> CheckerLock {
    func malformed(_ message: String, _ place: Place? = nil) -> PlugInError {
      PlugInError(
        .untrusted, message, file: place.map { "\(file):\($0)" } ?? file,
        hint: "write it anew with 'bundlepolicy plugin lock'")
    }
    let root: StructuredValue
    do throws(StructuredTextError) {
      root = try JSONReader.read(bytes)
    } catch {
      throw malformed("the lock file is malformed: \(error.message)", error.place)
    }
    guard root["format"]?.string == "bundlepolicy-lock" else { throw malformed("this is no lock file of bundlepolicy") }
    guard case .integer(1)? = root["version"]?.content else {
      throw malformed("the lock file is of a version that this program does not know", root["version"]?.place)
    }
    guard case .mapping(let entries)? = root["checkers"]?.content else {
      throw malformed("the lock file has no 'checkers'")
    }
    var checkers: [String: String] = [:]
    for entry in entries {
      guard let digest = entry.value.string, digest.hasPrefix("sha256:"), digest.utf8.count == 71,
        digest.utf8.dropFirst(7).allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
      else {
        throw malformed("'\(entry.key)' is locked to what is no SHA-256", entry.value.place)
      }
      checkers[entry.key] = digest
    }
    return CheckerLock(checkers: checkers)
  }

  /// The contents of the lock file, sorted.
  public var text: String {
    let lines = checkers.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { path, digest in
      "    \(Self.quoted(path)): \(Self.quoted(digest))"
    }
    return """
      {
        "format": "bundlepolicy-lock",
        "version": 1,
        "checkers": {
      \(lines.joined(separator: ",\n"))
        }
      }

      """
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C: quoted += "\\\(scalar)"
      case 0..<0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
