local parts = import "apple.entitlements.parts"
local point = import "apple.extensions.point"
local values = import "apple.values"

local key = "com.apple.developer.networking.networkextension"

-- The value of the entitlement that a provider needs, by its extension point.
local needed = {
  ["com.apple.networkextension.packet-tunnel"] = "packet-tunnel-provider",
  ["com.apple.networkextension.app-proxy"] = "app-proxy-provider",
  ["com.apple.networkextension.filter-data"] = "content-filter-provider",
  ["com.apple.networkextension.filter-control"] = "content-filter-provider",
  ["com.apple.networkextension.dns-proxy"] = "dns-proxy",
  ["com.apple.networkextension.app-push"] = "app-push-provider",
}

local function has(list, wanted)
  for _, value in ipairs(values.list(list[key])) do
    if value == wanted then return true end
  end
  return false
end

-- For the examples.
local function app(name, list, at, more)
  local result = {
    kind = "application", platform = "ios", at = at and "PlugIns/VPN.appex/VPN:/" .. key,
    bundles = { ["PlugIns/VPN.appex"] = {
      info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.networkextension." .. name, NSExtensionPrincipalClass = "VPN" } },
      entitlements = list,
    } },
  }
  for field, value in pairs(more or {}) do result[field] = value end
  return result
end
local function list(value, identifier)
  return { [identifier or "application-identifier"] = "ABCDE12345.com.example.app.vpn", [key] = value }
end
local function mac(value, identifier, at, platform)
  return {
    kind = "application", platform = platform or "macos", at = at and "Contents/PlugIns/VPN.appex/Contents/MacOS/VPN:/" .. key,
    bundles = { ["Contents/PlugIns/VPN.appex"] = app("packet-tunnel", list(value, identifier)).bundles["PlugIns/VPN.appex"] },
  }
end

rule "network-extension-entitlement" {
  summary   = "A provider for Network Extension must have the entitlement for its kind",
  severity  = "error",
  rationale = "The system starts a tunnel, proxy or filter only if its signature permits this kind of provider. Otherwise the "
    .. "configuration is saved, but connecting fails at once. Code that is signed without a profile's identifier will be signed again, so "
    .. "it is not reported.",
  source    = { "Network Extension: Packet tunnel provider", "Bundle Resources: com.apple.developer.networking.networkextension" },
  applies   = { kind = "extension", key = { "NSExtension", "EXAppExtensionAttributes" } },
  check     = function(bundle, report)
    local name = point(bundle)
    local wanted = name and needed[name]
    if not wanted then return end
    for _, part in ipairs(parts(bundle)) do
      local own = part.list
      local identifier = own["application-identifier"] or own["com.apple.application-identifier"]
      if identifier ~= nil and not has(own, wanted) then
        report:missing(own, key, ("%s has no '%s' among its Network Extension entitlements: the system does not start it"):format(
          part.code, wanted), {
          expected = wanted, fix = "add the capability Network Extensions to the target of the extension, and sign it with its profile",
          discriminator = part.architecture,
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, app("packet-tunnel", list { "packet-tunnel-provider" }), app("filter-data", list { "dns-proxy", "content-filter-provider" }),
      app("packet-tunnel", { [key] = { "dns-proxy" } }), app("packet-tunnel"), app("other", list()),
      { platform = "ios", info = { NSExtension = { NSExtensionPointIdentifier = 1 } }, entitlements = list() },
      mac({ "packet-tunnel-provider" }, "com.apple.application-identifier"),
      { platform = "ios", info = { NSExtension = "x" }, entitlements = list() },
    },
    fail = {
      app("packet-tunnel", list(), true), app("packet-tunnel", list { "packet-tunnel" }, true),
      app("packet-tunnel", list("packet-tunnel-provider"), true),
      app("app-proxy", list { "packet-tunnel-provider" }, true), app("filter-data", list { "packet-tunnel-provider" }, true),
      app("filter-control", list { "dns-proxy" }, true), app("dns-proxy", list {}, true), app("app-push", list(), true),
      mac(nil, "com.apple.application-identifier", true), mac(nil, "com.apple.application-identifier", true, "catalyst"),
      app("packet-tunnel", list(), true, { platform = "tvos" }), app("packet-tunnel", list(), true, { platform = "visionos" }),
      app("packet-tunnel", nil, nil, {
        at = "Extensions/VPN.appex/VPN:/" .. key, bundles = { ["Extensions/VPN.appex"] = {
          without = "NSExtension", entitlements = list(),
          info = { EXAppExtensionAttributes = { EXExtensionPointIdentifier = "com.apple.networkextension.packet-tunnel" } },
        } },
      }),
    },
  },
}
