import Basics
import CZLib
import PropertyLists

@testable import Bundles

/// Little-endian numbers.
func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }

/// Returns `bytes` as raw deflate data, without the header of zlib.
func deflated(_ bytes: [UInt8]) -> [UInt8] {
  var count = compressBound(uLong(bytes.count))
  var out = [UInt8](repeating: 0, count: Int(count))
  compress2(&out, &count, bytes, uLong(bytes.count), 9)
  return Array(out[2..<(Int(count) - 4)])
}

func checksum(_ bytes: [UInt8]) -> Int { Int(crc32_z(0, bytes, bytes.count)) }

func gzipped(_ bytes: [UInt8]) -> [UInt8] {
  [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + deflated(bytes) + little(checksum(bytes), 4) + little(bytes.count, 4)
}

/// Writes valid zips and every kind of broken one.
struct ZipBuilder: Sendable {
  struct Entry: Sendable {
    var name: [UInt8]
    var bytes: [UInt8]
    var mode = 0o100644
    var host = 3
    var method = 8
    var flags = 0
    /// Stores zeros instead of `bytes`, as a hole that is not written.
    var hole: Int?
    /// Writes checksum and sizes after the bytes, and zeros in the local header.
    var hasDescriptor = false
    /// Writes sizes and offset in the 64-bit field.
    var is64 = false
    var extra: [UInt8] = []
    var localExtra: [UInt8] = []
    // Written instead of the true values.
    var compressed: [UInt8]?
    var size: Int?
    var compressedSize: Int?
    var crc: Int?
    var offset: Int?
    var localMethod: Int?
    var localFlags: Int?
    var localName: [UInt8]?
    var localSize: Int?
    /// Written instead of checksum and sizes after the bytes.
    var descriptor: [UInt8]?
    /// Written after the entry.
    var gap: [UInt8] = []

    init(_ name: String, _ bytes: [UInt8] = [], mode: Int? = nil) {
      self.name = Array(name.utf8)
      self.bytes = bytes
      self.mode = mode ?? (name.hasSuffix("/") ? 0o040755 : 0o100644)
      if name.hasSuffix("/") { method = 0 }
    }

    init(_ name: String, text: String) { self.init(name, Array(text.utf8)) }

    func with<Value>(_ path: WritableKeyPath<Entry, Value>, _ value: Value) -> Entry {
      var copy = self
      copy[keyPath: path] = value
      return copy
    }
  }

  var entries: [Entry]
  var prefix: [UInt8] = []
  var comment: [UInt8] = []
  var has64 = false
  /// Writes numbers modulo 2^32 and 2^16, like Apple's ditto.
  var isWrapped = false
  var count: Int?
  var directorySize: Int?
  var directoryOffset: Int?
  /// Bytes between the directory and the end record.
  var beforeEnd: [UInt8] = []

  init(_ entries: [Entry]) { self.entries = entries }

  func with<Value>(_ path: WritableKeyPath<ZipBuilder, Value>, _ value: Value) -> ZipBuilder {
    var copy = self
    copy[keyPath: path] = value
    return copy
  }

  var bytes: [UInt8] { source.flat }

  var source: SparseSource {
    var out = SparseSource()
    out.add(prefix)
    var directory: [UInt8] = []
    for entry in entries { directory += add(entry, to: &out) }
    let start = out.count
    out.add(directory)
    let count = self.count ?? entries.count
    let (size, offset) = (directorySize ?? directory.count, directoryOffset ?? start)
    if has64 {
      let record = out.count
      out.add([0x50, 0x4B, 6, 6] + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8) + little(count, 8))
      out.add(little(count, 8) + little(size, 8) + little(offset, 8))
      out.add([0x50, 0x4B, 6, 7] + little(0, 4) + little(record, 8) + little(1, 4))
    }
    out.add(beforeEnd)
    func cut(_ value: Int, _ none: Int) -> Int { has64 && !isWrapped ? none : value }
    out.add([0x50, 0x4B, 5, 6, 0, 0, 0, 0] + little(cut(count, 0xFFFF), 2) + little(cut(count, 0xFFFF), 2))
    out.add(
      little(cut(size, 0xFFFF_FFFF), 4) + little(cut(offset, 0xFFFF_FFFF), 4) + little(comment.count, 2) + comment)
    return out
  }

  /// Adds the entry and returns its record in the directory.
  private func add(_ entry: Entry, to out: inout SparseSource) -> [UInt8] {
    let data = entry.compressed ?? (entry.method == 8 ? deflated(entry.bytes) : entry.bytes)
    let size = entry.size ?? entry.hole ?? entry.bytes.count
    let compressed = entry.compressedSize ?? entry.hole ?? data.count
    let crc = entry.crc ?? checksum(entry.bytes)
    let offset = entry.offset ?? out.count
    let flags = entry.flags | (entry.hasDescriptor ? 8 : 0)
    func wide(_ values: [Int]) -> [UInt8] {
      entry.is64 ? little(1, 2) + little(values.count * 8, 2) + values.flatMap { little($0, 8) } : []
    }
    func cut(_ value: Int) -> [UInt8] { entry.is64 ? little(0xFFFF_FFFF, 4) : little(value, 4) }
    let localName = entry.localName ?? entry.name
    let localFlags = (entry.localFlags ?? entry.flags) | (entry.hasDescriptor ? 8 : 0)
    let localSize = entry.localSize ?? size
    let isZero = entry.hasDescriptor
    let localExtra = (isZero ? [] : wide([localSize, compressed])) + entry.localExtra
    out.add(
      [0x50, 0x4B, 3, 4] + little(20, 2) + little(localFlags, 2) + little(entry.localMethod ?? entry.method, 2)
        + little(0, 4))
    out.add(isZero ? little(0, 12) : little(crc, 4) + cut(compressed) + cut(localSize))
    out.add(little(localName.count, 2) + little(localExtra.count, 2) + localName + localExtra)
    if let hole = entry.hole { out.skip(hole) } else { out.add(data) }
    let numbers = little(crc, 4) + little(compressed, 4) + little(size, 4)
    if entry.hasDescriptor { out.add(entry.descriptor ?? [0x50, 0x4B, 7, 8] + numbers) }
    out.add(entry.gap)
    let extra = wide([size, compressed, offset]) + entry.extra
    return [0x50, 0x4B, 1, 2] + little(20 | entry.host << 8, 2) + little(20, 2) + little(flags, 2)
      + little(entry.method, 2) + little(0, 4) + little(crc, 4) + cut(compressed) + cut(size)
      + little(entry.name.count, 2) + little(extra.count, 2) + little(0, 2) + little(0, 2) + little(0, 2)
      + little(entry.mode << 16, 4) + cut(offset) + entry.name + extra
  }
}

/// Writes tars in the ustar format of POSIX.
struct TarBuilder: Sendable {
  struct Entry: Sendable {
    var name: String
    var bytes: [UInt8] = []
    var type: UInt8 = 0x30
    var mode = 0o644
    var link = ""
    var size: Int?
  }

  var entries: [Entry]
  var end = [UInt8](repeating: 0, count: 1024)

  init(_ entries: [Entry]) { self.entries = entries }

  var bytes: [UInt8] { entries.flatMap(Self.bytes) + end }

  static func bytes(of entry: Entry) -> [UInt8] {
    func octal(_ value: Int, _ width: Int) -> [UInt8] {
      let digits = String(value, radix: 8)
      return Array((String(repeating: "0", count: max(0, width - 1 - digits.count)) + digits).utf8) + [0]
    }
    func padded(_ text: String, _ width: Int) -> [UInt8] {
      let bytes = Array(text.utf8.prefix(width))
      return bytes + [UInt8](repeating: 0, count: width - bytes.count)
    }
    var header = padded(entry.name, 100) + octal(entry.mode, 8) + octal(0, 8) + octal(0, 8)
    header += octal(entry.size ?? entry.bytes.count, 12) + octal(0, 12) + [UInt8](repeating: 0x20, count: 8)
    header += [entry.type] + padded(entry.link, 100) + Array("ustar\u{0}00".utf8)
    header += [UInt8](repeating: 0, count: 512 - header.count)
    let sum = octal(header.reduce(0) { $0 + Int($1) }, 7) + [0x20]
    header.replaceSubrange(148..<156, with: sum)
    return header + entry.bytes + [UInt8](repeating: 0, count: (512 - entry.bytes.count % 512) % 512)
  }
}

/// Bytes with holes of zeros that use no memory.
struct SparseSource: ByteSource {
  private(set) var count = 0
  private var pieces: [(at: Int, bytes: [UInt8])] = []
  /// The last piece ends at the end of the source.
  private var isOpen = false

  mutating func add(_ bytes: [UInt8]) {
    if bytes.isEmpty { return }
    if isOpen {
      pieces[pieces.count - 1].bytes += bytes
    } else {
      pieces.append((count, bytes))
    }
    isOpen = true
    count += bytes.count
  }

  mutating func skip(_ hole: Int) {
    count += hole
    isOpen = false
  }

  var flat: [UInt8] {
    var out = [UInt8](repeating: 0, count: count)
    for piece in pieces { out.replaceSubrange(piece.at..<(piece.at + piece.bytes.count), with: piece.bytes) }
    return out
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    guard offset >= 0, offset < count else { return 0 }
    let end = min(count, offset + buffer.count)
    UnsafeMutableRawBufferPointer(rebasing: buffer[..<(end - offset)]).initializeMemory(as: UInt8.self, repeating: 0)
    for piece in pieces where piece.at < end && piece.at + piece.bytes.count > offset {
      let from = max(piece.at, offset)
      let to = min(end, piece.at + piece.bytes.count)
      UnsafeMutableRawBufferPointer(rebasing: buffer[(from - offset)..<(to - offset)])
        .copyBytes(from: piece.bytes[(from - piece.at)..<(to - piece.at)])
    }
    return end - offset
  }
}

/// Counts the bytes read from a source.
final class CountingSource: ByteSource {
  let inner: any ByteSource
  private let state = Locked<(calls: Int, bytes: Int)>((0, 0))

  init(_ inner: any ByteSource) { self.inner = inner }

  var count: Int { inner.count }
  var bytes: Int { state.withValue { $0.bytes } }
  var calls: Int { state.withValue { $0.calls } }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let got = try inner.read(at: offset, into: buffer)
    state.withValue { $0 = ($0.calls + 1, $0.bytes + got) }
    return got
  }
}
