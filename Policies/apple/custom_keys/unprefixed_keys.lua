-- A reversed domain, or an uppercase prefix before a word, such as SUFeedURL.
local function has_prefix(key) return key:find("^%w[%w-]*%.%w") or key:find("^%u%u+%l") end

rule "unprefixed-keys" {
  summary   = "Custom keys must have a unique prefix",
  severity  = "note",
  rationale = "The next system, or the next library, may use the same plain word for something else.",
  source    = "Information Property List Key Reference: Custom keys",
  tags      = { "S6" },
  check     = function(bundle, report)
    for key in pairs(bundle.info) do
      if keys.is_custom(key) and not has_prefix(key) then
        report:at(bundle.info, key, "the key '%s' has no prefix", key, {
          expected = "a name such as " .. (bundle.identifier or "com.example") .. "." .. key,
          fix = "prefix it with the bundle identifier or your domain; if a library reads the key, waive the finding instead",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { info = { ["com.acme.Host"] = "x", SUFeedURL = "https://example.com", ["CFBundleName~ipad"] = "x" } },
      { without = "CFBundleIdentifier" }, { info = { CFBundleIdentifier = {} } },
    },
    fail = {
      { info = { Host = "x" } }, { info = { ApiKey = "x" } }, { info = { [""] = "x" } }, { info = { ourURLScheme = "x" } },
      { info = { ["Our servers.v2"] = "x" } },
    },
  },
}
