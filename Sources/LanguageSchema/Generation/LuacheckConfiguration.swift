/// The configuration of luacheck: which globals policies have, and that they are only read.
package enum LuacheckConfiguration {
  /// The text of `.luacheckrc`.
  package static func text(of language: PolicyLanguage) -> String {
    let tests = language.globalsForTests
    return Generated.notice("what luacheck must know of the policy language")
      + """
      stds.bundlepolicy = {
        read_globals = {
      \(entries(of: language) { !tests.contains($0) })  },
      }

      stds.bundlepolicy_tests = {
        read_globals = {
      \(entries(of: language) { tests.contains($0) })  },
      }

      std = "bundlepolicy"
      files["**/*_test.lua"] = { std = "bundlepolicy+bundlepolicy_tests" }
      -- A check that needs no bundle still says what it is given.
      unused_args = false
      -- How long a line may be is your affair.
      max_line_length = false
      -- Definitions for language servers.
      exclude_files = { "**/.bundlepolicy" }

      """
  }

  private static func entries(of language: PolicyLanguage, where isIncluded: (String) -> Bool) -> String {
    language.globals.filter(isIncluded).map { name in
      guard let module = language.module(name), !module.names.isEmpty || module.index != nil else {
        return "    \(name) = {},\n"
      }
      let fields = module.names.sorted().map { "\($0) = {}" }.joined(separator: ", ")
      let others = module.index == nil ? "" : "other_fields = true, "
      return "    \(name) = { \(others)fields = { \(fields) } },\n"
    }.joined()
  }
}
