/// A setting of the project file. The one table of them: the reader, the published schema and the documentation follow it.
package enum ProjectSetting: String, CaseIterable, Sendable {
  case policies, packs, parameters, waivers, baseline
  case failOn = "fail-on"
  case formats, previous, ledger, bundles, plugins, sources

  package enum Form: Sendable {
    case texts
    case text
    case parameters
    /// Names of packs, each with the fields of `PackField`.
    case packs
    /// Identifiers of bundles, each with the fields of `SourceField`.
    case sources
  }

  package var form: Form { definition.form }
  package var summary: String { definition.summary }
  package var examples: [String] { definition.examples }

  private var definition: (form: Form, summary: String, examples: [String]) {
    switch self {
    case .policies:
      (
        .texts, "The policies: Lua files, directories with policy.lua, packs, or standard policies (--policy).",
        ["policy.lua", "apple.app-store.ios"]
      )
    case .packs:
      (
        .packs,
        "The packs that the policies use. 'bundlepolicy pack add' writes them, and bundlepolicy.lock pins them.", []
      )
    case .parameters:
      (.parameters, "Values for parameters of the policies; --param and --params take precedence.", [])
    case .waivers: (.texts, "Files of waivers (--waivers).", ["waivers.lua"])
    case .baseline: (.text, "The file of accepted findings (--baseline).", ["baseline.txt"])
    case .failOn:
      (.text, "The lowest severity that fails a bundle, or never to only report violations (--fail-on).", [])
    case .formats:
      (
        .texts, "The reports to write, such as text or sarif=bundlepolicy.sarif (--format).",
        ["text", "sarif=bundlepolicy.sarif"]
      )
    case .previous: (.texts, "Earlier builds to compare with (--previous).", ["Shipped.app"])
    case .ledger: (.text, "The ledger of builds: a file, postgres://… or git+https://… (--ledger).", ["builds.db"])
    case .bundles:
      (.texts, "The bundles to check, or patterns, if the command line names none.", ["build/*.app"])
    case .plugins:
      (
        .texts, "Folders of native checkers; they are loaded only with --project and --with-checkers (--plugins).",
        ["Plugins"]
      )
    case .sources:
      (
        .sources,
        "The files in the project that bundles are built from, by bundle identifier or pattern: findings name them.", []
      )
    }
  }
}

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

package enum SourceField: String, CaseIterable, Sendable {
  case info, entitlements, privacy, strings, assets, files, settings

  /// Whether the field is a list of paths and patterns. Others are one path.
  package var isList: Bool { ![.info, .entitlements, .privacy].contains(self) }
  package var summary: String { definition.summary }
  package var examples: [String] { definition.examples }
  package var extensions: [String] { definition.extensions }

  private var definition: (summary: String, examples: [String], extensions: [String]) {
    switch self {
    case .info: ("The Info.plist.", ["App/Info.plist"], [])
    case .entitlements: ("The entitlements that the executable is signed with.", ["App/App.entitlements"], [])
    case .privacy: ("The privacy manifest, PrivacyInfo.xcprivacy.", ["App/PrivacyInfo.xcprivacy"], [])
    case .strings:
      (
        "Strings files and string catalogs: .strings, .stringsdict or .xcstrings.",
        ["App/*.lproj/*.strings", "App/Localizable.xcstrings"], ["strings", "stringsdict", "xcstrings"]
      )
    case .assets: ("Asset catalogs: .xcassets.", ["App/Assets.xcassets"], ["xcassets"])
    case .files: ("Other files that are copied into the bundle.", ["App/Settings.bundle/*.plist"], [])
    case .settings:
      (
        "Build settings: .xcconfig or project.pbxproj. Later files take precedence.",
        ["App.xcodeproj/project.pbxproj", "Config/Release.xcconfig"], ["xcconfig", "pbxproj"]
      )
    }
  }
}
