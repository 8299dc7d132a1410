-- Abbreviations that say what a key is about, not whose it is.
local common = {}
for word in ([[
  API APNS APP CDN CPU CSS CSV DB DNS DSN FTP GPS GPU GUID HTML HTTP HTTPS ID IP JSON JWT MQTT OAUTH OS PDF PIN PNG RPC SDK SMS SQL SSH
  SSL SSO TCP TLS UDP URI URL USB UUID VPN WWW XML XMPP YAML
]]):gmatch("%S+") do
  common[word] = true
end

-- A reversed domain, or an uppercase prefix before a word, such as SUFeedURL.
local function has_prefix(key)
  if key:find("^%w[%w-]*%.%w") then return true end
  -- URLs has the abbreviation itself before its plural.
  return key:find("^%u%u+%l") ~= nil and not common[key:match("(%u+)%u%l")] and not common[key:match("%u+")]
end

rule "unprefixed-keys" {
  summary   = "Custom keys must have a unique prefix",
  severity  = "note",
  rationale = "The next system, or the next library, may use the same plain word for something else. APIHost has no prefix: API says what "
    .. "the key is about, not whose it is.",
  source    = "Information Property List Key Reference: Custom keys",
  tags      = { "S6" },
  check     = function(bundle, report)
    for key in pairs(bundle.info) do
      if keys.is_custom(key) and not has_prefix(key) and not keys.library(key) then
        report:at(bundle.info, key, "the key '%s' has no prefix", key, {
          expected = "a name such as " .. (bundle.identifier or "com.example") .. "." .. key,
          fix = "prefix it with your domain, here and in the code that reads it; if a library reads the key, waive the finding instead",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { info = { CAPACITOR_DEBUG = "false", branch_key = "x" } },
      { info = { ["com.acme.Host"] = "x", SUFeedURL = "https://example.com", ["CFBundleName~ipad"] = "x" } },
      { info = { ["API.Host"] = "x", XHost = "x", APIXHost = "x", IDEVersion = "x" } },
      { without = "CFBundleIdentifier" }, { info = { CFBundleIdentifier = {}, CFBundleExecutable = {} } },
    },
    fail = {
      { info = { Host = "x" }, at = "/Host" }, { info = { ApiKey = "x" }, at = "/ApiKey" }, { info = { [""] = "x" }, at = "/" },
      { info = { ourURLScheme = "x", ourACMEHost = "x" }, at = { "/ourURLScheme", "/ourACMEHost" } },
      { info = { ["Our servers.v2"] = "x" }, at = "/Our servers.v2" }, { info = { APIHost = "x" }, at = "/APIHost" },
      { info = { HTTPSPort = 1 }, at = "/HTTPSPort" }, { info = { URLs = {} }, at = "/URLs" },
    },
  },
}
