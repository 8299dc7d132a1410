local elsewhere = import "apple.elsewhere"
local parts = import "apple.entitlements.parts"
local values = import "apple.values"

local key, identifier_key = "com.apple.developer.parent-application-identifiers", "application-identifier"

-- The identifier that the app around a clip is signed with; nil if it is not signed with one.
local function identifier_of(app)
  for _, part in ipairs(parts(app)) do
    local identifier = values.text(part.list[identifier_key])
    if identifier then return identifier end
  end
  return nil
end

-- For the examples.
local function app(list, at, own)
  list[identifier_key] = list[identifier_key] or "ABCDE12345.com.example.app.Clip"
  return {
    platform = "ios", entitlements = own or { [identifier_key] = "ABCDE12345.com.example.app" },
    bundles = { ["AppClips/Clip.app"] = { entitlements = list } }, at = at and "AppClips/Clip.app/Clip:/" .. key .. at,
  }
end

rule "app-clip-parent" {
  summary   = "An App Clip must be signed with the identifier of its app in com.apple.developer.parent-application-identifiers",
  severity  = "error",
  rationale = "The entitlement ties the clip to its app. Without it, or with the identifier of another app, devices and the store refuse "
    .. "the clip. An app that is not signed with its identifier yet is not reported.",
  source    = { "Bundle Resources: com.apple.developer.parent-application-identifiers", "App Clips: Creating an App Clip with Xcode" },
  applies   = { kind = "application", platform = "ios", nested = true, entitlement = identifier_key },
  check     = function(bundle, report)
    -- First: code that cannot be read is reported by other rules, even if the app is not signed.
    local signed = parts(bundle)
    local host = values.host(bundle)
    local wanted = host and bundle.path:find("AppClips/[^/]+$") and identifier_of(host)
    if not wanted then return end
    for _, part in ipairs(signed) do
      local list = part.list[key]
      local details = {
        expected = wanted, fix = "set it to $(AppIdentifierPrefix) and the identifier of the app, and sign the clip again",
        discriminator = part.architecture,
      }
      if list == nil then
        report:missing(part.list, key, "the App Clip is not signed for its app: devices refuse it", details)
      else
        local is_named = false
        for _, name in ipairs(values.list(list)) do is_named = is_named or name == wanted end
        if not is_named then report:at(part.list, key, "the App Clip is signed for another app than %s", host.name, details) end
      end
    end
  end,
  examples  = {
    pass = {
      { platform = "ios" }, app { [key] = { "ABCDE12345.com.example.app" } }, app { [key] = { "A.b", "ABCDE12345.com.example.app" } },
      app({}, nil, { other = true }), { platform = "ios", bundles = { ["AppClips/Clip.app"] = {} } },
      elsewhere(app {}, { platform = "tvos" }),
      -- An extension, and an app inside a clip, are not clips.
      { platform = "ios", entitlements = { [identifier_key] = "A.b" }, bundles = {
        ["AppClips/Share.appex"] = { entitlements = { [identifier_key] = "A.b.c" } },
        ["AppClips/Clip.app"] = {
          entitlements = { [identifier_key] = "A.b.Clip", [key] = { "A.b" } },
          bundles = { ["Payload/B.app"] = { entitlements = { [identifier_key] = "A.b.Clip.d" } } },
        },
      } },
      { platform = "ios", entitlements = { [identifier_key] = "A.b" }, bundles = { ["Payload/B.app"] = {
        entitlements = { [identifier_key] = "A.b.c" },
      } } },
    },
    fail = {
      app({}, ""), app({ [key] = { "ABCDE12345.com.example.other" } }, ""), app({ [key] = {} }, ""),
      app({ [key] = "ABCDE12345.com.example.app" }, ""),
    },
  },
}
