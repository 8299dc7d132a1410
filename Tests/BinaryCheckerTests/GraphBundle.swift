import Bundles
import CheckerKit
import PropertyLists

@testable import BinaryChecker

/// A bundle on disk, read as the program reads it.
struct GraphBundle: JudgedBundle {
  let graph: BundleGraph
  let bundle: Bundles.Bundle

  var path: String { bundle.path }
  var kind: String { bundle.kind.rawValue }
  var platform: String? { bundle.platform?.rawValue }
  var executable: String? { bundle.executable }

  var nestedBundles: [String] {
    graph.children(of: bundle).map { String($0.path.dropFirst(path.isEmpty ? 0 : path.utf8.count + 1)) }
  }

  func info(_ key: String) -> InfoValue? {
    let info = bundle.info
    return info.value(of: info.root, forKey: key).map { value in
      switch info.kind(of: value) {
      case .string: .text(info.string(of: value) ?? "")
      case .array:
        .list((0..<info.count(of: value)).compactMap { info.element(of: value, at: $0).flatMap(info.string(of:)) })
      case .dictionary:
        .dictionary(
          (0..<info.count(of: value)).map {
            (info.key(of: value, at: $0), info.element(of: value, at: $0).flatMap(info.string(of:)))
          })
      case let kind: .other(kind.name)
      }
    }
  }

  func files() throws(CheckerError) -> [BundleFile] { try Self.files(of: bundle) }

  func outerFiles() throws(CheckerError) -> [BundleFile] { try Self.files(of: graph.outer) }

  private static func files(of bundle: Bundles.Bundle) throws(CheckerError) -> [BundleFile] {
    try readable {
      try bundle.files.all().map { entry in
        let type: CheckedBundle.FileType =
          switch entry.type {
          case .file: .regular
          case .directory: .directory
          case .symbolicLink: .link
          default: .other
          }
        return BundleFile(path: entry.path, type: type)
      }
    }
  }

  func target(of path: String) throws(CheckerError) -> FileTarget? {
    guard let status = try? bundle.files.status(path) else { return nil }
    if status.type == .file { return .regular(size: UInt64(status.size), isLinked: false) }
    return try Self.readable { .regular(size: UInt64(try bundle.files.source(of: path).count), isLinked: true) }
  }

  func read(
    _ path: String, at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CheckerError) -> Int {
    try Self.readable { try bundle.files.source(of: path).read(at: Int(offset), into: buffer) }
  }

  private static func readable<Result>(_ body: () throws -> Result) throws(CheckerError) -> Result {
    do { return try body() } catch { throw CheckerError("\(error)") }
  }
}
