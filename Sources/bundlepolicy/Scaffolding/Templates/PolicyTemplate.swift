/// The Lua files of a new repository.
enum PolicyTemplate {
  static func policy(id: String, prefix: String) -> String {
    """
    -- What our bundles meet before they ship: `bundlepolicy check APP`, in this directory or below it, reads this file.

    policy "\(id)" {
      summary = "What every bundle of ours meets before it ships",
      version = "1.0.0",
      -- And what the platform, the stores and the build system refuse, whoever builds it.
      include = { "apple.recommended" },
    }

    local hosts = import "shared.hosts"

    -- Another value: `bundlepolicy check --param prefix=com.other. APP`.
    local prefix = parameter "prefix" {
      default = "\(prefix)",
      summary = "what the names of our own Info.plist keys start with",
    }

    rule "required-keys" {
      summary   = "Every application names, identifies and versions itself",
      rationale = "Without these keys the system cannot launch, list or update the application.",
      applies   = { kind = "application" },
      require   = { "CFBundleIdentifier", "CFBundleName", "CFBundleVersion", "CFBundleExecutable" },
      examples  = {
        pass = { {} },
        fail = { { without = "CFBundleVersion" } },
      },
    }

    rule "own-keys" {
      summary     = "Keys of our own carry our prefix",
      rationale   = "Without a prefix a key may collide with one that the platform defines later.",
      applies     = { kind = { "application", "extension" } },
      custom_keys = { prefix = prefix },
      examples    = {
        pass = { { info = { [prefix .. "Host"] = "api.example.com" } } },
        fail = { { info = { Host = "api.example.com" } } },
      },
    }

    rule "release-hosts" {
      summary   = "No key of ours names a staging host",
      rationale = "A release that talks to staging loses what its users enter when staging is cleared.",
      check = function(bundle, report)
        for key, value in pairs(bundle.info) do
          if key:sub(1, #prefix) == prefix and hosts.is_staging(value) then
            report:at(bundle.info, key, "'%s' is a staging host", value, { fix = "use " .. hosts.production })
          end
        end
      end,
      examples = {
        pass = { { info = { [prefix .. "Host"] = "api.example.com", [prefix .. "Retries"] = 3 } } },
        fail = { { info = { [prefix .. "Host"] = "staging.example.com" } } },
      },
    }

    """
  }

  static let module = """
    -- Hosts that bundles may talk to: a module, read with `import "shared.hosts"`.

    local hosts = {}

    hosts.production = "api.example.com"

    ---Whether a value of a property list names a host of the staging environment.
    ---@param value any
    ---@return boolean
    function hosts.is_staging(value)
      return type(value) == "string" and value:find("^staging%.") ~= nil
    end

    return hosts

    """

  static func tests(prefix: String) -> String {
    """
    -- What policy.lua makes of whole bundles: `bundlepolicy test`. Small examples stand beside each rule.

    local shipped = fixture.application {
      info = { ["\(prefix)Host"] = "api.example.com" },
    }

    test "a sound build passes" {
      given  = shipped,
      expect = { verdict = "pass", ["required-keys"] = "pass", ["own-keys"] = "pass", ["release-hosts"] = "pass" },
    }

    test "a staging host is found where it stands" {
      given  = shipped:with { info = { ["\(prefix)Host"] = "staging.example.com" } },
      expect = {
        verdict = "fail",
        ["release-hosts"] = { findings = 1, key = "\(prefix)Host", message = "staging host" },
      },
    }

    test "an extension's keys are ours, a framework's are not" {
      given  = shipped:with {
        bundles = {
          ["Contents/PlugIns/Share.appex"] = fixture.extension { info = { ShareHost = "x" } },
          ["Contents/Frameworks/Vendor.framework"] = fixture.framework { info = { VendorKey = 1 } },
        },
      },
      expect = { ["own-keys"] = { findings = 1, key = "ShareHost" } },
    }

    """
  }
}
