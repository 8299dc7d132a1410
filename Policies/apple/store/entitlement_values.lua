local entitlements = import "apple.code.entitlements"
local values = import "apple.values"

-- Entitlements whose values may end in * in a profile, but not in a signature.
local exact = {
  ["application-identifier"] = true, ["com.apple.application-identifier"] = true, ["keychain-access-groups"] = true,
  ["com.apple.developer.icloud-container-identifiers"] = true, ["com.apple.developer.ubiquity-container-identifiers"] = true,
  ["com.apple.developer.ubiquity-kvstore-identifier"] = true,
}

-- Entitlements whose value must not be * alone.
local concrete = {
  ["com.apple.developer.associated-domains"] = true, ["com.apple.developer.icloud-services"] = true,
  ["com.apple.developer.icloud-container-environment"] = true, ["com.apple.developer.icloud-container-identifiers"] = true,
}

local environment = "com.apple.developer.icloud-container-environment"
local formats = "com.apple.developer.nfc.readersession.formats"
local released, tag = "Production", "TAG"
local own_group, pattern = "A.b", "ABCDE12345.*"
local identifiers = { ios = "application-identifier", macos = "com.apple.application-identifier" }

local keys_with_values = { formats }
for key in pairs(exact) do table.insert(keys_with_values, key) end
for key in pairs(concrete) do
  if not exact[key] then table.insert(keys_with_values, key) end
end

-- Calls `check` with each string of an entitlement, and with its node and key.
local function each_string(list, key, check)
  local value = list[key]
  if type(value) == "string" then check(value, list, key) end
  for index, element in ipairs(values.list(value)) do
    if type(element) == "string" then check(element, value, index) end
  end
end

local function judge(part, report)
  for key in pairs(part.list) do
    each_string(part.list, key, function(text, node, at)
      local details = { discriminator = part.architecture }
      if exact[key] and text:find("%*") or concrete[key] and text == "*" then
        details.expected, details.fix = "a value without *", "write the app's own value in the entitlements file"
        report:at(node, at, "the value '%s' of %s is a pattern", text, key, details)
      elseif key == environment and text == "Development" then
        details.expected, details.fix = released, "export the archive for the store"
        report:at(node, at, "the app uses the development environment of iCloud", details)
      elseif key == formats and text == "NDEF" then
        details.expected, details.fix = tag, "remove NDEF from the formats: apps that read NDEF messages do not need it"
        report:at(node, at, "the store does not accept NDEF among the formats for NFC", details)
      end
    end)
  end
end

-- Declares the rule for bundles of these platforms.
return function(platforms)
  local is_for_ios = platforms[1] == "ios"
  local app = is_for_ios and "App" or "Contents/MacOS/App"
  local identifier = identifiers[platforms[1]]
  local fail = {
    { entitlements = { ["keychain-access-groups"] = { own_group, pattern } }, at = app .. ":/keychain-access-groups/1" },
    {
      entitlements = { ["com.apple.developer.associated-domains"] = { "*" } }, at = app .. ":/com.apple.developer.associated-domains/0",
    },
    {
      entitlements = { ["com.apple.developer.icloud-container-environment"] = "Development" },
      at = app .. ":/com.apple.developer.icloud-container-environment",
    },
    {
      entitlements = { ["com.apple.developer.nfc.readersession.formats"] = { tag, "NDEF" } },
      at = app .. ":/com.apple.developer.nfc.readersession.formats/1",
    },
  }
  for key in pairs(exact) do fail[#fail + 1] = { entitlements = { [key] = pattern }, at = app .. ":/" .. key } end
  for key in pairs(concrete) do fail[#fail + 1] = { entitlements = { [key] = "*" }, at = app .. ":/" .. key } end
  rule "entitlement-values" {
    summary   = "The values of entitlements must be those of the app, not the patterns of a profile",
    severity  = "error",
    rationale = "In a profile, a value that ends in * stands for many. The store rejects a signature with such a value, and one with "
      .. "values that are only for development or for earlier systems.",
    source    = { "ITMS-90046", "ITMS-90211", "ITMS-90778", "Technical Note TN2415: Entitlements Troubleshooting" },
    tags      = is_for_ios and { "ITMS-90046", "ITMS-90211", "ITMS-90778" } or { "ITMS-90211", "ITMS-90285" },
    applies   = { kind = { "application", "extension" }, platform = platforms, entitlement = keys_with_values },
    check     = function(bundle, report)
      for _, part in ipairs(entitlements.of(bundle)) do
        if part.list then judge(part, report) end
      end
    end,
    examples  = {
      pass = {
        { kind = "framework", entitlements = { ["keychain-access-groups"] = { pattern } } },
        {}, { entitlements = {
          [identifier] = "ABCDE12345.com.example.app", ["keychain-access-groups"] = { "ABCDE12345.com.example.app", 1 },
          ["com.apple.developer.pass-type-identifiers"] = { "ABCDE12345.*" },
          ["com.apple.developer.associated-domains"] = { "applinks:*.example.com" },
          ["com.apple.developer.icloud-container-environment"] = "Production",
          ["com.apple.developer.nfc.readersession.formats"] = { "TAG" }, ["com.apple.developer.healthkit"] = true,
        } },
      },
      fail = fail,
    },
  }
end
