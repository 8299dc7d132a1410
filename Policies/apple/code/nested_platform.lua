local slices = import "apple.code.slices"
local values = import "apple.values"

-- Code for the Mac may also be for Mac Catalyst or DriverKit.
local family = { macos = "mac", catalyst = "mac", driverkit = "mac" }

local function family_of(platform) return family[platform] or platform end

-- Whether the code itself is for the platform, regardless of Info.plist.
local function has_code_for(bundle, platform)
  for _, slice in ipairs(slices(bundle)) do
    for _, build in ipairs(slice.builds) do
      if family_of((build.platform:gsub("%-simulator", ""))) == family_of(platform) then return true end
    end
  end
  return false
end

local holders = { application = true, extension = true, framework = true }

rule "nested-platform" {
  summary   = "An embedded bundle must be for the platform of the bundle that contains it",
  severity  = "error",
  rationale = "The loader rejects code for another platform, and the store rejects the upload.",
  source    = "mach-o/loader.h: LC_BUILD_VERSION",
  tags      = { "S8" },
  applies   = { kind = { "application", "framework", "extension" }, nested = true },
  check = function(bundle, report)
    local outer = bundle.parent
    local own, wanted = bundle.platform, outer.platform
    if not (own and wanted and holders[outer.kind]) or family_of(own) == family_of(wanted) then return end
    -- Watch apps are embedded in iPhone apps; tools for the Mac may contain apps for devices.
    if bundle.kind == "application" and (own == "watchos" and wanted == "ios" or family_of(wanted) == "mac") then return end
    if not has_code_for(bundle, wanted) then
      report("%s is for %s, but the containing %s is for %s", bundle.name, values.system(own), outer.name, values.system(wanted), {
        expected = "a bundle for " .. values.system(wanted), fix = "embed the copy that was built for " .. values.system(wanted),
      })
    end
  end,
  examples = {
    pass = {
      {
        kind = "application", platform = "ios",
        bundles = { ["Frameworks/Kit.framework"] = {}, ["Watch/Watch.app"] = { platform = "watchos" } },
      },
      { kind = "application", platform = "catalyst", bundles = { ["Contents/Frameworks/Kit.framework"] = { platform = "macos" } } },
      { kind = "application", bundles = { ["Contents/Helpers/Phone.app"] = { platform = "ios" } } },
      -- The contents of a plug-in may be data.
      {
        kind = "application", bundles = { ["Contents/PlugIns/A.bundle"] = { bundles = { ["Contents/Frameworks/Kit.framework"] = {
          platform = "ios",
        } } } },
      },
      {
        kind = "application", platform = "ios",
        bundles = { ["Frameworks/Kit.framework"] = { platform = "tvos", files = { Kit = { mach_o = { platform = "ios-simulator" } } } } },
      },
    },
    fail = {
      {
        kind = "application", platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { platform = "macos" } },
        at = "Frameworks/Kit.framework",
      },
      { kind = "application", platform = "ios", bundles = { ["PlugIns/Share.appex"] = { platform = "tvos" } }, at = "PlugIns/Share.appex" },
      { kind = "application", platform = "tvos", bundles = { ["Watch/Watch.app"] = { platform = "watchos" } }, at = "Watch/Watch.app" },
      {
        kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { platform = "ios" } },
        at = "Contents/Frameworks/Kit.framework",
      },
    },
  },
}
