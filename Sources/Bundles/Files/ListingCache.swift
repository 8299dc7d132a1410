/// The directories listed so far, by the bytes of their paths: Swift's strings would take two spellings of one accented name
/// for the same directory.
final class ListingCache: Sendable {
  typealias Listing = Result<[DirectoryEntry], StorageError>

  private let listings = Locked<[[UInt8]: Listing]>([:])

  subscript(directory: String) -> Listing? {
    get { listings.withValue { $0[Array(directory.utf8)] } }
    set { listings.withValue { $0[Array(directory.utf8)] = newValue } }
  }
}
