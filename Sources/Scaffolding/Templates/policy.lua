-- Requirements for our bundles. `bundlepolicy check APP` uses this file in this directory and in those below it.

policy "{{id}}" {
  summary = "Requirements for every bundle that we ship",
  version = "1.0.0",
  -- Also check what the platform, the stores and the build system would reject.
  include = { "apple.recommended" },
}

local hosts = import "shared.hosts"

-- To use another value: `bundlepolicy check --param prefix=com.other. APP`.
local prefix = parameter "prefix" {
  default = "{{prefix}}",
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
