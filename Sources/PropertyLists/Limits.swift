/// Bounds a property list must stay within. Exceeding one is an error, never a shortened result.
public struct Limits: Hashable, Sendable {
  /// Containers inside each other, the root counted. Core Foundation stops at 512 too (`CFPropertyList.c`).
  public var maximumDepth: Int
  /// Values in one property list, each reference to a shared binary object counted. Of a binary list these are at most 2,000,000 and eight for
  /// each of its objects.
  public var maximumNodes: Int
  /// Bytes of one file as stored; at most 2³¹ − 64 whatever is set here.
  public var maximumFileSize: Int
  /// Bytes of strings, keys and data in the tree, each reference to a shared binary object counted. Of a binary list these are at most 32 MiB
  /// and 64 times its size.
  public var maximumExpandedSize: Int
  /// Values that exist only because a binary container is referred to more than once. Ordinary writers share
  /// strings and numbers, which costs nothing; containers shared over many levels multiply without bound.
  public var maximumSharedNodes: Int

  /// Limits that no property list of a real bundle comes near.
  public static let `default` = Limits()

  /// Limits of the documents that a bundle holds beside its information property list. Tables of strings have some thousand values; these
  /// bound the memory that one file can take, whatever it is made of.
  package static let documents = Limits(
    maximumNodes: 2_000_000, maximumFileSize: 512 << 20, maximumExpandedSize: 256 << 20)

  /// Creates limits; what isn't named keeps its default.
  public init(
    maximumDepth: Int = 512,
    maximumNodes: Int = 16_000_000,
    maximumFileSize: Int = 512 << 20,
    maximumExpandedSize: Int = 1 << 30,
    maximumSharedNodes: Int = 250_000
  ) {
    self.maximumDepth = maximumDepth
    self.maximumNodes = maximumNodes
    self.maximumFileSize = maximumFileSize
    self.maximumExpandedSize = maximumExpandedSize
    self.maximumSharedNodes = maximumSharedNodes
  }

  /// Offsets are 32 bits wide and libxml2 counts in `int`.
  static let hardFileSize = Int(Int32.max) - 64
}
