local folders = import "apple.localized_resources.folders"

local tables = { "InfoPlist.strings", "InfoPlist.stringsdict" }

-- Bundles whose names and usage descriptions users read.
local code = { application = true, extension = true }

local function judge(bundle, language, path, report)
  local is_read, strings = pcall(bundles.read, bundle, path)
  if not is_read then
    local place, message = "", tostring(strings)
    local is_known, problem = pcall(bundles.problem, bundle, path)
    if is_known and problem and problem.line then
      place, message = (" at %d:%d"):format(problem.line, problem.column), problem.message
    end
    report:file(path, "the strings file for '%s' cannot be read%s: %s", language, place, message, {
      expected = 'lines such as "KEY" = "text";', fix = "correct the syntax; plutil -lint also shows the place",
      -- The finding is the same regardless of its place in the file.
      severity = not code[bundle.kind] and "warning" or nil, discriminator = "",
    })
  elseif strings and plist.type(strings) ~= "dictionary" then
    report:file(path, "the strings file for '%s' does not contain a dictionary of strings", language, {
      expected = 'lines such as "KEY" = "text";', fix = "write a key, an equals sign, a value and a semicolon on each line",
    })
  elseif strings then
    for _, remark in ipairs(plist.diagnostics(strings)) do
      report:file(path, "line %d: %s", remark.line, remark.message, {
        severity = "warning", discriminator = remark.code .. remark.path, expected = "a file that readers read as written",
        fix = "remove the part that is not read, or correct it",
      })
    end
  end
end

rule "strings-parse" {
  summary   = "Every InfoPlist.strings must be readable and free of content that readers drop",
  severity  = "error",
  rationale = "The system ignores a strings file that it cannot read: in that language the app has no localized names or usage "
    .. "descriptions.",
  source    = { "Resource Programming Guide: Strings Resources", "CFOldStylePList.c" },
  tags      = { "S4" },
  applies   = { files = "**/*.lproj" },
  check = function(bundle, report)
    for language, folder in pairs(folders.all(bundle)) do
      for _, name in ipairs(tables) do judge(bundle, language, folder .. "/" .. name, report) end
    end
  end,
  examples = {
    pass = { {}, { localizations = { fr = { InfoPlist = { CFBundleName = "Nom" } } } } },
    fail = {
      {
        files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = '"CFBundleName" = "Nom' },
        at = "Contents/Resources/fr.lproj/InfoPlist.strings", message = "cannot be read at 1:",
      },
      -- A damaged file in binary form has no lines.
      {
        files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = "bplist00" },
        at = "Contents/Resources/fr.lproj/InfoPlist.strings", message = "cannot be read: ",
      },
      {
        files = { ["Contents/Resources/fr.lproj/InfoPlist.stringsdict"] = "<plist><dict>" },
        at = "Contents/Resources/fr.lproj/InfoPlist.stringsdict",
      },
      {
        kind = "framework", files = { ["Versions/A/Resources/fr.lproj/InfoPlist.strings"] = '"CFBundleName"; =' },
        at = "Versions/A/Resources/fr.lproj/InfoPlist.strings",
      },
      -- An app for devices as the Mac App Store installs it, and a framework as it was before there were versions.
      {
        platform = "ios",
        files = {
          ["Info.plist"] = false, ["Wrapper/App.app/Info.plist"] = "{ CFBundlePackageType = APPL; }",
          WrappedBundle = { link = "Wrapper/App.app" }, ["Wrapper/App.app/fr.lproj/InfoPlist.strings"] = '"CFBundleName" = ',
        },
        at = "Wrapper/App.app/fr.lproj/InfoPlist.strings",
      },
      {
        kind = "framework",
        files = {
          ["Versions/A/Resources/Info.plist"] = false, ["Versions/A/Kit"] = false, ["Versions/Current"] = false, Kit = false,
          Resources = false, ["Resources/Info.plist"] = "{ CFBundlePackageType = FMWK; }",
          ["Resources/fr.lproj/InfoPlist.strings"] = '"CFBundleName" = ',
        },
        at = "Resources/fr.lproj/InfoPlist.strings",
      },
      {
        files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = 'CFBundleName = "a"; CFBundleName = "b";' },
        at = "Contents/Resources/fr.lproj/InfoPlist.strings",
      },
      {
        files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = '("CFBundleName", "Nom")' },
        at = "Contents/Resources/fr.lproj/InfoPlist.strings",
      },
    },
  },
}
