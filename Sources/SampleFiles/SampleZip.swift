import FileFacts

package enum SampleZip {
  package static func bytes(_ files: [(name: String, content: [UInt8])]) -> [UInt8] {
    bytes(files.map { (name: $0.name, content: $0.content, mode: 0o644) })
  }

  package static func bytes(_ files: [(name: String, content: [UInt8], mode: UInt16)]) -> [UInt8] {
    var file = ByteWriter(isBigEndian: false)
    var directory = ByteWriter(isBigEndian: false)
    for (name, content, mode) in files {
      let start = file.bytes.count
      let (checksum, size) = (PNGChunks.checksum(content[...]), UInt32(content.count))
      let nameSize = UInt16(name.utf8.count)
      file.add(0x0403_4B50)
      file.add16(20, 0x800, 0, 0, 0)
      file.add(checksum, size, size)
      file.add16(nameSize, 0)
      file.add(text: name)
      file.add(content)
      directory.add(0x0201_4B50)
      // Made by Unix: the upper half of the attributes contains the type and the permission bits.
      directory.add16(3 << 8 | 20, 20, 0x800, 0, 0, 0)
      directory.add(checksum, size, size)
      directory.add16(nameSize, 0, 0, 0, 0)
      directory.add(UInt32(0o100000 | mode) << 16, UInt32(start))
      directory.add(text: name)
    }
    let start = file.bytes.count
    file.add(directory.bytes)
    file.add(0x0605_4B50)
    file.add16(0, 0, UInt16(files.count), UInt16(files.count))
    file.add(UInt32(directory.bytes.count), UInt32(start))
    file.add16(0)
    return file.bytes
  }
}
