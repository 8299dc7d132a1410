local values = import "apple.values"

-- Whether a small file is empty or text, such as an error page that was saved in place of the font. Fonts are never text.
local function is_text(file)
  if file.type ~= "file" or file.size > 65536 then return false end
  local is_read, text = pcall(function() return file.text end)
  return is_read and text ~= nil
end

rule "fonts-exist" {
  summary   = "The bundle must contain the fonts that UIAppFonts names, spelled exactly so",
  severity  = "error",
  rationale = "The system does not register a font that it does not find, and the app shows another one. Simulators find it in spite of wrong letter case.",
  source    = "Information Property List Key Reference: UIAppFonts",
  tags      = { "S13", "S3" },
  applies   = { kind = { "application", "extension" }, platform = { "ios", "tvos", "watchos", "visionos" } },
  check = function(bundle, report)
    local fonts = bundle.info.UIAppFonts
    for index, font in ipairs(values.list(fonts)) do
      local name = values.text(font)
      if name and not bundles.exists(bundle, name) then
        report:at(fonts, index, "the bundle has no font '%s'", name, {
          expected = name .. " at this path in the bundle", fix = "add the file, or correct its name",
        })
      elseif name and is_text(bundle.files[name]) then
        report:file(name, "the file is not a font", { expected = "a TrueType or OpenType font", fix = "copy the font again", discriminator = "" })
      end
    end
  end,
  examples = {
    pass = {
      { platform = "ios" },
      { platform = "ios", info = { UIAppFonts = { "A.ttf", "Fonts/B.otf" } }, files = { ["A.ttf"] = { base64 = "AAEAAP8=" }, ["Fonts/B.otf"] = { size = 65537 } } },
      { platform = "ios", bundles = { ["PlugIns/Share.appex"] = { info = { UIAppFonts = { "A.ttf" } }, files = { ["A.ttf"] = { base64 = "AAEAAP8=" } } } } },
      { platform = "ios", info = { UIAppFonts = { "A.ttf" } }, files = { ["A.ttf"] = { directory = true } } },
    },
    fail = {
      { platform = "ios", info = { UIAppFonts = { "A.ttf" } }, files = { ["A.ttf"] = "" } }, { platform = "ios", info = { UIAppFonts = { "A.ttf" } }, files = { ["A.ttf"] = { size = 65536 } } },
      { platform = "ios", info = { UIAppFonts = { "A.ttf" } } },
      { platform = "ios", info = { UIAppFonts = { "A.ttf" } }, files = { ["a.ttf"] = "" } },
      { platform = "ios", bundles = { ["PlugIns/Share.appex"] = { info = { UIAppFonts = { "A.ttf" } } } } },
    },
  },
}
