enum PolicyTemplate {
  static func policy(id: String, prefix: String) -> String {
    """
    -- Requirements for our bundles. `bundlepolicy check APP` uses this file in this directory and in those below it.

    policy "\(id)" {
      summary = "Requirements for every bundle that we ship",
      version = "1.0.0",
      -- Also check what the platform, the stores and the build system would reject.
      include = { "apple.recommended" },
    }

    local hosts = import "shared.hosts"

    -- To use another value: `bundlepolicy check --param prefix=com.other. APP`.
    local prefix = parameter "prefix" {
      default = "\(prefix)",
      summary = "prefix of the names of our own Info.plist keys",
    }

    rule "required-keys" {
      summary   = "Every app must have a name, an identifier, a version and an executable",
      rationale = "Without these keys, the system cannot launch, list or update the app.",
      applies   = { kind = "application" },
      require   = { "CFBundleIdentifier", "CFBundleName", "CFBundleVersion", "CFBundleExecutable" },
      examples  = {
        pass = { {} },
        fail = { { without = "CFBundleVersion", at = "/CFBundleVersion" } },
      },
    }

    rule "own-keys" {
      summary     = "Our own keys must start with our prefix",
      rationale   = "A key without a prefix may collide with one that the platform defines later.",
      applies     = { kind = { "application", "extension" } },
      custom_keys = { prefix = prefix },
      examples    = {
        pass = { { info = { [prefix .. "Host"] = "api.example.com" } } },
        fail = { { info = { Host = "api.example.com" }, at = "/Host" } },
      },
    }

    rule "release-hosts" {
      summary   = "Our own keys must not name a staging host",
      rationale = "Users of a release that connects to staging lose their data when staging is cleared.",
      check = function(bundle, report)
        for key, value in pairs(bundle.info) do
          if key:sub(1, #prefix) == prefix and hosts.is_staging(value) then
            report:at(bundle.info, key, "'%s' is a staging host", value, { fix = "use " .. hosts.production })
          end
        end
      end,
      examples = {
        pass = { { info = { [prefix .. "Host"] = "api.example.com", [prefix .. "Retries"] = 3 } } },
        fail = { { info = { [prefix .. "Host"] = "staging.example.com" }, at = "/" .. prefix .. "Host" } },
      },
    }

    """
  }

  /// A policy for a repository that has its own conventions; `prefix` is the prefix of its own keys, if it is known.
  static func small(id: String, prefix: String?) -> String {
    let ownKeys = """

      rule "own-keys" {
        summary     = "Our own keys must start with our prefix",
        rationale   = "A key without a prefix may collide with one that the platform defines later.",
        applies     = { kind = { "application", "extension" } },
        custom_keys = { prefix = "\(prefix ?? "")" },
        examples    = {
          pass = { { info = { ["\(prefix ?? "")Host"] = "x" } } },
          fail = { { info = { Host = "x" }, at = "/Host" } },
        },
      }

      """
    return """
      -- Requirements for our bundles. `bundlepolicy check APP` uses this file in this directory and in those below it.

      policy "\(id)" {
        summary = "Requirements for every bundle that we ship",
        version = "1.0.0",
        -- Also check what the platform, the stores and the build system would reject.
        include = { "apple.recommended" },
      }

      rule "required-keys" {
        summary   = "Every app must have a name, an identifier, a version and an executable",
        rationale = "Without these keys, the system cannot launch, list or update the app.",
        applies   = { kind = "application" },
        require   = { "CFBundleIdentifier", "CFBundleName", "CFBundleVersion", "CFBundleExecutable" },
        examples  = {
          pass = { {} },
          fail = { { without = "CFBundleVersion", at = "/CFBundleVersion" } },
        },
      }

      """ + (prefix == nil ? "" : ownKeys)
  }

  static let module = """
    -- The hosts that bundles may connect to. Policies load this module with `import "shared.hosts"`.

    local hosts = {}

    hosts.production = "api.example.com"

    ---Returns whether a value of a property list is the name of a staging host.
    ---@param value any
    ---@return boolean
    function hosts.is_staging(value)
      return type(value) == "string" and value:find("^staging%.") ~= nil
    end

    return hosts

    """

  static func tests(prefix: String) -> String {
    """
    -- Tests of policy.lua on whole bundles, run by `bundlepolicy test`. Small examples are in the rules themselves.

    local shipped = fixture.application {
      info = { ["\(prefix)Host"] = "api.example.com" },
    }

    test "a valid build passes" {
      given  = shipped,
      expect = { verdict = "pass", ["required-keys"] = "pass", ["own-keys"] = "pass", ["release-hosts"] = "pass" },
    }

    test "a staging host is reported at its key" {
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
