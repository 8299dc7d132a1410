-- Files with these names have rules of their own.
local own = { "**/InfoPlist.strings", "**/InfoPlist.stringsdict" }

-- Tables in language folders, and formats that only tables have.
local patterns = { "**/*.lproj/*.strings", "**/*.stringsdict", "**/*.loctable" }

local resources = { contents = "Contents/Resources/", versioned = "Versions/*/Resources/" }

rule "tables-parse" {
  summary   = "Every strings file must be readable",
  severity  = "warning",
  rationale = "The system ignores a strings file that it cannot read: in that language the app shows the keys instead of the texts. "
    .. "Outside language folders and the resources, files with the extension strings may be in another format and are not checked.",
  source    = { "Resource Programming Guide: Strings Resources", "CFOldStylePList.c" },
  tags      = { "S9" },
  applies   = {
    kind = { "application", "extension", "framework", "plugin", "settings" }, nested = false,
    files = { "**/*.strings", "**/*.stringsdict", "**/*.loctable" },
  },
  check = function(bundle, report)
    local broken = { type = "file", except = own, is = "unusable" }
    local function judge(pattern)
      for _, file in ipairs(bundles.files(bundle, pattern, broken)) do
        -- An empty file has no entries.
        local problem = file.size > 0 and bundles.problem(bundle, file.path)
        if file.size > 0 and not problem then
          report:file(file.path, "the strings file contains no strings", {
            expected = 'lines such as "KEY" = "text";', fix = "write a key, an equals sign, a value and a semicolon on each line",
            discriminator = "",
          })
        elseif problem then
          report:file(file.path, "the strings file cannot be read%s: %s",
            problem.line and (" at %d:%d"):format(problem.line, problem.column) or "", problem.message, {
            expected = 'lines such as "KEY" = "text";', fix = "correct the syntax; plutil -lint also shows the place", discriminator = "",
          })
        end
      end
    end
    for _, pattern in ipairs(patterns) do judge(pattern) end
    judge((resources[bundle.layout] or "") .. "*.strings")
  end,
  examples = {
    pass = {
      { files = { ["Contents/Resources/fr.lproj/Localizable.strings"] = "a = b; a = c;" } },
      {}, { localizations = { fr = { Localizable = { a = "b" } } } },
      { files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = '"a" = ' } },
      { files = { ["Contents/Resources/fr.lproj/InfoPlist.stringsdict"] = "<plist>" } },
      { files = { ["Contents/Resources/templates/a.strings"] = '"a" = ' } },
      { platform = "ios", files = { ["fr.lproj/Localizable.strings"] = "" } },
      { files = { ["Contents/Resources/fr.lproj/Localizable.strings"] = { link = "gone" } } },
    },
    fail = {
      {
        files = { ["Contents/Resources/fr.lproj/Localizable.strings"] = "Forbidden" },
        at = "Contents/Resources/fr.lproj/Localizable.strings",
      },
      {
        files = { ["Contents/Resources/fr.lproj/Localizable.strings"] = '"' }, at = "Contents/Resources/fr.lproj/Localizable.strings",
        message = "cannot be read",
      },
      { files = { ["Contents/Resources/fr.lproj/Localizable.strings"] = "a" }, at = "Contents/Resources/fr.lproj/Localizable.strings" },
      { kind = "extension", platform = "ios", files = { ["fr.lproj/Main.strings"] = '"a" = ' }, at = "fr.lproj/Main.strings" },
      { kind = "plugin", platform = "ios", files = { ["fr.lproj/Main.strings"] = '"a" = ' }, at = "fr.lproj/Main.strings" },
      {
        files = { ["Contents/Resources/fr.lproj/Localizable.strings"] = '"a" = "b' },
        at = "Contents/Resources/fr.lproj/Localizable.strings",
      },
      { files = { ["Contents/Resources/Localizable.strings"] = '"a" = "b' }, at = "Contents/Resources/Localizable.strings" },
      {
        files = { ["Contents/Resources/fr.lproj/Localizable.stringsdict"] = "<plist><dict>" },
        at = "Contents/Resources/fr.lproj/Localizable.stringsdict",
      },
      { files = { ["Contents/Resources/Localizable.loctable"] = "<plist><dict>" }, at = "Contents/Resources/Localizable.loctable" },
      { platform = "ios", files = { ["fr.lproj/Main.strings"] = '"a" = "b"\n"c" = "d";' }, at = "fr.lproj/Main.strings" },
      { platform = "ios", files = { ["Main.strings"] = '"a" = ' }, at = "Main.strings" },
      {
        kind = "framework", files = { ["Versions/A/Resources/fr.lproj/Localizable.strings"] = '"a" = ' },
        at = "Versions/A/Resources/fr.lproj/Localizable.strings",
      },
      {
        kind = "framework", files = { ["Versions/A/Resources/Localizable.strings"] = '"a" = ' },
        at = "Versions/A/Resources/Localizable.strings",
      },
      {
        platform = "ios", bundles = { ["Settings.bundle"] = { kind = "settings", files = { ["fr.lproj/Root.strings"] = '"a" = ' } } },
        at = "Settings.bundle/fr.lproj/Root.strings",
      },
      { kind = "settings", files = { ["fr.lproj/Root.strings"] = '"a" = ' }, at = "fr.lproj/Root.strings" },
    },
  },
}
