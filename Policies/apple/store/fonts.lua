local values = import "apple.values"

rule "fonts-readable" {
  summary   = "Files with the extension of a font must be fonts",
  severity  = "error",
  rationale = "The store looks into every font of an app, and rejects one that it cannot read. Most are pages of a failed download, or "
    .. "empty.",
  source    = "ITMS-90853",
  tags      = { "ITMS-90853" },
  applies   = {
    kind = "application", platform = { "ios", "tvos", "watchos", "visionos" }, nested = false,
    files = { "**/*.[tT][tT][fF]", "**/*.[oO][tT][fF]", "**/*.[tT][tT][cC]" },
  },
  check     = function(bundle, report)
    local named = {}
    -- fonts-exist reports the fonts that Info.plist names.
    for _, font in ipairs(values.list(bundle.info.UIAppFonts)) do named[font] = true end
    for _, file in ipairs(bundles.files(bundle, nil, { type = "file", extensions = { "ttf", "otf", "ttc" } })) do
      if not named[file.path] and values.readable(file, "format") ~= "font" then
        report:file(file.path, "the file is not a font", {
          expected = "a TrueType or OpenType font", fix = "copy the font again, or remove it", discriminator = "",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = { ["A.ttf"] = { base64 = "AAEAAP8=" }, ["www/B.OTF"] = { base64 = "T1RUTwA=" } } },
      { info = { UIAppFonts = { "A.ttf" } }, files = { ["A.ttf"] = "" } },
    },
    fail = {
      { files = { ["C.ttc"] = "<!DOCTYPE html>" }, at = "C.ttc" },
      { files = { ["A.ttf"] = "<!DOCTYPE html>" }, at = "A.ttf" }, { files = { ["fonts/B.TTF"] = "" }, at = "fonts/B.TTF" },
      { bundles = { ["Frameworks/Kit.framework"] = { files = { ["C.otf"] = { size = 100 } } } }, at = "Frameworks/Kit.framework/C.otf" },
    },
  },
}
