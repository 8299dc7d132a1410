rule "one-launch-image-way" {
  summary   = "Launch images must be declared in one way only",
  severity  = "note",
  rationale = "UILaunchImages takes precedence over UILaunchImageFile, which takes precedence over Default.png; overridden keys have no "
    .. "effect.",
  source    = "Technical Note TN2244",
  tags      = { "S11" },
  applies   = { kind = "application", platform = "ios", key = "UILaunchImageFile" },
  check = function(bundle, report)
    local info = bundle.info
    -- lint: allow key.deprecated: old systems read it
    local images, file = info.UILaunchImages, info.UILaunchImageFile
    if images ~= nil and file ~= nil then
      report:at(info, "UILaunchImageFile", "UILaunchImages is also present and takes precedence", {
        expected = "only one of the two", fix = "remove UILaunchImageFile, unless the app supports systems before iOS 7",
      })
    elseif file ~= nil and file ~= "Default" and bundles.exists(bundle, "Default.png") then
      report:file("Default.png", "UILaunchImageFile is present and takes precedence over Default.png", {
        expected = "only one of the two", fix = "remove the file",
      })
    end
  end,
  examples = {
    pass = {
      {}, { info = { UILaunchImageFile = "Launch" } }, { files = { ["Default.png"] = "" } },
      { info = { UILaunchImageFile = "Default" }, files = { ["Default.png"] = "" } },
      -- The system falls back to it if no entry fits, so it may be intended for old systems.
      { info = { UILaunchImages = { ["$array"] = true } }, files = { ["Default.png"] = "" } },
      {
        bundles = {
          ["PlugIns/Share.appex"] = { info = { UILaunchImageFile = "Launch" }, files = { ["Default.png"] = "" } },
          ["Watch/Watch.app"] = { platform = "watchos", info = { UILaunchImageFile = "Launch" }, files = { ["Default.png"] = "" } },
        },
      },
    },
    fail = {
      { info = { UILaunchImageFile = "Launch", UILaunchImages = { ["$array"] = true } }, at = "/UILaunchImageFile" },
      { info = { UILaunchImageFile = "Launch" }, files = { ["Default.png"] = "" }, at = "Default.png" },
    },
  },
}
