local entitlements = import "apple.code.entitlements"
local slices = import "apple.code.slices"

-- Whether the executable of a bundle, or one in it, links against CallKit.
local function links(bundle)
  for _, slice in ipairs(slices(bundle)) do
    for _, library in ipairs(slice.libraries) do
      if library.name:find("/CallKit%.framework/") then return true end
    end
  end
  for _, inner in ipairs(bundle.bundles) do
    if inner.kind == "framework" and links(inner) then return true end
  end
  return false
end

local key = "com.apple.developer.calling-app"

rule "calling-app" {
  summary   = "An app that can be the default for calls must link against CallKit",
  severity  = "error",
  rationale = "The store rejects an app with this entitlement whose code does not link against CallKit.",
  source    = "ITMS-91120",
  tags      = { "ITMS-91120" },
  applies   = { kind = "application", platform = "ios", nested = false },
  check     = function(bundle, report)
    for _, part in ipairs(entitlements.of(bundle)) do
      if part.list and part.list[key] == true and not links(bundle) then
        return report:at(part.list, key, "the app can be the default for calls, but does not link against CallKit", {
          expected = "CallKit.framework", fix = "use CXProvider and CXCallController, or remove the entitlement", discriminator = "",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { entitlements = { a = true } },
      {
        files = { App = { mach_o = {
          platform = "ios", libraries = "/System/Library/Frameworks/CallKit.framework/CallKit", entitlements = { [key] = true },
        } } },
      },
      {
        entitlements = { [key] = true },
        bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = { mach_o = {
          platform = "ios", file_type = "dylib", id = "Kit", libraries = "/System/Library/Frameworks/CallKit.framework/CallKit",
        } } } } },
      },
    },
    fail = {
      { entitlements = { [key] = true }, at = "App:/" .. key },
      { entitlements = { [key] = true }, bundles = { ["Frameworks/Kit.framework"] = {} }, at = "App:/" .. key },
    },
  },
}
