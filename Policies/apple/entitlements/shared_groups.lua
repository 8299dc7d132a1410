local parts = import "apple.entitlements.parts"
local values = import "apple.values"

local key = "com.apple.security.application-groups"

-- The app groups that some code of a bundle is signed with, as a set, and whether there are any.
local function groups(bundle)
  local result, is_any = {}, false
  for _, part in ipairs(parts(bundle)) do
    for _, group in ipairs(values.list(part.list[key])) do
      if type(group) == "string" then result[group], is_any = true, true end
    end
  end
  return result, is_any
end

-- For the examples.
local function app(own, inner, at)
  return {
    kind = "application", platform = "ios", entitlements = own and { [key] = own }, at = at and "PlugIns/Widget.appex/Widget:/" .. key,
    bundles = { ["PlugIns/Widget.appex"] = { entitlements = inner and { [key] = inner } } },
  }
end

rule "shared-app-group" {
  summary   = "An extension with app groups must share one with its app",
  severity  = "warning",
  rationale = "An extension exchanges data with its app through the container of a group that both have. If they have none in common, "
    .. "each writes into a container of its own: a widget shows placeholders forever. It is a warning because it may "
    .. "share the group with other extensions.",
  source    = { "Configuring app groups", "App Extension Programming Guide: Sharing Data with Your Containing App" },
  applies   = { kind = "extension", nested = true, entitlement = key },
  check     = function(bundle, report)
    local inner = parts(bundle)
    local host = values.host(bundle)
    if not host or not values.is_app_extension(bundle) then return end
    local own, has_own = groups(host)
    if not has_own then return end
    for _, part in ipairs(inner) do
      local is_shared, example = false, nil
      for _, group in ipairs(values.list(part.list[key])) do
        if type(group) == "string" then is_shared, example = is_shared or own[group] == true, example or group end
      end
      if example and not is_shared then
        report:at(part.list, key, "the extension has the app group '%s', but none of %s: they share no data", example, host.name, {
          expected = next(own), fix = "add the group of the app to the extension", discriminator = part.architecture,
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, app({ "group.a" }, { "group.a" }), app({ "group.a", "group.b" }, { "group.c", "group.b" }), app(nil, { "group.a" }),
      app({ "group.a" }), app({ "group.a" }, {}), app({ "group.a" }, { 1 }), app({ 1 }, { "group.a" }),
      -- The app talks to its services directly.
      {
        kind = "application", platform = "macos", entitlements = { [key] = { "group.a" } },
        bundles = { ["Contents/XPCServices/Work.xpc"] = { entitlements = { [key] = { "group.b" } } } },
      },
    },
    fail = { app({ "group.a" }, { "group.b" }, true), app({ "group.a", 1 }, { 1, "group.A" }, true) },
  },
}
