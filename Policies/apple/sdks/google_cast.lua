local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

-- For the examples.
local function app(services, at, more)
  local result = {
    platform = "ios", at = at, bundles = { ["Frameworks/GoogleCast.framework"] = {} },
    info = { NSBonjourServices = services, NSLocalNetworkUsageDescription = "To find your TV." },
  }
  for key, value in pairs(more or {}) do result[key] = value end
  return result
end

rule "google-cast" {
  summary   = "An app with the Google Cast SDK must declare the Bonjour services and the reason for using the local network",
  severity  = "error",
  rationale = "Since iOS 14, the system hides Cast devices from an app that does not declare _googlecast._tcp: the Cast button never "
    .. "appears.",
  source    = "Google Cast SDK: Local Network Access Permissions on iOS 14",
  tags      = { "sdk" },
  applies   = {
    kind = "application", platform = "ios",
    files = { "Frameworks/GoogleCast.framework", "GoogleCastUIResources.bundle", "GoogleCastCoreResources.bundle" },
  },
  check     = function(bundle, report)
    local info = bundle.info
    local has_service = false
    for _, service in ipairs(values.list(info.NSBonjourServices)) do
      has_service = has_service or type(service) == "string"
        and (service:find("^_googlecast%._tcp%.?$") or service:find("^_%w+%._googlecast%._tcp%.?$"))
        ~= nil
    end
    if not has_service then
      report:missing(info, "NSBonjourServices", "the app does not declare _googlecast._tcp: it finds no Cast devices", {
        expected = "_googlecast._tcp and _APPID._googlecast._tcp", fix = "add both to NSBonjourServices",
      })
    end
    if info.NSLocalNetworkUsageDescription == nil then
      report:missing(info, "NSLocalNetworkUsageDescription", "the app does not say why it uses the local network", {
        expected = "a sentence that states the reason", fix = "add the key", severity = "warning",
      })
    end
  end,
  examples  = {
    pass = {
      elsewhere(app(nil), { platform = "tvos" }),
      { platform = "ios" }, app { "_a._tcp", "_googlecast._tcp", 1 }, app { "_googlecast._tcp." },
      app { "_CC1AD845._googlecast._tcp" },
      { platform = "ios", bundles = { ["PlugIns/A.appex"] = { files = { ["GoogleCastUIResources.bundle/a"] = "x" } } } },
    },
    fail = {
      app(nil, "/NSBonjourServices"), app({ "_googlecast._udp" }, "/NSBonjourServices"), app({ "a_googlecast._tcp" }, "/NSBonjourServices"),
      app({ "x_CC1AD845._googlecast._tcp" }, "/NSBonjourServices"), app({ "_CC1AD845._googlecast._tcpx" }, "/NSBonjourServices"),
      app({ "_googlecast._tcpx" }, "/NSBonjourServices"),
      app(nil, "/NSLocalNetworkUsageDescription", { info = { NSBonjourServices = { "_googlecast._tcp" } } }),
      {
        platform = "ios", files = { ["GoogleCastUIResources.bundle/a"] = "x" },
        at = { "/NSBonjourServices", "/NSLocalNetworkUsageDescription" },
      },
      {
        platform = "ios", files = { ["GoogleCastCoreResources.bundle/a"] = "x" },
        at = { "/NSBonjourServices", "/NSLocalNetworkUsageDescription" },
      },
    },
  },
}
