import ArgumentParser
import CheckerPlugIns
import PolicyPacks
import StructuredText

struct PackOutdated: Command {
  static let configuration = CommandConfiguration(
    commandName: "outdated", abstract: "List packs that have newer versions than the locked ones",
    discussion: """
      Examples:
        bundlepolicy pack outdated
        bundlepolicy pack outdated --format json

      Asks the network, and changes nothing. For each pack: the version that 'pack update' would lock, and the newest \
      release if the manifest does not allow it. Exit status: 0 if 'pack update' would change nothing, even if there \
      are newer versions that the manifest does not allow; 1 if it would; 2 if a pack could not be looked up.
      """)

  @Option("format", "output format", value: "FORMAT") var format = TextFormat.text

  @OptionGroup var git: GitOptions

  private struct Entry {
    let name: String
    let request: PackRequest
    let locked: LockedPack
    let updates: PackUpdates
  }

  func execute() throws -> ExitStatus {
    let project = try PackCommand.project()
    let fetcher = try git.fetcher()
    let locking = PackLocking(project, fetcher)
    var status = ExitStatus.passed
    var entries: [Entry] = []
    for (name, request) in project.manifest.packs.sorted(by: { $0.key < $1.key }) {
      do throws(PackError) {
        // Folders have no versions.
        guard let locked = try project.locked(name) else { continue }
        let updates = try fetcher.updates(
          request, locked, root: project.root, needs: locking.needs(of: name, from: request.source))
        entries.append(Entry(name: name, request: request, locked: locked, updates: updates))
      } catch {
        Output.printError(error)
        status = .incomplete
      }
    }
    if format == .json {
      try Output.write(Self.json(entries), to: Output.standardOutput)
    } else {
      try Output.print(entries.flatMap(Self.lines))
    }
    if status == .passed, entries.contains(where: { $0.updates.update != nil }) { return .violations }
    return status
  }

  private static func lines(_ entry: Entry) -> [String] {
    let (name, locked, updates) = (entry.name, entry.locked, entry.updates)
    let version = locked.kind == .tag ? locked.version : locked.phrase
    let asked = entry.request.range.map { " for '\($0.text)'" } ?? ""
    var lines: [String] = []
    if let update = updates.update { lines.append("  update    \(name): \(version) → \(update)\(asked)") }
    if let beyond = updates.beyond {
      let what = entry.request.range.map { "not in '\($0.text)'" } ?? "not what the manifest names"
      lines.append("  beyond    \(name): \(version), but \(beyond) exists, which is \(what)")
    }
    if let unknown = updates.unknown { lines.append("  unknown   \(name): \(unknown)") }
    return lines.isEmpty ? ["  current   \(name): \(version)\(asked)"] : lines
  }

  private static func json(_ entries: [Entry]) -> [UInt8] {
    JSONWriter.document { json in
      json.member("format", "bundlepolicy-outdated-packs")
      json.member("version", 1)
      json.objects("packs", entries) {
        [
          "name": $0.name, "source": $0.request.source.text, "version": $0.request.range?.text,
          "locked": $0.locked.version, "update": $0.updates.update, "beyond": $0.updates.beyond,
          "unknown": $0.updates.unknown,
        ]
      }
    }
  }
}
