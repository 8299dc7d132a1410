package import Bundles
import FileFacts
package import PropertyLists

extension Bundle {
  /// The entitlements in the executable's code signature, which must be the same in all slices; their root is a dictionary.
  ///
  /// Nil if there is no executable, if it is not a Mach-O file, or if its signature has none. Throws if it
  /// cannot be read or is malformed, or if its entitlements are ambiguous: see `MachOFile.entitlements`.
  package func entitlements() throws(ReadFailure) -> PropertyList? {
    guard let executable else { return nil }
    return try entitlements(of: executable)
  }

  /// The entitlements of the file at this path, under the same conditions.
  ///
  /// `watched` gets each source to read, and returns the source to use instead.
  package func entitlements(
    of executable: String, watched: (any ByteSource) -> any ByteSource = { $0 }
  ) throws(ReadFailure) -> PropertyList? {
    let source: any ByteSource
    do throws(StorageError) {
      source = watched(try files.source(of: executable))
    } catch {
      // Other rules report a missing file or a directory.
      guard !error.isAbsence, error.code != .notAFile else { return nil }
      throw ReadFailure(error)
    }
    let file = path.isEmpty ? executable : "\(path)/\(executable)"
    do throws(FileFactError) {
      return try MachOFile.read(source, file: file)?.entitlements(in: source, file: file)
    } catch {
      throw ReadFailure(error)
    }
  }
}
