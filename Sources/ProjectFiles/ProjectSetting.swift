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

  package var form: Form {
    switch self {
    case .policies, .waivers, .formats, .previous, .bundles, .plugins: .texts
    case .baseline, .failOn, .ledger: .text
    case .parameters: .parameters
    case .packs: .packs
    case .sources: .sources
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
    case .sources:
      "The files in the project that bundles are built from, by bundle identifier or pattern: findings name them."
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
  package var isList: Bool {
    switch self {
    case .info, .entitlements, .privacy: false
    case .strings, .assets, .files, .settings: true
    }
  }

  package var summary: String {
    switch self {
    case .info: "The Info.plist."
    case .entitlements: "The entitlements that the executable is signed with."
    case .privacy: "The privacy manifest, PrivacyInfo.xcprivacy."
    case .strings: "Strings files and string catalogs: .strings, .stringsdict or .xcstrings."
    case .assets: "Asset catalogs: .xcassets."
    case .files: "Other files that are copied into the bundle."
    case .settings: "Build settings: .xcconfig or project.pbxproj. Later files take precedence."
    }
  }

  package var examples: [String] {
    switch self {
    case .info: ["App/Info.plist"]
    case .entitlements: ["App/App.entitlements"]
    case .privacy: ["App/PrivacyInfo.xcprivacy"]
    case .strings: ["App/*.lproj/*.strings", "App/Localizable.xcstrings"]
    case .assets: ["App/Assets.xcassets"]
    case .files: ["App/Settings.bundle/*.plist"]
    case .settings: ["App.xcodeproj/project.pbxproj", "Config/Release.xcconfig"]
    }
  }

  package var extensions: [String] {
    switch self {
    case .strings: ["strings", "stringsdict", "xcstrings"]
    case .assets: ["xcassets"]
    case .settings: ["xcconfig", "pbxproj"]
    case .info, .entitlements, .privacy, .files: []
    }
  }
}
