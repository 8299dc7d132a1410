import Basics
import PropertyLists
package import Reports

package struct FixedFile {
  package let shown: String
  package let before: [UInt8]
  package let after: [UInt8]
  package let count: Int
  package let refusals: [FixPlan.Refusal]
  private let path: String
  private let status: FileState

  private static let limit = 512 << 20
  /// The maximum number of findings that are tried one by one if not all can be fixed together.
  private static let maximumAttempts = 1000

  package init(_ file: FixPlan.File) throws(EngineError) {
    shown = file.shown
    path = file.path
    let folder = try Self.openFolder(of: file.path, shown: file.shown)
    (before, status) = try folder.read(limit: Self.limit)
    let hint: PropertyList.Hint = file.path.hasSuffix(".strings") ? .strings : .automatic
    var fixed = before
    var refusals: [FixPlan.Refusal] = []
    var count = 0
    do throws(PropertyListError) {
      fixed = try PropertyListEditor.apply(file.edits, to: before, file: file.shown, hint: hint)
      count = file.findings.count
    } catch {
      var accepted: [Finding] = []
      for (position, finding) in file.findings.enumerated() {
        do throws(PropertyListError) {
          if position >= Self.maximumAttempts { throw error }
          let edits = FixPlan.File.edits(of: accepted + [finding])
          fixed = try PropertyListEditor.apply(edits, to: before, file: file.shown, hint: hint)
          accepted.append(finding)
        } catch {
          refusals.append(
            FixPlan.Refusal(file.shown, finding, error.message + (error.hint.map { "; \($0)" } ?? "")))
        }
      }
      count = accepted.count
    }
    after = fixed
    self.count = after == before ? 0 : count
    self.refusals = refusals
  }

  /// The original contents as UTF-8, converted from other encodings; a binary file stays as it is.
  package var textBefore: [UInt8] { PropertyListEditor.text(of: before) }
  package var textAfter: [UInt8] { PropertyListEditor.text(of: after) }

  package var isChanged: Bool { before != after }

  package func write() throws(EngineError) {
    let folder = try Self.openFolder(of: path, shown: shown)
    try folder.replace(before, status, with: after)
  }

  // MARK: The file system

  private struct FileState {
    let mode: mode_t
    let owner: uid_t
    let group: gid_t
  }

  /// An open folder that contains a file, reached without following links.
  private final class Folder {
    let descriptor: Int32
    let name: String
    let shown: String

    init(_ descriptor: Int32, _ name: String, shown: String) {
      (self.descriptor, self.name, self.shown) = (descriptor, name, shown)
    }

    deinit { close(descriptor) }

    func failure(_ what: String, _ reason: String) -> EngineError {
      EngineError(code: "fix.\(what)", message: "the file cannot be fixed: \(reason)", file: shown)
    }

    func read(limit: Int) throws(EngineError) -> ([UInt8], FileState) {
      let file = try mapError(
        try OpenedFile(openat(descriptor, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC))
      ) { (error: SystemError) in
        failure("unreadable", error.text)
      }
      guard file.type == S_IFREG else { throw failure("not-regular", "it is not a regular file") }
      guard file.size <= limit else { throw failure("too-large", "it has more than \(limit) bytes") }
      let bytes = try mapError(try file.bytes(upTo: limit)) { (error: SystemError) in
        failure("unreadable", error.text)
      }
      let status = file.status
      return (bytes, FileState(mode: status.st_mode & 0o7777, owner: status.st_uid, group: status.st_gid))
    }

    func replace(_ before: [UInt8], _ status: FileState, with after: [UInt8]) throws(EngineError) {
      guard try read(limit: FixedFile.limit).0 == before else {
        throw failure("changed", "another program changed it meanwhile")
      }
      do throws(SystemError) {
        let file = try ReplacementFile(in: descriptor, mode: 0o600)
        try FileSystem.write(after, to: file.descriptor)
        // Only privileged users can change the owner; otherwise the new file belongs to the current user.
        _ = fchown(file.descriptor, status.owner, status.group)
        if fchmod(file.descriptor, status.mode) != 0 { throw SystemError(errno) }
        try file.finish(as: name)
      } catch {
        throw failure("unwritable", error.text)
      }
    }
  }

  /// `path` is a real path; a link that appears in it afterwards is an error.
  private static func openFolder(of path: String, shown: String) throws(EngineError) -> Folder {
    let names = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    var folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for name in names.dropLast() where folder >= 0 {
      let next = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let reason = errno
      close(folder)
      errno = reason
      folder = next
    }
    guard folder >= 0, let name = names.last else {
      throw EngineError(
        code: "fix.unreadable", message: "the file cannot be fixed: \(SystemError(errno).text)", file: shown)
    }
    return Folder(folder, name, shown: shown)
  }
}
