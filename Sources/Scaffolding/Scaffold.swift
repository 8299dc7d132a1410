package import PolicySchema

package enum Scaffold {
  /// The folder of the definitions for language servers, which `.luarc.json` names.
  static let library = ".bundlepolicy/library"

  package static func definitions(of language: PolicyLanguage) -> [ScaffoldFile] {
    [
      ScaffoldFile(path: "\(library)/bundlepolicy.lua", text: LuaDefinitions.text(of: language), isGenerated: true),
      ScaffoldFile(path: "\(library)/info-plist.lua", text: InfoPlistDefinitions.text, isGenerated: true),
    ]
  }

  /// The id of a policy whose author has not chosen one.
  package static let defaultID = "com.example.release"

  static let projectFile = ScaffoldFile(path: "bundlepolicy.yml", text: RepositoryTemplate.project)

  /// The files that the program rewrites. `schema` is the JSON Schema of the project file.
  package static func generated(of language: PolicyLanguage, schema: String) -> [ScaffoldFile] {
    [ScaffoldFile(path: ".luacheckrc", text: LuacheckConfiguration.text(of: language), isGenerated: true)]
      + definitions(of: language)
      + [ScaffoldFile(path: RepositoryTemplate.schemaPath, text: schema, isGenerated: true)]
  }

  /// Settings for editors.
  static let editors = [
    ScaffoldFile(path: ".luarc.json", text: RepositoryTemplate.languageServer(library: library)),
    ScaffoldFile(path: RepositoryTemplate.tasksPath, text: RepositoryTemplate.tasks),
  ]

  /// Returns a repository for a policy with this valid id, in the order in which to read the files.
  package static func files(id: String, schema: String, _ language: PolicyLanguage) -> [ScaffoldFile] {
    let prefix = prefix(of: id)
    return [
      projectFile,
      ScaffoldFile(path: "policy.lua", text: PolicyTemplate.policy(id: id, prefix: prefix)),
      ScaffoldFile(path: "policy_test.lua", text: PolicyTemplate.tests(prefix: prefix)),
      ScaffoldFile(path: "shared/hosts.lua", text: PolicyTemplate.module),
      ScaffoldFile(path: "README.md", text: RepositoryTemplate.readme(id: id)),
      ScaffoldFile(path: "ci/policy.sh", text: RepositoryTemplate.script(policies: ""), isExecutable: true),
      ScaffoldFile(path: "ci/install-bundlepolicy", text: InstallerTemplate.script, isExecutable: true),
      ScaffoldFile(path: ".github/workflows/policy.yml", text: RepositoryTemplate.workflow(usesLuacheck: true)),
      ScaffoldFile(path: ".gitignore", text: RepositoryTemplate.ignored),
    ] + editors + generated(of: language, schema: schema)
  }

  /// Returns the prefix of custom keys: `com.example.` for `com.example.release`.
  static func prefix(of id: String) -> String {
    guard let period = id.lastIndex(of: ".") else { return id + "." }
    return String(id[...period])
  }
}
