local values = import "apple.values"

-- Whether two bundles are builds of one product, even if it was renamed.
local function is_same_product(one, other)
  -- The kind of a bare property list is unknown.
  if (one.kind ~= other.kind and other.kind ~= "plist") or one.platform ~= other.platform then return false end
  for _, key in ipairs { "CFBundleExecutable", "CFBundleName" } do
    local text = values.text(one.info[key])
    if text and text == other.info[key] then return true end
  end
  return false
end

rule "identifier-unchanged" {
  summary   = "A product must keep its identifier from build to build",
  severity  = "error",
  rationale = "With another identifier it is another product: the store rejects the update, and users' data stays with the old one.",
  source    = "ITMS-90054",
  tags      = { "S7", "S13", "ITMS-90054", "ITMS-90055" },
  applies   = { nested = false },
  check     = function(bundle, report)
    -- If one build has the same identifier, the others belong to other products.
    if #bundle.previous == 0 or bundle.history[1] then return end
    local identifier = values.text(bundle.info.CFBundleIdentifier)
    if not identifier then return end
    for _, earlier in ipairs(bundle.previous) do
      local old = values.text(earlier.info.CFBundleIdentifier)
      if old and is_same_product(bundle, earlier) then
        report:at(bundle.info, "CFBundleIdentifier", "the identifier is '%s', but the earlier build has '%s'", identifier, old, {
          expected = old, fix = "restore " .. old .. " unless this is a new product", discriminator = old,
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { history = { {} } },
      { history = { { info = { CFBundleIdentifier = "com.example.other", CFBundleExecutable = "Other", CFBundleName = "Other" } } } },
      { history = { { platform = "ios", info = { CFBundleIdentifier = "com.example.old" } } } },
      { history = { { kind = "plugin", info = { CFBundleIdentifier = "com.example.old", CFBundleName = "App" } } } },
      { history = { {}, { info = { CFBundleIdentifier = "com.example.old" } } } },
      -- A framework of another vendor, which may have been renamed.
      {
        bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleIdentifier = "org.kit.new" } } },
        history = { { bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleIdentifier = "org.kit.old" } } } } },
      },
      -- A helper app with the name of the app, which got another identifier.
      {
        bundles = { ["Contents/Helpers/App.app"] = { info = { CFBundleIdentifier = "com.example.app.helper" } } },
        history = { { bundles = { ["Contents/Helpers/App.app"] = { info = { CFBundleIdentifier = "com.example.helper" } } } } },
      },
    },
    fail = {
      {
        history = {
          {
            kind = "plist",
            info = { CFBundleIdentifier = "com.example.old", CFBundleName = "App", CFBundleSupportedPlatforms = { "MacOSX" } },
          },
        },
        at = "/CFBundleIdentifier",
      },
      { history = { { info = { CFBundleIdentifier = "com.example.old", CFBundleName = "Old" } } }, at = "/CFBundleIdentifier" },
      { history = { { info = { CFBundleIdentifier = "com.example.old", CFBundleExecutable = "Old" } } }, at = "/CFBundleIdentifier" },
    },
  },
}
