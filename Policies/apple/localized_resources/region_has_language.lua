rule "region-has-language" {
  summary   = "Beside the folder of a region lies the folder of its language",
  severity  = "note",
  rationale = "The folder of a region holds what differs; what it lacks is looked for in that of the language.",
  source    = "Bundle Programming Guide: Localized Resources in Bundles",
  tags      = { "S9" },
  applies   = { kind = "application" },
  check = function(bundle, report)
    local resources = bundle.layout == "contents" and "Contents/Resources/" or ""
    for _, path in ipairs(bundles.walk(bundle, resources .. "*.lproj")) do
      local name = path:match("([^/]+)%.lproj$")
      local language = name:match("^(%l%l%l?)[-_]%u%u$")
      -- Of Chinese, Portuguese and the like the regions are languages in their own right.
      if language and not ({ zh = true, pt = true, nb = true, sr = true })[language]
        and not bundles.exists(bundle, resources .. language .. ".lproj") and not bundles.exists(bundle, resources .. "Base.lproj") then
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
    fail = { { localizations = { fr_CA = {}, en = {} } } },
  },
}
