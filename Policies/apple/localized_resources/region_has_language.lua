local folders = import "apple.localized_resources.folders"

-- The regions of these languages differ like languages of their own.
local own_by_region = { nb = true, pt = true, sr = true, zh = true }

rule "region-has-language" {
  summary   = "A region's language folder must be accompanied by the folder of its language",
  severity  = "note",
  rationale = "A region's folder contains only what differs; the system looks for the rest in the folder of the language.",
  source    = "Bundle Programming Guide: Localized Resources in Bundles",
  tags      = { "S9" },
  applies   = { kind = "application", files = "**/*.lproj" },
  check = function(bundle, report)
    local there = folders.all(bundle)
    for name, path in pairs(there) do
      local language = locale.region(name) and locale.language(name)
      if language and not own_by_region[language] and not there[language] and not there.Base then
        report:file(path, "the bundle has %s.lproj, but no %s.lproj", name, language, {
          expected = language .. ".lproj with all resources", fix = "rename it to " .. language .. ".lproj, or add that folder",
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { localizations = { fr = {}, fr_CA = {} } }, { localizations = { ["pt-BR"] = {} } },
      { localizations = { Base = {}, ["en-GB"] = {} } },
    },
    fail = {
      { localizations = { fr_CA = {}, en = {} }, at = "Contents/Resources/fr_CA.lproj" },
      { localizations = { ["es-419"] = {}, en = {} }, at = "Contents/Resources/es-419.lproj" },
    },
  },
}
