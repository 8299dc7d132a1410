local newest = import "apple.suite.newest"

-- The frameworks that are copies of each other, by identifier and platform.
local function copies(bundles)
  local groups, names = {}, {}
  for _, bundle in ipairs(bundles) do
    if bundle.identifier then
      local name = bundle.identifier .. " " .. tostring(bundle.platform)
      if not groups[name] then
        groups[name] = {}
        names[#names + 1] = name
      end
      local group = groups[name]
      group[#group + 1] = bundle
    end
  end
  return groups, names
end

rule "one-framework-version" {
  summary   = "All copies of a framework must have the same version",
  severity  = "error",
  rationale = "If copies differ, a bug fixed in one app is still present in another.",
  tags      = { "suite" },
  applies   = { kind = "framework" },
  across    = function(bundles, report)
    local groups, names = copies(bundles)
    for _, name in ipairs(names) do
      for field, key in pairs { version = "CFBundleShortVersionString", build = "CFBundleVersion" } do
        local with_version = newest.having(field, groups[name])
        local reference = newest.of(field, with_version)
        for _, bundle in ipairs(with_version) do
          if bundle[field] ~= reference[field] then
            report:at(bundle, key, "this copy of %s has version %s, but the one in %s has %s",
              bundle.name, bundle[field], reference.outer_path, reference[field], {
                expected = reference[field], fix = "embed the same build of the framework in all bundles", discriminator = field,
              })
          end
        end
      end
    end
  end,
  examples  = {
    pass = {
      {},
      {
        { kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleVersion = "7" } } } },
        { kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleVersion = "7" } } } },
      },
      { { info = { CFBundleVersion = "7" } }, { info = { CFBundleVersion = "8", CFBundleIdentifier = "com.example.other" } } },
      { { platform = "ios", info = { CFBundleVersion = "7" } }, { platform = "macos", info = { CFBundleVersion = "8" } } },
      { { without = "CFBundleIdentifier" }, { without = "CFBundleIdentifier", info = { CFBundleVersion = "8" } } },
      { {}, { kind = "plugin", info = { CFBundleIdentifier = "com.example.app.kit", CFBundleVersion = "8" } } },
      { { info = { CFBundleVersion = "0", CFBundleShortVersionString = "0" } }, { info = { CFBundleVersion = "0" },
        without = "CFBundleShortVersionString" } },
    },
    fail = {
      {
        {
          kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleVersion = "7" } } },
          at = "Contents/Frameworks/Kit.framework:/CFBundleVersion",
        },
        { kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleVersion = "8" } } } },
      },
      {
        { info = { CFBundleShortVersionString = "1.0" }, at = "/CFBundleShortVersionString" },
        { info = { CFBundleShortVersionString = "2.0" } },
      },
    },
  },
}
