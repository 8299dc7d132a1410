import Bundles
import FileFacts
import PropertyLists

/// Why the entitlements of a bundle aren't known.
struct EntitlementsError: Error, CustomStringConvertible {
  /// Names the file, and says what is wrong with it.
  let description: String
}

extension Bundle {
  /// The entitlements that the executable's code signature holds, those of all its slices together; their root is a dictionary.
  ///
  /// Nil when there is no executable, when it is no Mach-O file, and when it is signed without any or not at all. Throws when it
  /// can't be read or is malformed, and when its entitlements are there and can't be known: see `MachOFile.entitlements`.
  ///
  /// `watched` is given what is read and returns what is read in its place.
  func entitlements(
    watched: (any ByteSource) -> any ByteSource = { $0 }
  ) throws(EntitlementsError) -> PropertyList? {
    guard let executable else { return nil }
    let source: any ByteSource
    do throws(StorageError) {
      source = watched(try files.source(of: executable))
    } catch {
      // That it is not there, or a directory, is for other rules to say.
      guard error.code != .notFound, error.code != .notAFile else { return nil }
      throw EntitlementsError(description: error.description)
    }
    let file = path.isEmpty ? executable : "\(path)/\(executable)"
    do throws(FileFactError) {
      return try MachOFile.read(source, file: file)?.entitlements(in: source, file: file)
    } catch {
      throw EntitlementsError(description: error.description)
    }
  }
}
