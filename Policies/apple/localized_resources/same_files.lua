local codes = import "apple.localized_resources.codes"
local folders = import "apple.localized_resources.folders"

rule "same-files" {
  summary   = "Every language must have the same files",
  severity  = "note",
  rationale = "If a language lacks a file, its users see the file of the development language, or nothing.",
  source    = "Bundle Programming Guide: Localized Resources in Bundles",
  tags      = { "S9" },
  applies   = { kind = "application", files = "**/*.lproj" },
  check = function(bundle, report)
    local there, languages, files = folders.all(bundle), {}, {}
    for language, folder in pairs(there) do
      -- one-folder-per-language reports a second folder.
      local is_second = locale.is_legacy(language) and there[locale.canonical(language)]
      -- A region contains what differs from its language; Base what languages do not have themselves. language-names reports folders
      -- that are not for a language.
      if language ~= "Base" and not language:find("[-_]") and codes.is_language(language) and not is_second then
        local has = {}
        languages[language] = { path = folder, has = has }
        for _, path in ipairs(bundles.walk(bundle, folder .. "/*")) do
          -- A nib and a strings file are equivalent: the strings localize the nib in Base. Plural rules do not replace the other
          -- texts of a table.
          local name = path:match("%.lproj/(.+%.stringsdict)") or path:match("%.lproj/([^.]+)")
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
          report:file(language.path .. "/" .. file, "'%s' does not exist for '%s'", file, name_of_language, {
            expected = "the same files in every language", fix = "localize " .. path, discriminator = "",
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
      { localizations = { en = { A = { x = "y" } }, jp = {}, FR = { B = { x = "y" } }, English = { C = { x = "y" } } } },
    },
    fail = {
      {
        localizations = { en = { A = { x = "y" } }, fr = { B = { x = "z" } } },
        at = { "Contents/Resources/en.lproj/B.strings", "Contents/Resources/fr.lproj/A.strings" },
      },
      { platform = "ios", localizations = { en = { A = { x = "y" } }, fr = {} }, at = "fr.lproj/A.strings" },
      {
        localizations = { en = { A = { x = "y" } }, fr = {} },
        files = { ["Contents/Resources/en.lproj/A.stringsdict"] = "{}", ["Contents/Resources/fr.lproj/A.stringsdict"] = "{}" },
        at = "Contents/Resources/fr.lproj/A.strings",
      },
    },
  },
}
