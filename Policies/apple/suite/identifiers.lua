rule "identifiers-differ" {
  summary   = "Two applications for one platform must not have the same identifier",
  severity  = "error",
  rationale = "To the system, applications with one identifier are one application: the second replaces the first, or shares its settings "
    .. "and data.",
  source    = "Information Property List Key Reference: CFBundleIdentifier",
  tags      = { "suite" },
  applies   = { kind = "application", nested = false },
  across    = function(bundles, report)
    local known = {}
    for _, bundle in ipairs(bundles) do
      if bundle.identifier then
        -- To the system, identifiers that differ only in the case of letters are the same.
        local name = bundle.identifier:lower() .. " " .. tostring(bundle.platform)
        local other = known[name]
        if other then
          report:at(bundle, "CFBundleIdentifier", "'%s' is also the identifier of %s", bundle.identifier, other.outer_path, {
            expected = "an identifier of its own", discriminator = "",
            fix = "give each application an identifier of its own, or check only one of the two",
          })
        else
          known[name] = bundle
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { {}, { info = { CFBundleIdentifier = "com.example.other" } } }, { { platform = "ios" }, { platform = "macos" } },
      { { without = "CFBundleIdentifier" }, { without = "CFBundleIdentifier" } },
      { {}, { kind = "framework", info = { CFBundleIdentifier = "com.example.app" } } },
      { {}, { info = { CFBundleIdentifier = "com.example.other" }, bundles = {
        ["Contents/Library/LoginItems/Helper.app"] = { info = { CFBundleIdentifier = "com.example.app" } },
      } } },
    },
    fail = {
      { {}, { at = "/CFBundleIdentifier" } },
      { {}, { info = { CFBundleIdentifier = "COM.example.app" }, at = "/CFBundleIdentifier" } },
    },
  },
}
