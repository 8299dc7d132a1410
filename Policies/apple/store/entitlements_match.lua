local slices = import "apple.code.slices"
local values = import "apple.values"

local identifier_keys = { "application-identifier", "com.apple.application-identifier" }
local push_keys = { "aps-environment", "com.apple.developer.aps-environment" }
local environments = { development = true, production = true }
local groups_key = "com.apple.security.application-groups"

local function judge_variables(node, report)
  for key, value in (plist.type(node) == "array" and ipairs or pairs)(node) do
    if type(value) == "string" and value:find("%$[({]%w") then
      report:at(node, key, "the variable in '%s' was not replaced", value, {
        expected = "the value that the build puts in its place", fix = "sign with the entitlements file that the build processed",
      })
    elseif plist.type(value) == "array" then
      judge_variables(value, report)
    end
  end
end

-- Declares the rule for bundles of these platforms.
return function(platforms)
  local extension = platforms[1] == "ios" and "PlugIns/Share.appex" or "Contents/PlugIns/Share.appex"
  rule "entitlements-match" {
    summary   = "The entitlements in the signature must belong to the bundle",
    severity  = "error",
    rationale = "The store rejects code that is signed for another identifier or team, or with values that no profile allows.",
    source    = { "ITMS-90046", "ITMS-90163", "Technical Note TN2415: Entitlements Troubleshooting", "Bundle Resources: Entitlements" },
    tags      = { "S13", "ITMS-90046", "ITMS-90163" },
    applies   = { platform = platforms },
    check     = function(bundle, report)
      local entitlements = #slices(bundle) > 0 and bundle.entitlements
      if not entitlements then return end
      judge_variables(entitlements, report)
      local own = values.text(bundle.info.CFBundleIdentifier)
      for _, key in ipairs(identifier_keys) do
        local signed = values.text(entitlements[key])
        local rest = signed and signed:match("^[^.]*%.(.*)$") or signed
        if rest and own and rest ~= own and not rest:find("%*$") then
          report:at(entitlements, key, "the code is signed for '%s', but the bundle identifier is '%s'", rest, own, {
            expected = "the team, a period, and " .. own, fix = "sign with the profile of this bundle",
          })
        end
      end
      for _, key in ipairs(push_keys) do
        local environment = entitlements[key]
        if environment ~= nil and not environments[environment] then
          report:at(entitlements, key, "'%s' is not an environment for notifications", tostring(environment), { expected = "production", fix = "sign with a distribution profile" })
        end
      end
      local groups = entitlements[groups_key]
      if groups ~= nil and plist.type(groups) ~= "array" then
        report:at(entitlements, groups_key, "the app groups are not a list", { expected = "a list of strings", fix = "write a list" })
      end
      for index, group in ipairs(values.is_mobile(bundle) and values.list(groups) or {}) do
        if type(group) == "string" and not values.has_variable(group) and not group:find("^group%.") then
          report:at(groups, index, "'%s' is not an app group", group, { expected = "an identifier that starts with group.", fix = "use the identifier of the registered group" })
        end
      end
      local host = values.host(bundle)
      local around = host and #slices(host) > 0 and host.entitlements
      local key = "com.apple.developer.team-identifier"
      local team, other = values.text(entitlements[key]), around and values.text(around[key])
      if team and other and team ~= other then
        report:at(entitlements, key, "the code is signed by the team %s, but %s by %s", team, host.name, other, { expected = other, fix = "sign all code with the same team" })
      end
    end,
    examples  = {
      pass = {
        {}, { entitlements = { ["application-identifier"] = "ABCDE12345.com.example.app", ["aps-environment"] = "production" } },
        { entitlements = { ["application-identifier"] = "ABCDE12345.*", ["com.apple.developer.aps-environment"] = "development" } },
        { entitlements = { ["com.apple.application-identifier"] = "ABCDE12345.com.example.app", ["com.apple.security.application-groups"] = { "group.com.example", 1 } } },
        {
          entitlements = { ["com.apple.developer.team-identifier"] = "ABCDE12345" },
          bundles = { [extension] = { entitlements = { ["com.apple.developer.team-identifier"] = "ABCDE12345" } } },
        },
        { without = "CFBundleIdentifier", entitlements = { ["application-identifier"] = "ABCDE12345.com.example.other" } },
      },
      fail = {
        { entitlements = { ["application-identifier"] = "ABCDE12345.com.example.other" } }, { entitlements = { ["com.apple.application-identifier"] = "com" } },
        { entitlements = { ["aps-environment"] = "prod" } }, { entitlements = { ["com.apple.developer.aps-environment"] = true } },
        { entitlements = { ["com.apple.security.application-groups"] = "group.com.example" } },
        { entitlements = { ["keychain-access-groups"] = { "$(AppIdentifierPrefix)com.example.app" } } }, { entitlements = { ["application-identifier"] = "${TEAM}.com.example.app" } },
        {
          entitlements = { ["com.apple.developer.team-identifier"] = "ABCDE12345" },
          bundles = { [extension] = { entitlements = { ["com.apple.developer.team-identifier"] = "ZZZZZ99999" } } },
        },
        { platform = platforms[1], kind = "extension", entitlements = { ["com.apple.security.application-groups"] = platforms[1] == "ios" and { "shared" } or "shared" } },
      },
    },
  }
end
