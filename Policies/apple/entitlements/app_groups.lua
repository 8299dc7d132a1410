local parts = import "apple.entitlements.parts"
local values = import "apple.values"

local key, team_key = "com.apple.security.application-groups", "com.apple.developer.team-identifier"

-- Whether the profile of the app permits a group, as profiles of the Mac App Store do for groups with the prefix `group.`.
local function is_permitted(bundle, group)
  -- A damaged profile is reported by profile-readable.
  local profile = values.readable(bundle, "profile")
  local list = profile and profile.entitlements and profile.entitlements[key]
  for _, name in ipairs(plist.type(list) == "array" and list or { list }) do
    if type(name) == "string" and (name == group or name:sub(-1) == "*" and group:sub(1, #name - 1) == name:sub(1, -2)) then return true end
  end
  return false
end

-- The team that signed the code; nil if no team did.
local function team_of(bundle, list)
  local stated = values.text(list[team_key])
  if stated then return stated end
  for _, slice in ipairs(bundle.executable_file.mach_o.slices) do
    local signature = values.readable(slice, "signature")
    if signature and signature.team then return signature.team end
  end
  return nil
end

-- For the examples.
local function groups(list, at, more)
  local places = {}
  for _, place in ipairs(type(at) == "string" and { at } or at or {}) do places[#places + 1] = "Contents/MacOS/App:/" .. key .. place end
  local result = { entitlements = { [key] = list }, at = at and places }
  for name, value in pairs(more or {}) do result[name] = value end
  return result
end
local profile = { ["Contents/embedded.provisionprofile"] = { profile = {
  platform = "macos", kind = "store", entitlements = { [key] = { "group.com.example", "group.com.other.*" } },
} } }

rule "mac-app-groups" {
  summary   = "App groups of a Mac app must start with its team identifier, or be listed in its provisioning profile",
  severity  = "error",
  rationale = "For any other group, macOS 15 asks the user at each launch whether the app may read the data of other apps, and later "
    .. "systems "
    .. "refuse the container.",
  source    = { "Bundle Resources: com.apple.security.application-groups", "Accessing app group containers in your existing macOS app" },
  tags      = { "security" },
  applies   = { kind = { "application", "extension" }, platform = "macos", entitlement = key },
  check     = function(bundle, report)
    local all = parts(bundle)
    -- The store permits the groups of its apps.
    if bundles.exists(bundle, "Contents/_MASReceipt/receipt") then return end
    for _, part in ipairs(all) do
      local list = part.list[key]
      if list ~= nil and plist.type(list) ~= "array" then
        report:at(part.list, key, "the app groups are not a list", {
          expected = "a list of strings", fix = "write a list", discriminator = part.architecture,
        })
      end
      local team = list ~= nil and team_of(bundle, part.list)
      for index, group in ipairs(values.list(list)) do
        if type(group) == "string" and not values.has_variable(group) then
          local prefix = group:match("^(%w%w%w%w%w%w%w%w%w%w)%.")
          local is_own = prefix and prefix == prefix:upper() and (not team or prefix == team)
          if not is_own and not is_permitted(bundle, group) then
            report:at(list, index, "the app group '%s' does not start with %s: macOS 15 asks the user for it, later systems refuse it",
              group,
              team and "the team identifier " .. team or "a team identifier", {
              expected = (team or "TEAM") .. "." .. group:gsub("^group%.", ""),
              fix = "use a group with the team's prefix, or a profile with this group", discriminator = part.architecture,
              severity = part.list["com.apple.security.get-task-allow"] == true and "warning" or nil,
            })
          end
        end
      end
    end
  end,
  examples  = {
    pass = {
      groups({ "group.com.example" }, nil, { files = { ["Contents/_MASReceipt/receipt"] = "x" } }),
      {}, groups { "ABCDE12345.com.example.shared", "$(TeamIdentifierPrefix)com.example", 1 },
      groups({ "group.com.example", "group.com.other.a" }, nil, { files = profile }),
      { entitlements = { [key] = { "ABCDE12345.a" }, [team_key] = "ABCDE12345" } },
      { bundles = { ["Contents/PlugIns/Phone.appex"] = { platform = "ios", entitlements = { [key] = { "x" } } } } },
      groups({ "ABCDE12345.a" }, nil, { signed = { team = "ABCDE12345" } }), { kind = "extension" },
      groups({ "ABCDE12345.a" }, nil, { signed = { team = "ABCDE12345", unsigned = { "arm64" } } }),
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { entitlements = { [key] = { "x" } } } } },
    },
    fail = {
      { entitlements = { [key] = { "group.a" }, ["com.apple.security.get-task-allow"] = true },
        at = "Contents/MacOS/App:/" .. key .. "/0" },
      groups({ "group.com.example" }, "/0"), groups({ "com.example" }, "/0"), groups("ABCDE12345.a", ""),
      groups({ "abcde12345.a", "x.ABCDE12345.a" }, { "/0", "/1" }),
      groups({ "ABCDE12345.a", "group.com.example.b" }, "/1", { files = profile }),
      groups({ "group.com.othera" }, "/0", { files = profile }),
      { entitlements = { [key] = { "ABCDE12345.a" }, [team_key] = "ZZZZZ99999" }, at = "Contents/MacOS/App:/" .. key .. "/0" },
      groups({ "ABCDE12345.a" }, "/0", { signed = { team = "ZZZZZ99999" } }),
      { kind = "extension", entitlements = { [key] = { "group.x" } }, at = "Contents/MacOS/Share:/" .. key .. "/0" },
    },
  },
}
