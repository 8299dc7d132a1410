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

  package static let defaultID = "com.example.release"

  static let schemaPath = ".bundlepolicy/bundlepolicy.schema.json"
  static let tasksPath = ".vscode/tasks.json"
  package static var installer: StaticString { EmbeddedText.installBundlepolicy }

  static func projectFile(sources: String = "") -> ScaffoldFile {
    ScaffoldFile(path: "bundlepolicy.yml", EmbeddedText.bundlepolicyYml, ["schema": schemaPath, "sources": sources])
  }

  /// The files that the program rewrites. `schema` is the JSON Schema of the project file.
  package static func generated(of language: PolicyLanguage, schema: String) -> [ScaffoldFile] {
    [ScaffoldFile(path: ".luacheckrc", text: LuacheckConfiguration.text(of: language), isGenerated: true)]
      + definitions(of: language)
      + [ScaffoldFile(path: schemaPath, text: schema, isGenerated: true)]
  }

  static let editors = [
    ScaffoldFile(path: ".luarc.json", EmbeddedText.luarcJson, ["library": library, "absent": absentLibraries]),
    ScaffoldFile(path: tasksPath, text: tasks),
  ]

  /// Returns a repository for a policy with this valid id, in the order in which to read the files.
  package static func files(id: String, schema: String, _ language: PolicyLanguage) -> [ScaffoldFile] {
    let prefix = prefix(of: id)
    return [
      projectFile(),
      ScaffoldFile(path: "policy.lua", EmbeddedText.policyLua, ["id": id, "prefix": prefix]),
      ScaffoldFile(path: "policy_test.lua", EmbeddedText.policyTestLua, ["prefix": prefix]),
      ScaffoldFile(path: "shared/hosts.lua", EmbeddedText.hostsLua),
      ScaffoldFile(path: "README.md", EmbeddedText.repositoryReadmeTxt, ["id": id]),
      script(policies: ""), ScaffoldFile(path: "ci/install-bundlepolicy", installer), workflow(usesLuacheck: true),
      ScaffoldFile(path: ".gitignore", text: ignored),
    ] + editors + generated(of: language, schema: schema)
  }

  package static func pack(name: String, id: String) -> [ScaffoldFile] {
    [
      ScaffoldFile(path: "policy.lua", EmbeddedText.packPolicyLua, ["id": id, "name": name]),
      ScaffoldFile(path: "policy_test.lua", EmbeddedText.packPolicyTestLua),
      ScaffoldFile(path: "bundlepolicy.yml", EmbeddedText.packBundlepolicyYml),
      ScaffoldFile(path: "README.md", EmbeddedText.packReadmeTxt, ["id": id, "name": name]),
      ScaffoldFile(path: "ci/policy.sh", EmbeddedText.packPolicySh),
      ScaffoldFile(path: "ci/install-bundlepolicy", installer), workflow(usesLuacheck: false),
      ScaffoldFile(path: ".gitignore", text: ignored),
    ]
  }

  private static let ignored = ".DS_Store\n/reports/\n"

  /// Returns a policy for a repository that has its own conventions; `prefix` is the prefix of its own keys, if it is known.
  static func smallPolicy(id: String, prefix: String?) -> ScaffoldFile {
    let ownKeys = prefix.map { ScaffoldFile(path: "", EmbeddedText.ownKeysLua, ["prefix": $0]).content } ?? []
    let policy = ScaffoldFile(path: "policy.lua", EmbeddedText.smallPolicyLua, ["id": id])
    return ScaffoldFile(path: policy.path, content: policy.content + ownKeys)
  }

  /// `policies`: the policy to test, or the empty string for all in the repository.
  static func script(policies: String) -> ScaffoldFile {
    ScaffoldFile(
      path: "ci/policy.sh", EmbeddedText.repositoryPolicySh,
      ["policies": policies, "luacheck": policies.isEmpty ? "." : policies])
  }

  static func workflow(usesLuacheck: Bool) -> ScaffoldFile {
    let luacheck = """

            - name: Install luacheck
              run: sudo apt-get update -qq && sudo apt-get install -y -qq lua-check
      """
    return ScaffoldFile(
      path: ".github/workflows/policy.yml", EmbeddedText.githubWorkflowYml, ["luacheck": usesLuacheck ? luacheck : ""])
  }

  /// Policies have only parts of Lua's libraries, so the language server's own definitions are disabled. Those of LuaJIT are not named: they
  /// are absent from Lua 5.4, and a server that splits names at periods fails on `jit` beside `jit.util`.
  private static let absentLibraries = [
    "basic", "coroutine", "debug", "io", "math", "os", "package", "string", "table", "utf8",
  ].map { "    \"\($0)\": \"disable\"" }.joined(separator: ",\n")

  /// Tasks of Visual Studio Code, whose messages become problems at their lines.
  private static var tasks: String {
    let tasks = ["lint", "test", "check"].map { command in
      let values: KeyValuePairs = ["command": command, "group": command == "check" ? "none" : "test"]
      let task = ScaffoldFile(path: "", EmbeddedText.vscodeTaskJson, values)
      // Tasks are separated by commas.
      return String(decoding: task.content.dropLast(), as: UTF8.self)
    }
    return "{\n  \"version\": \"2.0.0\",\n  \"tasks\": [\n\(tasks.joined(separator: ",\n"))\n  ]\n}\n"
  }

  /// Returns the prefix of custom keys: `com.example.` for `com.example.release`.
  static func prefix(of id: String) -> String {
    guard let period = id.lastIndex(of: ".") else { return id + "." }
    return String(id[...period])
  }
}
