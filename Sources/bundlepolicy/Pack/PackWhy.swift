import ArgumentParser
import PolicyEngine
import CheckerPlugIns
import PolicyPacks

struct PackWhy: Command {
  static let configuration = CommandConfiguration(
    commandName: "why", abstract: "Show which policies use a pack, and where it comes from",
    discussion: """
      Examples:
        bundlepolicy pack why acme
        bundlepolicy pack why --policy org.lua acme.ios
      """)

  @Argument("a pack or one of its modules, such as acme or acme.ios", value: "MODULE-OR-PACK") var word: String

  @Option(.policy) var namedPolicies: [String] = []

  func execute() throws -> ExitStatus {
    let project = try PackCommand.project()
    let name = String(word.prefix { $0 != "." })
    guard let request = project.manifest.packs[name] else {
      throw PackError(
        .unknown, "there is no pack '\(name)'", file: project.manifestFile,
        hint: "list the packs with 'bundlepolicy pack list'")
    }
    let policies = try PolicySearch.policiesOfProject(named: namedPolicies)
    var uses: [ModuleUse] = []
    if !policies.isEmpty {
      var loading = PolicyProgram.Options(policies: policies)
      try loading.findPacks(isNamed: !namedPolicies.isEmpty)
      uses = try PolicyProgram(loading).moduleUses
    }
    try Output.print(Self.lines(word, name, request, uses, policies, project))
    return .passed
  }

  private static func lines(
    _ word: String, _ name: String, _ request: PackRequest, _ uses: [ModuleUse], _ policies: [String],
    _ project: PackProject
  ) -> [String] {
    let locked = project.lock?.packs[name]
    var lines = [word]
    let named = policies.filter { $0 == word || word == name && $0.hasPrefix(name + ".") }
    for policy in named { lines.append("    named     by --policy \(policy)") }
    // Within a pack, modules have shorter names.
    let root = locked.map { ResolvedPack.mark + name + "@" + $0.version + "/" }
    let file = root.map { $0 + word.dropFirst(name.count + 1).split(separator: ".").joined(separator: "/") + ".lua" }
    let found = uses.filter { use in
      use.module == word || use.file == file
        || word == name && (use.module.hasPrefix(name + ".") || root.map(use.file.hasPrefix) ?? false)
    }
    for use in found {
      lines.append(
        "    \(use.isImport ? "imported" : "included")  by \(use.at.file):\(use.at.line) as \(use.module), \(use.file)")
    }
    if found.isEmpty, named.isEmpty {
      let where_ =
        policies.isEmpty ? "there is no policy" : "no policy among \(policies.joined(separator: ", ")) uses it"
      lines.append("    unused    \(where_)")
    }
    lines.append(
      "    requested by \(project.manifestFile): \(request.source.text)"
        + ((request.range?.text ?? request.ref).map { " @ \($0)" } ?? ""))
    if let locked {
      lines.append("    locked    to \(locked.phrase)")
      lines.append("    \(locked.revisionLine)")
      if let signature = locked.signature {
        lines.append("    signed    the \(signature.object.rawValue), by \(signature.principal) (\(signature.key))")
      }
    }
    return lines
  }
}
