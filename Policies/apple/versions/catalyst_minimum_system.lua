local values = import "apple.values"

local key, first = "LSMinimumSystemVersion", "10.15"

-- For the examples.
local function app(value, at) return { platform = "catalyst", info = { [key] = value }, at = at and "/" .. key } end

rule "catalyst-minimum-system" {
  summary   = "An app made with Mac Catalyst must require macOS 10.15 or later",
  severity  = "warning",
  rationale = "Earlier systems have no UIKit: the Mac opens the app there, as Info.plist says, and the loader ends it at once.",
  source    = "https://developer.apple.com/documentation/uikit/mac-catalyst",
  applies   = { kind = "application", platform = "catalyst", key = key },
  check     = function(bundle, report)
    local text = values.minimum_os(bundle)
    if text and version.compare(text, first) < 0 then
      report:at(bundle.info, key, "macOS %s does not run apps made with Mac Catalyst", text, {
        expected = first .. " or later", fix = { text = "write " .. first, set = { [key] = first } },
      })
    end
  end,
  examples  = {
    pass = {
      app "10.15", app "11.0", app "$(MACOSX_DEPLOYMENT_TARGET)", app "none", { platform = "macos", info = { [key] = "10.14" } },
      { platform = "catalyst", without = key },
      { platform = "catalyst", bundles = { ["Contents/PlugIns/A.bundle"] = app "10.14" } },
    },
    fail = { app("10.14", true), app("10.9", true) },
  },
}
