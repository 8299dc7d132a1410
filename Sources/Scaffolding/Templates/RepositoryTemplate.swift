/// The files of a new repository other than Lua.
enum RepositoryTemplate {
  static func readme(id: String) -> String {
    """
    # \(id)

    The requirements for our Apple bundles, which bundlepolicy checks before they ship.

    | file | |
    |---|---|
    | `policy.lua` | the policy: parameters and rules, each with examples |
    | `bundlepolicy.yml` | the options of `check`: policies, parameters, formats and others |
    | `policy_test.lua` | tests of the policy on whole bundles |
    | `shared/` | modules: `import "shared.hosts"` |
    | `ci/policy.sh` | what CI runs, on any system; `.github/workflows/policy.yml` runs it on GitHub |
    | `ci/install-bundlepolicy` | installs bundlepolicy in CI: see below |
    | `.luarc.json`, `.bundlepolicy/` | completion and types in editors with lua-language-server |
    | `.luacheckrc` | the globals that luacheck accepts |

    ```sh
    bundlepolicy test --coverage         # examples and tests
    bundlepolicy lint                    # misspelled keys, rules that never apply
    bundlepolicy check Build/App.app     # a build
    bundlepolicy rules --format markdown # the rules, as a document
    bundlepolicy init --update           # update the generated files after an update of bundlepolicy
    ```

    ## In CI

    CI installs the bundlepolicy whose digests are in `ci/bundlepolicy.SHA256SUMS`. Choose a release, save its file
    `SHA256SUMS` under that name, and commit it. On GitHub, set the repository variable `BUNDLEPOLICY_RELEASES` to the address of the releases, with
    `{version}` in place of the version. To update bundlepolicy, replace the file.

    """
  }

  static let schemaPath = ".bundlepolicy/bundlepolicy.schema.json"

  static let project = """
    # yaml-language-server: $schema=\(schemaPath)
    # The options of bundlepolicy for this project: 'bundlepolicy check' uses them here and in folders below. Options on the command
    # line take precedence.
    policies: [policy.lua]

    """

  /// `policies`: the policy to test, or the empty string for all in the repository.
  static func script(policies: String) -> String {
    let luacheck = policies.isEmpty ? "." : policies
    return """
      #!/bin/sh
      # Tests the policy, then checks builds with it. usage: ci/policy.sh [BUNDLE…]
      # Exit status: 0 if everything passed, 1 for violations, anything else if something could not be checked.
      set -eu
      here=$(dirname "$0")/..
      mkdir -p "$here/reports"

      bundlepolicy lint --fail-on note "$here/\(policies)"
      bundlepolicy test --coverage --threshold 100 --junit "$here/reports/policy-tests.xml" "$here/\(policies)"
      # Editors and luacheck must know the same language as this version of bundlepolicy.
      bundlepolicy init --check "$here"
      if command -v luacheck > /dev/null; then (cd "$here" && luacheck --quiet \(luacheck)); fi

      if [ $# -gt 0 ]; then bundlepolicy check --project "$here/bundlepolicy.yml" "$@"; fi

      """
  }

  static func workflow(usesLuacheck: Bool) -> String {
    let luacheck = """

            - name: Install luacheck
              run: sudo apt-get update -qq && sudo apt-get install -y -qq lua-check
      """
    return workflowStart + (usesLuacheck ? luacheck : "") + workflowEnd
  }

  private static let workflowStart = """
    # Tests the policy on each change. To check builds with it, run `ci/policy.sh Build/App.app` in the job that builds them.
    name: policy
    on:
      push:
        branches: [main]
      pull_request:
    permissions:
      contents: read
    jobs:
      policy:
        runs-on: ubuntu-latest
        timeout-minutes: 5
        steps:
          - uses: actions/checkout@v6
          - name: Install bundlepolicy
            # A variable of the repository: the address of bundlepolicy's releases, with {version} for the version.
            env:
              RELEASES: ${{ vars.BUNDLEPOLICY_RELEASES }}
            run: ci/install-bundlepolicy ci/bundlepolicy.SHA256SUMS "$RELEASES" "$RUNNER_TEMP/bundlepolicy" >> "$GITHUB_PATH"
    """

  private static let workflowEnd = """

          - run: ci/policy.sh
          - uses: actions/upload-artifact@v7
            if: always()
            with:
              name: policy-tests
              path: reports/

    """

  static let ignored = """
    .DS_Store
    /reports/

    """

  /// Policies have only parts of Lua's libraries, so the language server's own definitions are disabled. Those of LuaJIT are not named: they
  /// are absent from Lua 5.4, and a server that splits names at periods fails on `jit` beside `jit.util`.
  static func languageServer(library: String) -> String {
    let absent = ["basic", "coroutine", "debug", "io", "math", "os", "package", "string", "table", "utf8"]
    return """
      {
        "runtime.version": "Lua 5.4",
        "runtime.path": ["?.lua"],
        "runtime.special": { "import": "require" },
        "runtime.builtin": {
      \(absent.map { "    \"\($0)\": \"disable\"" }.joined(separator: ",\n"))
        },
        "workspace.library": ["\(library)"],
        "workspace.checkThirdParty": false
      }

      """
  }

  static let tasksPath = ".vscode/tasks.json"

  /// Tasks of Visual Studio Code, whose messages become problems at their lines.
  static let tasks = """
    {
      "version": "2.0.0",
      "tasks": [
    \(["lint", "test", "check"].map(task).joined(separator: ",\n"))
      ]
    }

    """

  private static func task(_ command: String) -> String {
    """
        {
          "label": "bundlepolicy \(command)",
          "type": "process",
          "command": "bundlepolicy",
          "args": ["\(command)"],
          "options": { "cwd": "${workspaceFolder}" },
          "group": "\(command == "check" ? "none" : "test")",
          "problemMatcher": {
            "owner": "bundlepolicy \(command)",
            "fileLocation": ["autoDetect", "${workspaceFolder}"],
            "pattern": {
              "regexp": "^(.+?):(\\\\d+)(?::(\\\\d+))?: (error|warning|note|FAILED): (.*)$",
              "file": 1, "line": 2, "column": 3, "severity": 4, "message": 5
            }
          }
        }
    """
  }
}
