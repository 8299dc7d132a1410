package enum SampleIcons {
  package static func family(_ elements: [(type: String, content: [UInt8])]) -> [UInt8] {
    var content = ByteWriter()
    for element in elements {
      content.add(text: element.type)
      content.add(UInt32(element.content.count + 8))
      content.add(element.content)
    }
    var file = ByteWriter()
    file.add(text: "icns")
    file.add(UInt32(content.bytes.count + 8))
    file.add(content.bytes)
    return file.bytes
  }
}
