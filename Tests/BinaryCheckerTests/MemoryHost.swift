import CheckerABI

@testable import BinaryChecker

/// The program's side of the C interface, with a bundle in memory: an application for the Mac with one nested bundle.
final class MemoryHost {
  /// Nodes: a bundle is 1, the one in it 2, its dictionary 3, and values from 100 on.
  private enum Node {
    static let bundle: checker_node = 1
    static let nested: checker_node = 2
    static let info: checker_node = 3
    static let values: checker_node = 100
  }

  private let bundle: MemoryBundle
  private let files: [BundleFile]
  private let keys: [String]
  private var texts: [UnsafeMutableBufferPointer<CChar>] = []
  /// `FILE or KEY: message`
  private(set) var findings: [String] = []
  private(set) var failure: String?

  init(_ bundle: MemoryBundle) throws {
    self.bundle = bundle
    files = try bundle.files()
    keys = bundle.values.keys.sorted()
  }

  deinit {
    for text in texts { text.deallocate() }
  }

  // Only `run` hands the context out, and never none.
  private static func at(_ context: UnsafeMutableRawPointer?) -> MemoryHost {
    Unmanaged<MemoryHost>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
  }

  /// Valid as long as the host.
  private func text(_ string: String) -> checker_text {
    let memory = UnsafeMutableBufferPointer<CChar>.allocate(capacity: string.utf8.count + 1)
    _ = memory.initialize(from: string.utf8.map { CChar(bitPattern: $0) } + [0])
    texts.append(memory)
    return checker_text(bytes: UnsafePointer(memory.baseAddress), count: string.utf8.count)
  }

  private static func string(_ text: checker_text) -> String? {
    guard let bytes = text.bytes else { return nil }
    return String(
      decoding: UnsafeBufferPointer(start: bytes, count: text.count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Runs the checker as the program does; returns what `check` does.
  func run() -> Int32 {
    var type = checker_uuid(
      bytes: (0x2B, 0xCA, 0xC4, 0xB1, 0xA2, 0x61, 0x40, 0x3E, 0x91, 0xBC, 0x19, 0x4C, 0xB3, 0x1A, 0x07, 0xFF))
    guard let object = factory(nil, &type) else { return -1 }
    let table = object.load(as: UnsafePointer<checker_interface_v1>.self).pointee
    defer { _ = table.unknown.release(object) }
    var host = checker_host()
    host.size = UInt32(MemoryLayout<checker_host>.size)
    host.abi_version = 1
    host.context = Unmanaged.passUnretained(self).toOpaque()
    fillGraph(&host)
    fillValues(&host)
    fillFiles(&host)
    host.report = { context, finding in
      guard let finding = finding?.pointee else { return 4 }
      let place = MemoryHost.string(finding.file) ?? MemoryHost.string(finding.key) ?? ""
      MemoryHost.at(context).findings.append("\(place): \(MemoryHost.string(finding.message) ?? "")")
      return 0
    }
    host.fail = { MemoryHost.at($0).failure = MemoryHost.string($1) }
    return table.check(object, &host)
  }

  private func fillGraph(_ host: inout checker_host) {
    host.bundle = { _ in Node.bundle }
    host.parent = { $1 == Node.nested ? Node.bundle : 0 }
    host.child_count = { MemoryHost.at($0).bundle.nestedBundles.isEmpty || $1 != Node.bundle ? 0 : 1 }
    host.child = { $2 == 0 ? Node.nested : 0 }
    host.bundle_text = { context, node, field, result in
      let host = MemoryHost.at(context)
      let value: String? =
        switch field {
        case 1: node == Node.nested ? host.bundle.nestedBundles.first : ""
        case 3: host.bundle.kind
        case 4: host.bundle.platform
        case 7: host.bundle.executable
        default: nil
        }
      guard let value else { return 1 }
      result?.pointee = host.text(value)
      return 0
    }
  }

  private func fillValues(_ host: inout checker_host) {
    host.info = { _, _ in Node.info }
    host.options = { _ in 0 }
    host.kind = { _, node in node == Node.info ? 1 : node >= Node.values ? 3 : 0 }
    host.count = { $1 == Node.info ? MemoryHost.at($0).keys.count : 0 }
    host.value = { context, dictionary, key in
      guard dictionary == Node.info else { return 0 }
      let position = MemoryHost.at(context).keys.firstIndex { $0 == MemoryHost.string(key) }
      return position.map { Node.values + checker_node($0) } ?? 0
    }
    host.text = { context, node, result in
      let host = MemoryHost.at(context)
      guard node >= Node.values, let value = host.bundle.values[host.keys[Int(node - Node.values)]]?.text else {
        return 2
      }
      result?.pointee = host.text(value)
      return 0
    }
  }

  private func fillFiles(_ host: inout checker_host) {
    host.file_count = { context, _, count in
      count?.pointee = MemoryHost.at(context).files.count
      return 0
    }
    host.file_path = { context, _, index, path, type in
      let host = MemoryHost.at(context)
      path?.pointee = host.text(host.files[index].path)
      type?.pointee = host.files[index].type.rawValue
      return 0
    }
    host.file = { context, _, path, result in
      let host = MemoryHost.at(context)
      guard let file = host.files.first(where: { $0.path == MemoryHost.string(path) }) else { return 1 }
      // Of a link, the length of its target.
      let size = host.bundle.contents[file.path]?.count ?? host.bundle.links[file.path]?.utf8.count ?? 0
      result?.pointee.type = file.type.rawValue
      result?.pointee.mode = 0o755
      result?.pointee.length = UInt64(size)
      return 0
    }
    host.read = { context, _, path, offset, buffer, capacity, count in
      let host = MemoryHost.at(context)
      let place = UnsafeMutableRawBufferPointer(start: buffer, count: capacity)
      guard let path = MemoryHost.string(path) else { return 4 }
      if let start = host.bundle.unreadable[path], offset >= start { return 3 }
      guard let read = try? host.bundle.read(path, at: offset, into: place) else { return 1 }
      count?.pointee = read
      return 0
    }
    host.file_size = { context, _, path, result in
      let host = MemoryHost.at(context)
      guard let path = MemoryHost.string(path) else { return 4 }
      if host.bundle.unreadable[path] == 0 { return 3 }
      guard let target = (try? host.bundle.target(of: path)) ?? nil, case .regular(let size, _) = target else {
        return 2
      }
      result?.pointee = size
      return 0
    }
    host.failure = { context, message in message?.pointee = MemoryHost.at(context).text("the disk is gone") }
  }
}
