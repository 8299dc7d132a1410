import Basics
import Bundles
import FileFacts
import LuaRuntime
import PropertyLists

// Files: what the file system says of them, and the way to what they contain.
extension PolicyHost {
  package static let fileFields = [
    "path", "type", "size", "mode", "executable", "target", "destination", "sha256", "png", "icns", "mach_o",
  ]

  /// Bytes that one read brings in: the header of most files.
  private static let firstLook: UInt64 = 4096

  func readFiles(_ node: LuaNode, _ key: LuaKey, _ answer: LuaAnswer) {
    guard let bundle = objects.bundle(node) else { return answer.fail("this bundle is no longer valid") }
    guard case .string(let bytes) = key else {
      return answer.fail("files are read by path; go through them with pairs(bundle.files)")
    }
    let path = String(decoding: bytes, as: UTF8.self)
    answer.charge(50)
    charge(forPath: path, in: bundle.files, answer)
    do throws(StorageError) {
      _ = try bundle.files.status(path)
      note(file: path, of: node, isPresent: true)
      answer.set(objects.node(file: .init(graph: Int(node.owner), bundle: bundle.index, path: path)))
    } catch {
      note(file: path, of: node, isPresent: false)
      if error.code != .notFound { fail(error, answer) }
    }
  }

  func readFile(_ node: LuaNode, _ key: LuaKey, _ answer: LuaAnswer) {
    guard Int(node.index) < objects.files.count, case .string(let bytes) = key else {
      return answer.fail("a file is read by field name")
    }
    let number = Int(node.index)
    let name = String(decoding: bytes, as: UTF8.self)
    note(fact: name, of: objects.files[number])
    switch name {
    case "path": answer.set(objects.files[number].path)
    case "type", "size", "mode", "executable", "target", "destination": readStatus(number, name, answer)
    case "sha256":
      // Half of what it takes at 10 ns a unit: a rule can so afford the digest of any file there is one of.
      if let digest = facts(number, \.digests, bytesPerUnit: 32, answer, SHA256Digest.of) { answer.set(digest) }
    case "png":
      if facts(number, \.pngs, answer, PNGHeader.read) != nil { answer.set(factNode(.png, number)) }
    case "icns":
      if facts(number, \.iconFamilies, answer, IconFamily.read) != nil { answer.set(factNode(.icns, number)) }
    case "mach_o":
      if facts(number, \.machOFiles, answer, MachOFile.read) != nil { answer.set(factNode(.machO, number)) }
    default:
      answer.fail("a file has no field '\(name)'" + DeclarationError.suggestion(for: name, among: Self.fileFields))
    }
  }

  private func factNode(_ kind: ObjectKind, _ number: Int) -> LuaNode {
    LuaNode(kind: kind.rawValue, owner: 0, index: UInt32(clamping: number))
  }

  private func readStatus(_ number: Int, _ name: String, _ answer: LuaAnswer) {
    let reference = objects.files[number]
    do throws(StorageError) {
      let files = objects.graphs[reference.graph].bundles[reference.bundle].files
      answer.charge(Self.price(ofSteps: files.steps(to: reference.path)))
      if name == "destination" {
        if case .inside(let path)? = try files.destination(ofLink: reference.path)?.destination { answer.set(path) }
        return
      }
      let status = try files.status(reference.path)
      switch name {
      case "type": answer.set(status.type.rawValue)
      case "size": answer.set(Int64(status.size))
      case "mode": answer.set(Int64(status.mode))
      case "executable": answer.set(status.isExecutable)
      default: if let target = status.linkTarget { answer.set(target) }
      }
    } catch {
      fail(error, answer)
    }
  }

  /// What a file contains, read once and charged each time; the answer is an error when that failed.
  private func facts<Facts>(
    _ number: Int, _ readings: WritableKeyPath<FileFactCache, [Int: FileFactCache.Reading<Facts>]>,
    bytesPerUnit: UInt64 = 8, _ answer: LuaAnswer,
    _ read: (any ByteSource, String) throws(FileFactError) -> Facts?
  ) -> Facts? {
    let reading: FileFactCache.Reading<Facts>
    if let known = objects.facts[keyPath: readings][number] {
      reading = known
    } else {
      reading = self.reading(objects.files[number], bytesPerUnit, read)
      objects.facts[keyPath: readings][number] = reading
    }
    answer.charge(reading.fuel)
    if case .failed(let message) = reading.outcome { answer.fail(message) }
    guard let facts = reading.facts else { return nil }
    // The facts take some times the room of the bytes that were read for them, which are told by their price. A digest takes none.
    let bytes = bytesPerUnit == 8 ? Int(clamping: reading.fuel.subtractingReportingOverflow(5_000).partialValue) : 0
    let isLarge = reading.fuel > 5_000 && bytes < Self.keptLimit
    return keep(factsOf: number, bytes: isLarge ? bytes * 32 : 0, answer) ? facts : nil
  }

  private func reading<Facts>(
    _ reference: GraphObjects.FileReference, _ bytesPerUnit: UInt64,
    _ read: (any ByteSource, String) throws(FileFactError) -> Facts?
  ) -> FileFactCache.Reading<Facts> {
    let bundle = objects.graphs[reference.graph].bundles[reference.bundle]
    let way = Self.price(ofSteps: bundle.files.steps(to: reference.path))
    let source: MeteredSource
    do throws(StorageError) {
      source = MeteredSource(try bundle.files.source(of: reference.path))
    } catch {
      // What is no regular file has no content, and a link to a directory leads to none.
      return .init(outcome: error.code == .notAFile ? .none : .failed(error.description), fuel: 500 + way)
    }
    let outcome: FileFactCache.Reading<Facts>.Outcome
    do throws(FileFactError) {
      let file = bundle.path.isEmpty ? reference.path : "\(bundle.path)/\(reference.path)"
      outcome = try read(source, file).map { .found($0) } ?? .none
    } catch {
      outcome = .failed(error.description)
    }
    return .init(outcome: outcome, fuel: way + Self.price(of: source, bytesPerUnit: bytesPerUnit))
  }

  /// What it costs a rule that this was read. The first look costs about half of what it takes, so that a rule can afford it for
  /// every file of a large bundle.
  static func price(of source: MeteredSource, bytesPerUnit: UInt64) -> UInt64 {
    let rest = source.bytes > firstLook ? source.bytes - firstLook : 0
    return 500 + source.reads * 100 + rest / bytesPerUnit
  }
}
