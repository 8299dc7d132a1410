/// What a tar says of one entry, as `TarReader` found it.
struct TarNode: Sendable {
  /// Position among the headers.
  var number: Int
  /// Where its header begins, in the tar without its compression.
  var position: Int
  var size: Int
  var linkTarget: [UInt8]?
  /// The first bytes, kept when the tar is compressed; all of them where they are `size` many.
  var kept: [UInt8]
}
