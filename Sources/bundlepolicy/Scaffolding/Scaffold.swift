package import PolicySchema

/// The files of a new policy repository.
package enum Scaffold {
  /// Where the definitions for language servers lie; `.luarc.json` leads there.
  static let library = ".bundlepolicy/library"

  package static func definitions(of language: PolicyLanguage) -> [ScaffoldFile] {
    [
      ScaffoldFile(path: "\(library)/bundlepolicy.lua", text: LuaDefinitions.text(of: language), isGenerated: true),
      ScaffoldFile(path: "\(library)/info-plist.lua", text: InfoPlistDefinitions.text, isGenerated: true),
    ]
  }

  /// Everything that the program writes again when it changes.
  package static func generated(of language: PolicyLanguage) -> [ScaffoldFile] {
    [ScaffoldFile(path: ".luacheckrc", text: LuacheckConfiguration.text(of: language), isGenerated: true)]
      + definitions(of: language)
  }

  /// A whole repository for the policy of this id, which must be well-formed; in the order in which to look at them.
  package static func files(id: String, _ language: PolicyLanguage) -> [ScaffoldFile] {
    let prefix = prefix(of: id)
    return [
      ScaffoldFile(path: "policy.lua", text: PolicyTemplate.policy(id: id, prefix: prefix)),
      ScaffoldFile(path: "policy_test.lua", text: PolicyTemplate.tests(prefix: prefix)),
      ScaffoldFile(path: "shared/hosts.lua", text: PolicyTemplate.module),
      ScaffoldFile(path: "README.md", text: RepositoryTemplate.readme(id: id)),
      ScaffoldFile(path: "ci/policy.sh", text: RepositoryTemplate.script, isExecutable: true),
      ScaffoldFile(path: "ci/install-bundlepolicy", text: InstallerTemplate.script, isExecutable: true),
      ScaffoldFile(path: ".github/workflows/policy.yml", text: RepositoryTemplate.workflow(usesLuacheck: true)),
      ScaffoldFile(path: ".gitignore", text: RepositoryTemplate.ignored),
      ScaffoldFile(path: ".luarc.json", text: RepositoryTemplate.languageServer(library: library)),
    ] + generated(of: language)
  }

  /// What own keys start with: `com.example.` for `com.example.release`.
  static func prefix(of id: String) -> String {
    guard let period = id.lastIndex(of: ".") else { return id + "." }
    return String(id[...period])
  }
}
