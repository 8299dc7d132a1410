local elsewhere = import "apple.elsewhere"
local parts = import "apple.entitlements.parts"
local slices = import "apple.code.slices"
local values = import "apple.values"

-- Whether a team signed the code: without one, entitlements that a profile must permit are not there yet.
local function is_signed_by_team(bundle)
  for _, slice in ipairs(slices(bundle)) do
    local signature = slice.has_code_signature and values.readable(slice, "signature")
    if signature and signature.team then return true end
  end
  return false
end

-- The entitlement that a background mode needs, what fails without it, and the capability that adds it.
local needed = {
  ["remote-notification"] = { key = "aps-environment", result = "no notification arrives", capability = "Push Notifications" },
  ["push-to-talk"] = {
    key = "com.apple.developer.push-to-talk", result = "the system does not let it join a channel", capability = "Push to Talk",
  },
}

-- For the examples.
local function app(modes, list, at, more)
  local result = { platform = "ios", info = { UIBackgroundModes = modes }, entitlements = list, signed = { team = "ABCDE12345" }, at = at }
  for key, value in pairs(more or {}) do result[key] = value end
  return result
end
local remote, identity = { "remote-notification" }, { ["application-identifier"] = "ABCDE12345.com.example.app" }

rule "push-entitlement" {
  summary   = "An app that is woken by notifications or by Push to Talk must have the entitlement for that",
  severity  = "error",
  rationale = "Without aps-environment, registering for remote notifications fails, and the mode remote-notification has no effect: no "
    .. "notification ever arrives. Push to Talk needs an entitlement of its own.",
  source    = { "Registering your app with APNs", "Bundle Resources: aps-environment, UIBackgroundModes" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" }, nested = false, key = "UIBackgroundModes" },
  check     = function(bundle, report)
    local modes = bundle.info.UIBackgroundModes
    for index, mode in ipairs(values.list(modes)) do
      local entitlement = type(mode) == "string" and needed[mode]
      local all = entitlement and is_signed_by_team(bundle) and parts(bundle) or {}
      for _, part in ipairs(all) do
        -- An app without the identifier of its profile will be signed again.
        if part.list[entitlement.key] == nil and part.list["application-identifier"] ~= nil then
          return report:at(modes, index, "%s is signed without %s: %s", part.code, entitlement.key, entitlement.result, {
            expected = "the entitlement " .. entitlement.key,
            fix = ("add the capability %s, or remove the mode"):format(entitlement.capability),
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(app(remote, identity), { kind = "framework" }),
      elsewhere(app(remote, identity), { platform = "macos" }),
      { platform = "ios" }, app({ "audio" }, identity),
      app(remote, { ["application-identifier"] = "A.b", ["aps-environment"] = "production" }),
      app({ "push-to-talk", 1 }, { ["application-identifier"] = "A.b", ["com.apple.developer.push-to-talk"] = true }),
      app(remote, { other = true }), app(remote, identity, nil, { signed = true }), app("x", identity),
      { platform = "ios", info = { UIBackgroundModes = remote } },
      { platform = "ios", bundles = { ["PlugIns/A.appex"] = app(remote, identity), ["Watch/W.app"] = app(remote, identity, nil, {
        platform = "watchos",
      }) } },
    },
    fail = {
      app({ "audio", "push-to-talk" }, identity, "/UIBackgroundModes/1", {
        message = "without com.apple.developer.push-to-talk: the system does not let it join a channel",
      }),
      app(remote, identity, "/UIBackgroundModes/0", { platform = "watchos" }),
      app({ "audio", "remote-notification" }, identity, "/UIBackgroundModes/1"),
      app(remote, identity, "/UIBackgroundModes/0", { platform = "tvos" }),
      app(remote, identity, "/UIBackgroundModes/0", { platform = "visionos" }),
    },
  },
}
