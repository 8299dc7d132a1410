import ArgumentParser
import CheckerPlugIns
import PolicyPacks
import StructuredText

struct PackList: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the packs and the versions they are locked to",
    discussion: """
      Examples:
        bundlepolicy pack list
        bundlepolicy pack list --format json
      """)

  @Option("format", "output format", value: "FORMAT") var format = TextFormat.text

  func execute() throws -> ExitStatus {
    let project = try PackCommand.project()
    let packs = project.manifest.packs.sorted { $0.key < $1.key }
    if format == .json {
      try Output.write(Self.json(packs, project), to: Output.standardOutput)
    } else {
      try Output.print(packs.flatMap { Self.text($0.key, $0.value, project.lock?.packs[$0.key]) })
      if packs.isEmpty { Output.printError("note: there are no packs") }
    }
    // Errors do not prevent the list.
    let drift = project.drift()
    for error in drift { Output.printError(error) }
    return drift.isEmpty ? .passed : .incomplete
  }

  private static func text(_ name: String, _ request: PackRequest, _ locked: LockedPack?) -> [String] {
    if case .path(let path) = request.source {
      return [name, "    from      \(path), a folder, not locked"]
    }
    guard let locked else { return [name, "    from      \(request.source.text)", "    locked    not yet"] }
    var lines = [
      name, "    from      \(locked.source)", "    version   \(locked.phrase)", "    \(locked.revisionLine)",
      "    digest    \(locked.digest)",
    ]
    if let signature = locked.signature {
      lines.append("    signed    the \(signature.object.rawValue), by \(signature.principal) (\(signature.key))")
    }
    for path in locked.checkers.keys.sorted() { lines.append("    checker   \(path), native code") }
    return lines
  }

  private static func json(_ packs: [(key: String, value: PackRequest)], _ project: PackProject) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("format", "bundlepolicy-packs")
      writer.member("version", 1)
      writer.name("packs")
      writer.array { writer in
        for (name, request) in packs {
          writer.object { writer in
            writer.member("name", name)
            writer.member("source", request.source.text)
            writer.member("version", request.range?.text)
            writer.member("ref", request.range == nil ? request.ref : project.lock?.packs[name]?.ref)
            writer.member("path", request.path)
            let locked = project.lock?.packs[name]
            writer.member("kind", locked?.kind.rawValue)
            writer.member("commit", locked?.tree == nil ? nil : locked?.revision)
            writer.member("tree", locked?.tree)
            writer.member("object", locked?.tree == nil ? locked?.revision : nil)
            writer.member("digest", locked?.digest)
            writer.member("signer", locked?.signature?.principal)
            writer.name("checkers")
            writer.array { writer in for path in (locked?.checkers.keys.sorted() ?? []) { writer.string(path) } }
          }
        }
      }
    }
    return writer.bytes + [0x0A]
  }
}
