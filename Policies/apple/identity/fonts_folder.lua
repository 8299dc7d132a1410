local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

local key = "ATSApplicationFontsPath"

-- For the examples.
local function app(path, files, at) return { info = { [key] = path }, files = files, at = at and "/" .. key } end

rule "fonts-folder" {
  summary   = "ATSApplicationFontsPath must name a file or folder among the resources, with a font",
  severity  = "error",
  rationale = "macOS registers the fonts in that folder when it starts the app. Without it, all texts in these fonts appear in another "
    .. "one.",
  source    = "Information Property List Key Reference: ATSApplicationFontsPath",
  applies   = { kind = "application", platform = "macos", key = key },
  check     = function(bundle, report)
    local path = values.text(bundle.info[key])
    if not path then return end
    if not bundles.exists(bundle, "Contents/Resources/" .. path) then
      report:at(bundle.info, key, "the resources contain no '%s': the fonts are not registered", path, {
        expected = "a path below Contents/Resources", fix = "copy the folder, or correct the path",
      })
    end
  end,
  examples  = {
    pass = {
      app(".", { ["Contents/Resources/A.ttf"] = "x" }), app("Fonts/", { ["Contents/Resources/Fonts/A.ttf"] = "x" }),
      elsewhere(app("Fonts"), { platform = "catalyst" }),
      {}, app("Fonts", { ["Contents/Resources/Fonts/a.ttf"] = "x" }), app("Fonts/", { ["Contents/Resources/Fonts/a.ttf"] = "x" }),
      app("$(FONTS)"),
      app(".", { ["Contents/Resources/a.ttf"] = "x" }), app("./", { ["Contents/Resources/a.ttf"] = "x" }), app(1),
      app("./Fonts", { ["Contents/Resources/Fonts/a.ttf"] = "x" }),
      { bundles = { ["Contents/PlugIns/A.bundle"] = { info = { [key] = "Fonts" } } } },
    },
    fail = { app("Fonts", nil, true), app("Fonts", { ["Contents/Fonts/a.ttf"] = "x" }, true) },
  },
}
