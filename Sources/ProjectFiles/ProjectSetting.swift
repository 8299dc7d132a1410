/// A setting of the project file. The one table of them: the reader, the published schema and the documentation follow it.
package enum ProjectSetting: String, CaseIterable, Sendable {
  case policies, packs, parameters, waivers, baseline
  case failOn = "fail-on"
  case formats, previous, ledger, bundles, plugins, sources

  /// The form of a setting's value.
  package enum Form: Sendable {
    /// A list of strings.
    case texts
    case text
    /// Names and values.
    case parameters
    /// Names of packs, each with the fields of `PackField`.
    case packs
    /// The name is kept for a later version.
    case reserved
  }

  package var form: Form {
    switch self {
    case .policies, .waivers, .formats, .previous, .bundles, .plugins: .texts
    case .baseline, .failOn, .ledger: .text
    case .parameters: .parameters
    case .packs: .packs
    case .sources: .reserved
    }
  }

  package var summary: String {
    switch self {
    case .policies: "The policies: Lua files, directories with policy.lua, packs, or standard policies (--policy)."
    case .packs:
      "The packs that the policies use. 'bundlepolicy pack add' writes them, and bundlepolicy.lock pins them."
    case .parameters: "Values for parameters of the policies; --param and --params take precedence."
    case .waivers: "Files of waivers (--waivers)."
    case .baseline: "The file of accepted findings (--baseline)."
    case .failOn: "The lowest severity that fails a bundle, or never to only report violations (--fail-on)."
    case .formats: "The reports to write, such as text or sarif=bundlepolicy.sarif (--format)."
    case .previous: "Earlier builds to compare with (--previous)."
    case .ledger: "The ledger of builds: a file, postgres://… or git+https://… (--ledger)."
    case .bundles: "The bundles to check, or patterns, if the command line names none."
    case .plugins: "Folders of native checkers; they are loaded only with --project and --with-checkers (--plugins)."
    case .sources: "Reserved."
    }
  }

  package var examples: [String] {
    switch self {
    case .policies: ["policy.lua", "apple.app-store.ios"]
    case .waivers: ["waivers.lua"]
    case .formats: ["text", "sarif=bundlepolicy.sarif"]
    case .previous: ["Shipped.app"]
    case .bundles: ["build/*.app"]
    case .plugins: ["Plugins"]
    case .baseline: ["baseline.txt"]
    case .ledger: ["builds.db"]
    case .failOn, .packs, .parameters, .sources: []
    }
  }
}

/// A field of a pack.
package enum PackField: String, CaseIterable, Sendable {
  case source, version, ref, path, signed, signers

  package var summary: String {
    switch self {
    case .source: "A repository (git+https://…), an artifact (oci://…), an archive, or a folder."
    case .version: "A range of versions, such as ^1.2."
    case .ref: "A tag, branch, commit or digest, instead of a version."
    case .path: "The folder in the repository or archive."
    case .signed: "What must be signed."
    case .signers: "The file of allowed signers (ssh-keygen(1))."
    }
  }
}
