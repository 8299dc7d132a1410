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
    JSONWriter.document { json in
      json.member("format", "bundlepolicy-packs")
      json.member("version", 1)
      json.objects("packs", packs) { pack, json in
        let (name, request, locked) = (pack.key, pack.value, project.lock?.packs[pack.key])
        json.members([
          "name": name, "source": request.source.text, "version": request.range?.text,
          "ref": request.range == nil ? request.ref : locked?.ref, "path": request.path,
          "kind": locked?.kind.rawValue, "commit": locked?.tree == nil ? nil : locked?.revision, "tree": locked?.tree,
          "object": locked?.tree == nil ? locked?.revision : nil, "digest": locked?.digest,
          "signer": locked?.signature?.principal,
        ])
        json.strings("checkers", locked?.checkers.keys.sorted() ?? [])
      }
    }
  }
}
