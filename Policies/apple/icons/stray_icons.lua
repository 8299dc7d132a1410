local named = import "apple.icons.named"

-- The names that systems before iOS 7, and the store, take for icons.
local legacy = {
  "Icon.png", "Icon@2x.png", "Icon-72.png", "Icon-72@2x.png", "Icon-Small.png", "Icon-Small@2x.png", "Icon-Small-50.png",
  "Icon-Small-50@2x.png", "Icon-60@2x.png", "Icon-76.png", "Icon-76@2x.png",
}

rule "no-stray-icons" {
  summary   = "A file with the name of an icon must be one of the app's icons",
  severity  = "warning",
  rationale = "The store may take a leftover Icon.png for the icon and show it instead of the right one.",
  source    = "Technical Q&A QA1686",
  tags      = { "S10" },
  applies   = { kind = "application", platform = "ios", files = "Icon*.png" },
  check = function(bundle, report)
    local used
    for _, path in ipairs(legacy) do
      if bundles.exists(bundle, path) then
        if not used then
          used = {}
          for _, entry in ipairs(named.names(bundle)) do
            for _, file in ipairs(named.files(bundle, entry.value)) do used[file] = true end
          end
        end
        if not used[path] then
          report:file(path, "'%s' has the name of an icon, but Info.plist does not name it", path, {
            expected = "icons that Info.plist names", fix = "remove the file, or name it in CFBundleIconFiles",
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      {}, { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = "", ["Icon@2x.png"] = "" } },
      {
        bundles = {
          ["PlugIns/Share.appex"] = { files = { ["Icon.png"] = "" } },
          ["Watch/Watch.app"] = { platform = "watchos", files = { ["Icon.png"] = "" } },
        },
      },
    },
    fail = {
      { files = { ["Icon-72.png"] = "" }, at = "Icon-72.png" },
      { info = { CFBundleIconFiles = { "Other" } }, files = { ["Icon.png"] = "" }, at = "Icon.png" },
    },
  },
}
