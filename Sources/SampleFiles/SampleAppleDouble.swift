/// An AppleDouble file, as `ditto` and `tar` write it on a Mac.
package enum SampleAppleDouble {
  /// The file with attributes of these names, each of which has one byte. The Finder's information and the resource fork have entries of
  /// their own.
  package static func bytes(_ names: [String]) -> [UInt8] {
    let others = names.filter { $0 != "com.apple.FinderInfo" && $0 != "com.apple.ResourceFork" }
    let entries = others.map { name in
      let name = Array(name.utf8.prefix(254)) + [0]
      return [UInt8](repeating: 0, count: 10) + [UInt8(name.count)] + name
        + [UInt8](repeating: 0, count: (4 - (11 + name.count) % 4) % 4)
    }
    let attributes = others.isEmpty ? [] : header(others.count) + entries.flatMap { $0 } + others.map { _ in 0x61 }
    var info = [UInt8](repeating: 0, count: 34)
    if names.contains("com.apple.FinderInfo") { info[8] = 4 }
    let fork = [UInt8](repeating: 1, count: names.contains("com.apple.ResourceFork") ? 300 : 286)
    var file = ByteWriter()
    file.add(0x0005_1607, 0x0002_0000)
    file.add(text: "Mac OS X        ")
    file.add16(2)
    file.add(9, 50, UInt32(info.count + attributes.count))
    file.add(2, UInt32(50 + info.count + attributes.count), UInt32(fork.count))
    file.add(info + attributes + fork)
    return file.bytes
  }

  /// `attr_header` of `copyfile.c`.
  private static func header(_ count: Int) -> [UInt8] {
    var header = ByteWriter()
    header.add(0x4154_5452, 0, 0, 0, 0, 0, 0, 0)
    header.add16(0, UInt16(count))
    return header.bytes
  }
}
