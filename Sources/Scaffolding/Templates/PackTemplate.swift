package enum PackTemplate {
  /// In the order in which to read them.
  package static func files(name: String, id: String) -> [ScaffoldFile] {
    [
      ScaffoldFile(path: "policy.lua", text: policy(id: id, name: name)),
      ScaffoldFile(path: "policy_test.lua", text: tests),
      ScaffoldFile(path: "bundlepolicy.yml", text: manifest),
      ScaffoldFile(path: "README.md", text: readme(name: name, id: id)),
      ScaffoldFile(path: "ci/policy.sh", text: script, isExecutable: true),
      ScaffoldFile(path: "ci/install-bundlepolicy", text: InstallerTemplate.script, isExecutable: true),
      ScaffoldFile(path: ".github/workflows/policy.yml", text: RepositoryTemplate.workflow(usesLuacheck: false)),
      ScaffoldFile(path: ".gitignore", text: RepositoryTemplate.ignored),
    ]
  }

  private static func policy(id: String, name: String) -> String {
    """
    -- Requirements that several projects share. A project uses them with include = { "\(name)" }, after 'bundlepolicy pack add'.

    policy "\(id)" {
      summary = "Requirements for every product that uses this pack",
      version = "0.1.0",
    }

    -- A project can use another value: `bundlepolicy check --param prefix=com.other. APP`.
    local prefix = parameter "prefix" {
      default = "com.example.",
      summary = "what the identifiers of our bundles start with",
    }

    rule "our-identifier" {
      summary   = "Every app must have one of our identifiers",
      rationale = "The store does not accept an update with another identifier.",
      applies   = { kind = "application", nested = false },
      check = function(bundle, report)
        local id = bundle.info.CFBundleIdentifier
        if id == nil then return report:missing(bundle.info, "CFBundleIdentifier") end
        if type(id) ~= "string" or id:sub(1, #prefix) ~= prefix then
          report:at(bundle.info, "CFBundleIdentifier", "'%s' does not start with '%s'", id, prefix)
        end
      end,
      examples = {
        pass = { { info = { CFBundleIdentifier = prefix .. "Hello" } } },
        fail = {
          { info = { CFBundleIdentifier = "org.stranger.Hello" }, at = "/CFBundleIdentifier" },
          { info = { CFBundleIdentifier = 7 }, at = "/CFBundleIdentifier" },
          { without = "CFBundleIdentifier", at = "/CFBundleIdentifier" },
        },
      },
    }

    """
  }

  private static let tests = """
    -- Tests of policy.lua on whole bundles, run by `bundlepolicy test`. Small examples are in the rules themselves.

    test "an app with our identifier passes" {
      given  = fixture.application { info = { CFBundleIdentifier = "com.example.Hello" } },
      expect = { verdict = "pass", ["our-identifier"] = "pass" },
    }

    test "an app of somebody else is reported at its identifier" {
      given  = fixture.application { info = { CFBundleIdentifier = "org.stranger.Hello" } },
      expect = { verdict = "fail", ["our-identifier"] = { findings = 1, key = "CFBundleIdentifier" } },
    }

    """

  private static let manifest = """
    # The project file of bundlepolicy. Packs that this one needs, with ranges of versions:
    # packs:
    #   base: { source: git+https://git.example.com/base, version: ^1.0 }

    """

  private static func readme(name: String, id: String) -> String {
    """
    # \(name)

    A pack of policies for bundlepolicy: requirements that several projects share.

    | file | |
    |---|---|
    | `policy.lua` | the policy `\(id)`: rules with examples; projects include it as `\(name)` |
    | `policy_test.lua` | tests of the policy on whole bundles |
    | `bundlepolicy.yml` | the packs that this one needs, with ranges of versions |
    | `ci/policy.sh` | what CI runs, on any system; `.github/workflows/policy.yml` runs it on GitHub |

    ```sh
    bundlepolicy test --coverage    # examples and tests
    bundlepolicy lint               # misspelled keys, rules that never apply
    ```

    In CI, `ci/install-bundlepolicy` installs the bundlepolicy whose digests are in `ci/bundlepolicy.SHA256SUMS`: choose a
    release, save its file `SHA256SUMS` under that name, and commit it. On GitHub, set the repository variable
    `BUNDLEPOLICY_RELEASES` to the address of the releases, with `{version}` in place of the version.

    ## Publish a version

    Raise `version` in `policy.lua`: the first number if a product that passed may fail now, the second for a rule that only
    warns or a new parameter, the third for a correction. Then tag the commit, or publish the files in another way:

    ```sh
    git tag v0.1.0 && git push origin v0.1.0
    git archive --format tar.gz --prefix \(name)-0.1.0/ --output \(name)-0.1.0.tar.gz v0.1.0     # to be downloaded by https
    oras push REGISTRY/\(name):v0.1.0 \(name)-0.1.0.tar.gz:application/vnd.oci.image.layer.v1.tar+gzip
    ```

    ## Use it

    ```sh
    bundlepolicy pack add 'git+https://HOST/\(name).git@^0.1' --name \(name)
    bundlepolicy pack add 'oci://REGISTRY/\(name)@^0.1' --name \(name)
    ```

    """
  }

  private static let script = """
    #!/bin/sh
    # Tests the pack. usage: ci/policy.sh
    # Exit status: 0 if everything passed, 1 for failures, anything else if something could not be checked.
    set -eu
    here=$(dirname "$0")/..
    mkdir -p "$here/reports"

    bundlepolicy lint --fail-on note "$here"
    bundlepolicy test --coverage --threshold 100 --junit "$here/reports/policy-tests.xml" "$here"

    """
}
