local folders = import "apple.localized_resources.folders"

rule "same-files" {
  summary   = "Every language has the files that the others have",
  severity  = "note",
  rationale = "A file that one language lacks is shown there in the development language, or not at all.",
  source    = "Bundle Programming Guide: Localized Resources in Bundles",
  tags      = { "S9" },
  applies   = { kind = "application" },
  check = function(bundle, report)
    local languages, files = {}, {}
    for language, folder in pairs(folders(bundle)) do
      -- A region holds what differs from its language; Base what no language has of its own.
      if language ~= "Base" and not language:find("[-_]") then
        local has = {}
        languages[language] = { path = folder, has = has }
        for _, path in ipairs(bundles.walk(bundle, folder .. "/*")) do
          -- A nib and a table of strings stand for one another: the strings translate the nib of Base.
          local name = path:match("%.lproj/([^.]+)")
          if name then
            has[name] = true
            files[name] = files[name] or path
          end
        end
      end
    end
    for name, path in pairs(files) do
      for name_of_language, language in pairs(languages) do
        if not language.has[name] then
          local file = path:match("([^/]+)$")
          report:file(language.path .. "/" .. file, "'%s' is missing for '%s'", file, name_of_language, {
            expected = "the same files in every language", fix = "translate " .. path, discriminator = "",
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      {},
      {
        localizations = { en = { A = { x = "y" } }, fr = { A = { x = "z" } }, fr_CA = {}, Base = { B = { x = "y" } } },
        files = { ["Contents/Resources/en.lproj/M.nib"] = "x", ["Contents/Resources/fr.lproj/M.strings"] = "" },
      },
      { localizations = { en = {}, fr = {} }, files = { ["Contents/Resources/en.lproj/.DS_Store"] = "x" } },
    },
    fail = {
      { localizations = { en = { A = { x = "y" } }, fr = { B = { x = "z" } } } },
      { platform = "ios", localizations = { en = { A = { x = "y" } }, fr = {} } },
    },
  },
}
