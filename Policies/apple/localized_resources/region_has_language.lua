local folders = import "apple.localized_resources.folders"

-- Of these the regions are languages in their own right.
local own_by_region = { nb = true, pt = true, sr = true, zh = true }

rule "region-has-language" {
  summary   = "Beside the folder of a region lies the folder of its language",
  severity  = "note",
  rationale = "The folder of a region holds what differs; what it lacks is looked for in that of the language.",
  source    = "Bundle Programming Guide: Localized Resources in Bundles",
  tags      = { "S9" },
  applies   = { kind = "application" },
  check = function(bundle, report)
    local there = folders(bundle)
    for name, path in pairs(there) do
      local language = locale.region(name) and locale.language(name)
      if language and not own_by_region[language] and not there[language] and not there.Base then
        report:file(path, "there is %s.lproj and no %s.lproj", name, language, {
          expected = language .. ".lproj with everything", fix = "rename it to " .. language .. ".lproj, or add that",
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { localizations = { fr = {}, fr_CA = {} } }, { localizations = { ["pt-BR"] = {} } },
      { localizations = { Base = {}, ["en-GB"] = {} } },
    },
    fail = { { localizations = { fr_CA = {}, en = {} } }, { localizations = { ["es-419"] = {}, en = {} } } },
  },
}
