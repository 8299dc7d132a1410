local values = import "apple.values"

rule "fonts-exist" {
  summary   = "The bundle must contain the fonts that UIAppFonts names, with exactly this spelling",
  severity  = "error",
  rationale = "The system does not register a font that it does not find, and the app shows another one. Simulators find it even if the "
    .. "letter case is wrong.",
  source    = "Information Property List Key Reference: UIAppFonts",
  tags      = { "S13", "S3" },
  applies   = { kind = { "application", "extension" }, platform = { "ios", "tvos", "watchos", "visionos" }, key = "UIAppFonts" },
  check = function(bundle, report)
    local fonts = bundle.info.UIAppFonts
    for index, font in ipairs(values.list(fonts)) do
      local name = values.text(font)
      if name and not bundles.exists(bundle, name) then
        report:at(fonts, index, "the bundle has no font '%s'", name, {
          expected = name .. " at this path in the bundle", fix = "add the file, or correct its name",
        })
      elseif name and values.can_open(bundle.files[name]) and values.readable(bundle.files[name], "format") ~= "font" then
        report:file(name, "the file is not a font", {
          expected = "a TrueType or OpenType font", fix = "copy the font again", discriminator = "",
        })
      end
    end
  end,
  examples = {
    pass = {
      { platform = "ios" },
      {
        platform = "ios", info = { UIAppFonts = { "A.ttf", "Fonts/B.otf" } },
        files = { ["A.ttf"] = { base64 = "AAEAAP8=" }, ["Fonts/B.otf"] = { base64 = "T1RUTwA=" } },
      },
      {
        platform = "ios",
        bundles = { ["PlugIns/Share.appex"] = { info = { UIAppFonts = { "A.ttf" } }, files = { ["A.ttf"] = { base64 = "AAEAAP8=" } } } },
      },
      { platform = "ios", info = { UIAppFonts = { "A.ttf" } }, files = { ["A.ttf"] = { link = "gone" } } },
      { platform = "macos", info = { UIAppFonts = { "A.ttf" } } },
      { kind = "framework", platform = "ios", info = { UIAppFonts = { "A.ttf" } } },
    },
    fail = {
      { platform = "ios", info = { UIAppFonts = { "A.ttf" } }, files = { ["A.ttf"] = { directory = true } }, at = "A.ttf" },
      { platform = "ios", info = { UIAppFonts = { "A.ttf" } }, files = { ["A.ttf"] = { size = 65537 } }, at = "A.ttf" },
      { platform = "ios", info = { UIAppFonts = { "A.ttf" } }, files = { ["A.ttf"] = "" }, at = "A.ttf" },
      { platform = "ios", info = { UIAppFonts = { "A.ttf" } }, files = { ["A.ttf"] = { size = 65536 } }, at = "A.ttf" },
      { platform = "ios", info = { UIAppFonts = { "A.ttf" } }, at = "/UIAppFonts/0" },
      { platform = "tvos", info = { UIAppFonts = { "A.ttf" } }, at = "/UIAppFonts/0" },
      { platform = "watchos", info = { UIAppFonts = { "A.ttf" } }, at = "/UIAppFonts/0" },
      { platform = "visionos", info = { UIAppFonts = { "A.ttf" } }, at = "/UIAppFonts/0" },
      { platform = "ios", info = { UIAppFonts = { "A.ttf" } }, files = { ["a.ttf"] = "" }, at = "/UIAppFonts/0" },
      {
        platform = "ios", bundles = { ["PlugIns/Share.appex"] = { info = { UIAppFonts = { "A.ttf" } } } },
        at = "PlugIns/Share.appex:/UIAppFonts/0",
      },
    },
  },
}
