local folders = import "apple.localized_resources.folders"

rule "one-folder-per-language" {
  summary   = "A language must have only one folder",
  severity  = "note",
  rationale = "English.lproj and en.lproj, or en_US.lproj and en-US.lproj, are the same language to the system. Which of the two it takes "
    .. "a string from is not documented.",
  source    = "CFBundle_Locale.c",
  tags      = { "S9" },
  applies   = { files = "**/*.lproj" },
  check = function(bundle, report)
    local there, first = folders.all(bundle), {}
    for name in pairs(there) do
      local language = locale.canonical(name) or name
      -- name-twins reports names that differ only in letter case.
      local other = there[language] and language or first[language]
      if other and other:lower() ~= name:lower() then
        report:file(there[name], "'%s' is the same language as '%s'", name, other, {
          expected = "one folder for " .. language, fix = "merge the two folders into " .. language .. ".lproj",
        })
      end
      first[language] = first[language] or name
    end
  end,
  examples = {
    pass = {
      { localizations = { en = {}, ["en-US"] = {}, ["en-GB"] = {}, Base = {}, fr = {} } }, { localizations = { fr = {}, FR = {} } },
    },
    fail = {
      { localizations = { en = {}, English = {} }, at = "Contents/Resources/English.lproj" },
      { localizations = { iw = {}, he = {} }, at = "Contents/Resources/iw.lproj" },
      { localizations = { ["iw-IL"] = {}, iw_IL = {} }, at = "Contents/Resources/iw_IL.lproj" },
      { platform = "ios", localizations = { en_US = {}, ["en-US"] = {} }, at = "en_US.lproj" },
      { kind = "framework", localizations = { zh_CN = {}, ["zh-CN"] = {} }, at = "Versions/A/Resources/zh_CN.lproj" },
    },
  },
}
