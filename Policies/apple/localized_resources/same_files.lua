rule "same-files" {
  summary   = "Every language has the files that the others have",
  severity  = "note",
  rationale = "A file that one language lacks is shown there in the development language, or not at all.",
  source    = "Bundle Programming Guide: Localized Resources in Bundles",
  tags      = { "S9" },
  applies   = { kind = "application" },
  check = function(bundle, report)
    local folder = bundle.layout == "contents" and "Contents/Resources/" or ""
    local languages, files = {}, {}
    for _, path in ipairs(bundles.walk(bundle, folder .. "*.lproj")) do
      local name = path:match("([^/]+)%.lproj$")
      -- A region holds what differs from its language; Base what no language has of its own.
      if name ~= "Base" and not name:find("[-_]") then languages[name] = { path = path, has = {} } end
    end
    for _, path in ipairs(bundles.walk(bundle, folder .. "*.lproj/*")) do
      local language, file = path:match("([^/]+)%.lproj/([^/]+)$")
      if languages[language] then
        -- A nib and a table of strings stand for one another: the strings translate the nib of Base.
        local name = file:gsub("%.%w+$", "")
        languages[language].has[name] = true
        files[name] = files[name] or path
      end
    end
    for name, path in pairs(files) do
      for name_of_language, language in pairs(languages) do
        if not language.has[name] then
          report:file(path, "'%s' is missing for '%s'", path:match("([^/]+)$"), name_of_language, {
            expected = "the same files in every language", fix = "translate it into " .. language.path,
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
    },
    fail = { { localizations = { en = { A = { x = "y" } }, fr = { B = { x = "z" } } } } },
  },
}
