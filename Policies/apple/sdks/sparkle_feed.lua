local sparkle = import "apple.sdks.sparkle"
local values = import "apple.values"

local key = "SUFeedURL"

-- Whether the app permits loads without TLS from this host.
local function is_permitted(info, host)
  local security = values.dictionary(info.NSAppTransportSecurity)
  if values.is_true(security.NSAllowsArbitraryLoads) then return true end
  for domain, exception in pairs(values.dictionary(security.NSExceptionDomains)) do
    local rules = values.dictionary(exception)
    local is_it = host == domain or values.is_true(rules.NSIncludesSubdomains) and host:sub(-#domain - 1) == "." .. domain
    if is_it and values.is_true(rules.NSExceptionAllowsInsecureHTTPLoads) then return true end
  end
  return false
end

rule "sparkle-feed" {
  summary   = "SUFeedURL must be an absolute https URL",
  severity  = "error",
  rationale = "Sparkle cannot load the list of updates from anything but a URL with a host, and macOS blocks a feed over http: users of "
    .. "this version never get another one.",
  source    = { "Sparkle: Basic Setup", "Sparkle: App Transport Security", "Bundle Resources: NSAppTransportSecurity" },
  tags      = { "security", "sdk" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, key = key },
  check     = function(bundle, report)
    local feed = bundle.info[key]
    if type(feed) ~= "string" or values.has_variable(feed) then return end
    local scheme, host = feed:match("^(%a[%w+.-]*)://([^/?#:%s]+)[^%s]*$")
    scheme = scheme and scheme:lower()
    if scheme == "http" then
      if not is_permitted(bundle.info, host) then
        report:at(bundle.info, key, "macOS blocks the feed '%s', because it is not https", feed, {
          expected = "https://" .. host .. "/…", fix = "serve the feed by https",
        })
      end
    elseif scheme ~= "https" then
      report:at(bundle.info, key, "'%s' is not an https URL: Sparkle finds no updates", feed, {
        expected = "https://…", fix = "write the whole URL of the appcast",
      })
    end
  end,
  examples  = {
    pass = {
      {}, sparkle.example { [key] = "https://updates.example.org/appcast.xml?a=b" },
      { info = { [key] = "HTTPS://updates.example.org:8443/a.xml" } },
      { info = { [key] = "$(FEED)" } }, { info = { [key] = 1 } }, { info = { [key] = "https://updates.example.org" } },
      { info = { [key] = "http://a.example.org/a.xml", NSAppTransportSecurity = { NSAllowsArbitraryLoads = true } } },
      { info = { [key] = "http://a.example.org/a.xml", NSAppTransportSecurity = { NSExceptionDomains = {
        ["a.example.org"] = { NSExceptionAllowsInsecureHTTPLoads = true },
      } } } },
      { info = { [key] = "http://a.example.org/a.xml", NSAppTransportSecurity = { NSExceptionDomains = {
        ["example.org"] = { NSIncludesSubdomains = true, NSExceptionAllowsInsecureHTTPLoads = true },
      } } } },
      -- Other bundles update nothing.
      { platform = "ios", info = { [key] = "" } }, { bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { [key] = "" } } } },
    },
    fail = {
      { info = { [key] = "" }, at = "/" .. key }, { info = { [key] = "updates.example.org/appcast.xml" }, at = "/" .. key },
      { info = { [key] = "https:///appcast.xml" }, at = "/" .. key }, { info = { [key] = " https://a.example.org" }, at = "/" .. key },
      { info = { [key] = "file:///a.xml" }, at = "/" .. key },
      { info = { [key] = "https://updates.example.org/app cast.xml" }, at = "/" .. key },
      { info = { [key] = "http://a.example.org/a.xml" }, at = "/" .. key },
      { info = { [key] = "http://a.example.org/a.xml", NSAppTransportSecurity = { NSExceptionDomains = {
        ["a.example.org"] = { NSIncludesSubdomains = true }, ["b.example.org"] = { NSExceptionAllowsInsecureHTTPLoads = true },
      } } }, at = "/" .. key },
      { info = { [key] = "http://a.example.org/a.xml", NSAppTransportSecurity = { NSExceptionDomains = {
        ["example.org"] = { NSExceptionAllowsInsecureHTTPLoads = true },
        ["xample.org"] = { NSIncludesSubdomains = true, NSExceptionAllowsInsecureHTTPLoads = true },
      } } }, at = "/" .. key },
      { platform = "catalyst", info = { [key] = "" }, at = "/" .. key },
    },
  },
}
