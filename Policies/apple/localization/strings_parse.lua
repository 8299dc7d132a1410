local folders = import "apple.localized_resources.folders"

-- Whose names and reasons people read.
local code = { application = true, extension = true }

local function judge(bundle, language, path, report)
  local is_read, strings = pcall(bundles.read, bundle, path)
  if not is_read then
    local place, message = "", tostring(strings)
    local is_known, problem = pcall(bundles.problem, bundle, path)
    if is_known and problem and problem.line then
      place, message = (" at %d:%d"):format(problem.line, problem.column), problem.message
    end
    report:file(path, "the strings file for '%s' can't be read%s: %s", language, place, message, {
      expected = 'lines such as "KEY" = "text";', fix = "correct what stands there; plutil -lint shows the place too",
      -- It is the same finding wherever in the file it is.
      severity = not code[bundle.kind] and "warning" or nil, discriminator = "",
    })
  elseif strings and plist.type(strings) ~= "dictionary" then
    report:file(path, "the strings file for '%s' is a list of something else than strings", language, {
      expected = 'lines such as "KEY" = "text";', fix = "write a key, an equals sign, a text and a semicolon on each line",
    })
  elseif strings then
    for _, remark in ipairs(plist.diagnostics(strings)) do
      report:file(path, "line %d: %s", remark.line, remark.message, {
        severity = "warning", discriminator = remark.code .. remark.path, expected = "a file that reads as it is written",
        fix = "remove what is not read, or write it so that it is",
      })
    end
  end
end

rule "strings-parse" {
  summary   = "Every InfoPlist.strings can be read, and reads as it is written",
  severity  = "error",
  rationale = "The system ignores a strings file that it cannot read: in that language the application has no names and no reasons "
    .. "for its permissions.",
  source    = { "Resource Programming Guide: Strings Resources", "CFOldStylePList.c" },
  tags      = { "S4" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check = function(bundle, report)
    for language, folder in pairs(folders(bundle)) do
      for _, name in ipairs { "/InfoPlist.strings", "/InfoPlist.stringsdict" } do judge(bundle, language, folder .. name, report) end
    end
  end,
  examples = {
    pass = { {}, { localizations = { fr = { InfoPlist = { CFBundleName = "Nom" } } } } },
    fail = {
      { files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = '"CFBundleName" = "Nom' } },
      { files = { ["Contents/Resources/fr.lproj/InfoPlist.stringsdict"] = "<plist><dict>" } },
      { kind = "framework", files = { ["Versions/A/Resources/fr.lproj/InfoPlist.strings"] = '"CFBundleName"; =' } },
      { files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = 'CFBundleName = "a"; CFBundleName = "b";' } },
      { files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = '("CFBundleName", "Nom")' } },
    },
  },
}
