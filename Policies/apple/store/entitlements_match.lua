local entitlements = import "apple.code.entitlements"
local values = import "apple.values"

local identifier_keys = { "application-identifier", "com.apple.application-identifier" }
local push_keys = { "aps-environment", "com.apple.developer.aps-environment" }
local environments = { development = true, production = true }
local groups_key = "com.apple.security.application-groups"

local team_key = "com.apple.developer.team-identifier"

local distribution = "production"

-- Reports a value of the entitlements of some code; slices have findings of their own where they differ.
local function add(report, part, node, key, message, expected, fix)
  report:at(node, key, "%s", message, { expected = expected, fix = fix, discriminator = part.architecture })
end

local function judge_variables(part, node, report)
  for key, value in pairs(node) do
    if type(value) == "string" and value:find("%$[({]%w") then
      add(report, part, node, key, ("the variable in '%s' was not replaced"):format(value), "the value that the build puts in its place",
        "sign with the entitlements file that the build processed")
    elseif plist.type(value) == "array" then
      judge_variables(part, value, report)
    end
  end
end

local function judge(part, bundle, report)
  local list = part.list
  judge_variables(part, list, report)
  local own = values.text(bundle.info.CFBundleIdentifier)
  for _, key in ipairs(identifier_keys) do
    local signed = values.text(list[key])
    local rest = signed and signed:match("%.(.*)") or signed
    if rest and own and rest ~= own and not rest:find("%*") then
      add(report, part, list, key, ("%s is signed for '%s', but the bundle identifier is '%s'"):format(part.code, rest, own),
        "the team, a period, and " .. own, "sign with the profile of this bundle")
    end
  end
  for _, key in ipairs(push_keys) do
    local environment = list[key]
    if environment ~= nil and not environments[environment] then
      add(
        report, part, list, key, ("'%s' is not an environment for notifications"):format(tostring(environment)), distribution,
        "sign with a distribution profile"
      )
    end
  end
  local groups = list[groups_key]
  if groups ~= nil and plist.type(groups) ~= "array" then
    add(report, part, list, groups_key, "the app groups are not a list", "a list of strings", "write a list")
  end
  for index, group in ipairs(values.is_mobile(bundle) and values.list(groups) or {}) do
    if type(group) == "string" and not values.has_variable(group) and not group:find("^group%.") then
      add(
        report, part, groups, index, ("'%s' is not an app group"):format(group), "an identifier that starts with group.",
        "use the identifier of the registered group"
      )
    end
  end
  local host, team = values.host(bundle), values.text(list[team_key])
  for _, around in ipairs(host and team and entitlements.of(host) or {}) do
    local other = around.list and values.text(around.list[team_key])
    if other and team ~= other then
      return add(report, part, list, team_key, ("%s is signed by the team %s, but %s by %s"):format(part.code, team, host.name, other),
        other,
        "sign all code with the same team")
    end
  end
end

-- Declares the rule for bundles of these platforms.
return function(platforms)
  local extension = platforms[1] == "ios" and "PlugIns/Share.appex" or "Contents/PlugIns/Share.appex"
  local folder = platforms[1] == "ios" and "" or "Contents/MacOS/"
  local code, code_of_extension = folder .. "App", folder .. "Share"
  rule "entitlements-match" {
    summary   = "The entitlements in the signature must belong to the bundle",
    severity  = "error",
    rationale = "The store rejects code that is signed for another identifier or team, or with values that no profile allows.",
    source    = { "ITMS-90046", "ITMS-90163", "Technical Note TN2415: Entitlements Troubleshooting", "Bundle Resources: Entitlements" },
    tags      = { "S13", "ITMS-90046", "ITMS-90163", "ITMS-90075", "ITMS-90286" },
    applies   = { platform = platforms },
    check     = function(bundle, report)
      -- entitlements-readable and release-entitlements report unreadable entitlements.
      for _, part in ipairs(entitlements.of(bundle)) do
        if part.list then judge(part, bundle, report) end
      end
    end,
    examples  = {
      pass = {
        {}, { entitlements = { ["application-identifier"] = "ABCDE12345.com.example.app", ["aps-environment"] = "production" } },
        { entitlements = { ["application-identifier"] = "ABCDE12345.*", ["com.apple.developer.aps-environment"] = "development" } },
        { entitlements = {
          ["com.apple.application-identifier"] = "ABCDE12345.com.example.app",
          ["com.apple.security.application-groups"] = { "group.com.example", 1 },
        } },
        {
          entitlements = { ["com.apple.developer.team-identifier"] = "ABCDE12345" },
          bundles = { [extension] = { entitlements = { ["com.apple.developer.team-identifier"] = "ABCDE12345" } } },
        },
        { without = "CFBundleIdentifier", entitlements = { ["application-identifier"] = "ABCDE12345.com.example.other" } },
      },
      fail = {
        { entitlements = { ["application-identifier"] = "ABCDE12345.com.example.other" }, at = code .. ":/application-identifier" },
        { entitlements = { ["com.apple.application-identifier"] = "com" }, at = code .. ":/com.apple.application-identifier" },
        {
          kind = "application",
          files = { [code] = { mach_o = {
            { architectures = "arm64" }, { architectures = "arm64e", entitlements = { ["aps-environment"] = "prod" } },
          } } },
          at = code .. ":/aps-environment",
        },
        { entitlements = { ["aps-environment"] = "prod" }, at = code .. ":/aps-environment" },
        { entitlements = { ["com.apple.developer.aps-environment"] = true }, at = code .. ":/com.apple.developer.aps-environment" },
        {
          entitlements = { ["com.apple.security.application-groups"] = "group.com.example" },
          at = code .. ":/com.apple.security.application-groups",
        },
        {
          entitlements = { ["keychain-access-groups"] = { "$(AppIdentifierPrefix)com.example.app" } },
          at = code .. ":/keychain-access-groups/0",
        },
        { entitlements = { ["application-identifier"] = "${TEAM}.com.example.app" }, at = code .. ":/application-identifier" },
        {
          entitlements = { ["com.apple.developer.team-identifier"] = "ABCDE12345" },
          bundles = { [extension] = { entitlements = { ["com.apple.developer.team-identifier"] = "ZZZZZ99999" } } },
          at = extension .. "/" .. code_of_extension .. ":/com.apple.developer.team-identifier",
        },
        {
          platform = platforms[1], kind = "extension",
          entitlements = { ["com.apple.security.application-groups"] = platforms[1] == "ios" and { "shared" } or "shared" },
          at = code_of_extension .. ":/com.apple.security.application-groups" .. (platforms[1] == "ios" and "/0" or ""),
        },
        platforms[1] == "ios" and {
          entitlements = { ["com.apple.security.application-groups"] = { "com.example.group.a" } },
          at = code .. ":/com.apple.security.application-groups/0",
        } or nil,
      },
    },
  }
end
