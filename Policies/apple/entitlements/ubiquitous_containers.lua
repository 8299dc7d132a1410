local parts = import "apple.entitlements.parts"

local key, documents = "NSUbiquitousContainers", "com.apple.developer.ubiquity-container-identifiers"

local function has(list, wanted)
  if list == nil then return false end
  for _, name in ipairs(plist.type(list) == "array" and list or { list }) do
    -- Containers of old apps have the prefix of a team.
    if type(name) == "string" and (name == wanted or name == "*" or name:sub(-#wanted - 1) == "." .. wanted) then return true end
  end
  return false
end

-- For the examples.
local function app(name, own, at)
  return {
    platform = "ios", info = { [key] = { [name] = { NSUbiquitousContainerName = "App" } } },
    entitlements = { ["application-identifier"] = "ABCDE12345.com.example.app", [documents] = own }, at = at and "/" .. key .. "/" .. name,
  }
end

rule "ubiquitous-containers" {
  summary   = "NSUbiquitousContainers must describe iCloud containers that the app is signed with",
  severity  = "error",
  rationale = "iCloud Drive shows the folder of a container only if the app may use that container. Code that is signed without a "
    .. "profile's identifier will be signed again, so it is not reported.",
  source    = {
    "https://developer.apple.com/documentation/bundleresources/information-property-list/nsubiquitouscontainers",
    "https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.ubiquity-container-identifiers",
  },
  applies   = {
    kind = "application", key = key, entitlement = { "application-identifier", "com.apple.application-identifier" },
  },
  check     = function(bundle, report)
    local containers, all = bundle.info[key], parts(bundle)
    for name in pairs(plist.type(containers) == "dictionary" and containers or {}) do
      for _, part in ipairs(all) do
        if not name:find("$", 1, true) and not has(part.list[documents], name) then
          report:at(containers, name, "%s is not signed with the iCloud container '%s': iCloud Drive does not show its folder", part.code,
            name, {
            expected = "a container in " .. documents, fix = "correct the identifier, or add the container to the capability iCloud",
            discriminator = part.architecture,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, app("iCloud.com.example.app", { "iCloud.com.example.app" }), app("iCloud.$(ID)", { "iCloud.a" }), app("iCloud.a", { "*" }),
      app("com.example.app", { "ABCDE12345.com.example.app" }), app("iCloud.a", "iCloud.a"),
      { info = { [key] = { a = {} } }, entitlements = { other = true } },
      {
        platform = "ios", info = { [key] = { ["$(CONTAINER)"] = {}, ["iCloud.a"] = {} } },
        entitlements = { ["application-identifier"] = "A.b", [documents] = { "iCloud.a" } },
      },
      { platform = "ios", info = { [key] = "x" }, entitlements = { ["application-identifier"] = "A.b" } },
      { platform = "ios", bundles = { ["PlugIns/A.appex"] = app("iCloud.a", { "iCloud.b" }) } },
    },
    fail = {
      app("iCloud.com.example.old", { "iCloud.com.example.app" }, true), app("iCloud.a", nil, true), app("iCloud.a", { 1 }, true),
      {
        platform = "macos", info = { [key] = { ["iCloud.a"] = {} } }, entitlements = { ["com.apple.application-identifier"] = "A.b" },
        at = "/" .. key .. "/iCloud.a",
      },
    },
  },
}
