rule "one-icon-way" {
  summary   = "Icons must be named under one key only",
  severity  = "note",
  rationale = "CFBundleIcons takes precedence over CFBundleIconFiles, which takes precedence over CFBundleIconFile: edits to the others "
    .. "have no effect.",
  source    = { "Information Property List Key Reference: CFBundleIcons, CFBundleIconFiles, CFBundleIconFile" },
  tags      = { "S3", "S10" },
  applies   = {
    kind = "application", platform = "ios", nested = false, minimum_os = "5.0", key = { "CFBundleIconFiles", "CFBundleIconFile" },
  },
  check = function(bundle, report)
    local winner
    for _, key in ipairs { "CFBundleIcons", "CFBundleIconFiles", "CFBundleIconFile" } do
      if bundle.info[key] ~= nil then
        if winner then
          report:at(bundle.info, key, "%s is also present and takes precedence", winner, {
            expected = "only " .. winner, fix = "remove " .. key,
          })
        else
          winner = key
        end
      end
    end
  end,
  examples = {
    pass = {
      { info = { CFBundleIconFiles = { "Icon" } } }, { info = { CFBundleIconFile = "Icon" } },
      { info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "Icon" } } } } },
      { kind = "framework", info = { CFBundleIconFiles = { "Icon" }, CFBundleIconFile = "Icon" } },
    },
    fail = {
      { info = { CFBundleIcons = {}, CFBundleIconFiles = { "Icon" } }, at = "/CFBundleIconFiles" },
      { info = { CFBundleIconFiles = { "Icon" }, CFBundleIconFile = "Icon" }, at = "/CFBundleIconFile" },
      { info = { CFBundleIcons = {}, CFBundleIconFile = "Icon" }, at = "/CFBundleIconFile" },
    },
  },
}
