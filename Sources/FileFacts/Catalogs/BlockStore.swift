import Basics
import PropertyLists

/// A BOM store (`BOMStore`): numbered blocks, some of which have names, and trees of blocks.
///
/// The format is described in Colucci's "Reverse engineering the .car file format" (2018). All numbers are big-endian.
struct BlockStore {
  private static let magic = Array("BOMStore".utf8)

  private static let blockLimit = 1 << 20

  /// The maximum number of names in a store; a catalog has about ten.
  private static let nameLimit = 256

  private static let depthLimit = 16

  /// The blocks' positions in the file, by number; an empty range means that there is no block.
  private let blocks: [Range<Int>]
  private let names: [String: Int]
  let reader: FieldReader
  private let budget: BlockBudget

  init?(_ reader: FieldReader) throws(FileFactError) {
    guard try reader.begins(with: Self.magic, at: 0, end: reader.count) else { return nil }
    self.reader = reader
    budget = BlockBudget(reader.count)
    let head = try reader.fields(at: 0, count: 32, end: reader.count, of: "the header of the block store")
    let index = try Self.range(head, 16, reader)
    let variables = try Self.range(head, 24, reader)
    blocks = try Self.blocks(in: index, reader)
    names = try Self.names(in: variables, reader)
  }

  private static func range(_ fields: Fields, _ position: Int, _ reader: FieldReader) throws(FileFactError) -> Range<
    Int
  > {
    let (address, length) = (Int(try fields.uint32(position)), Int(try fields.uint32(position + 4)))
    guard address <= reader.count, length <= reader.count - address else {
      throw .incomplete(
        fields.place(position),
        "a block has \(counted(length, "byte")) at offset \(address), but the file has only \(reader.count)")
    }
    return address..<(address + length)
  }

  private static func blocks(in index: Range<Int>, _ reader: FieldReader) throws(FileFactError) -> [Range<Int>] {
    let what = "the index of blocks"
    let head = try reader.fields(at: index.lowerBound, count: 4, end: index.upperBound, of: what)
    let count = Int(try head.uint32(0))
    guard count <= blockLimit else { throw .tooManyBlocks(count, limit: blockLimit, head.place()) }
    var blocks: [Range<Int>] = []
    var position = index.lowerBound + 4
    while blocks.count < count {
      let some = min(count - blocks.count, 256)
      let entries = try reader.fields(at: position, count: some * 8, end: index.upperBound, of: what)
      for entry in 0..<some { blocks.append(try range(entries, entry * 8, reader)) }
      position += some * 8
    }
    return blocks
  }

  private static func names(in variables: Range<Int>, _ reader: FieldReader) throws(FileFactError) -> [String: Int] {
    let what = "the names of blocks"
    let head = try reader.fields(at: variables.lowerBound, count: 4, end: variables.upperBound, of: what)
    let count = Int(try head.uint32(0))
    guard count <= nameLimit else { throw .tooManyBlocks(count, limit: nameLimit, head.place()) }
    var names: [String: Int] = [:]
    var position = variables.lowerBound + 4
    for _ in 0..<count {
      let entry = try reader.fields(at: position, count: 5, end: variables.upperBound, of: what)
      let length = Int(try entry.uint8(4))
      let text = try reader.fields(at: position + 5, count: length, end: variables.upperBound, of: what)
      names[String(decoding: try text.part(0, length, of: what), as: UTF8.self)] = Int(try entry.uint32(0))
      position += 5 + length
    }
    return names
  }

  // MARK: Blocks

  func number(of name: String) -> Int? { names[name] }

  func range(of number: Int) throws(FileFactError) -> Range<Int> {
    guard blocks.indices.contains(number), !blocks[number].isEmpty else {
      throw .damaged(reader.place(0), "the block \(number) is missing; the index lists \(blocks.count)")
    }
    return blocks[number]
  }

  func head(of number: Int, upTo limit: Int, of what: String) throws(FileFactError) -> Fields {
    let range = try range(of: number)
    let count = min(range.count, limit)
    try budget.take(count, reader.place(range.lowerBound))
    return try reader.fields(at: range.lowerBound, count: count, end: range.upperBound, of: what)
  }

  // MARK: Trees

  /// The numbers of the blocks that contain a tree's keys and values, in the tree's order, or nil if there is no tree with this name.
  /// Throws if there are more than `limit` entries.
  func entries(of name: String, limit: Int) throws(FileFactError) -> [(key: Int, value: Int)]? {
    guard let root = names[name] else { return nil }
    let head = try head(of: root, upTo: 21, of: "the tree \(name)")
    try head.expect(tag: "tree")
    var number = Int(try head.uint32(8))
    for _ in 0..<Self.depthLimit {
      let node = try self.head(of: number, upTo: 16, of: "a node of the tree \(name)")
      if try node.uint16(0) != 0 { return try leaves(from: number, name, limit) }
      // An inner node without entries has no leaves.
      if try node.uint16(2) == 0 { return [] }
      number = Int(try node.uint32(12))
    }
    throw .damaged(head.place(), "the tree \(name) has more than \(Self.depthLimit) levels")
  }

  private func leaves(from first: Int, _ name: String, _ limit: Int) throws(FileFactError) -> [(key: Int, value: Int)] {
    var entries: [(key: Int, value: Int)] = []
    var number = first
    var seen: Set<Int> = []
    while number != 0 {
      let range = try range(of: number)
      guard seen.insert(number).inserted else {
        throw .damaged(
          reader.place(range.lowerBound), "the leaves of the tree \(name) lead back to one that was read before")
      }
      let what = "a leaf of the tree \(name)"
      let head = try reader.fields(at: range.lowerBound, count: 12, end: range.upperBound, of: what)
      let (count, next) = (Int(try head.uint16(2)), Int(try head.uint32(4)))
      guard count <= limit - entries.count else {
        throw FileFactError(head.place(), "the tree \(name) has more than \(limit) entries")
      }
      try budget.take(12 + count * 8, reader.place(range.lowerBound))
      let list = try reader.fields(at: range.lowerBound + 12, count: count * 8, end: range.upperBound, of: what)
      for entry in 0..<count {
        entries.append((key: Int(try list.uint32(entry * 8 + 4)), value: Int(try list.uint32(entry * 8))))
      }
      number = next
    }
    return entries
  }
}

/// The number of bytes of a store's blocks that may still be read.
///
/// Normally each block is stored and read once. Without this limit a small file could represent any number of images, with blocks that
/// share bytes or trees that use one block repeatedly.
private final class BlockBudget {
  private let limit: Int
  private var left: Int

  /// Allows twice the size of the file, plus some bytes for tiny files.
  init(_ fileSize: Int) {
    limit = fileSize.addingReportingOverflow(fileSize).partialValue + (1 << 20)
    left = limit
  }

  func take(_ count: Int, _ place: BytePlace) throws(FileFactError) {
    guard count <= left else {
      throw .damaged(place, "blocks are used again and again: together they would have more than \(limit) bytes")
    }
    left -= count
  }
}
