local elsewhere = import "apple.elsewhere"

-- The tables of texts in the languages of a bundle, by its layout.
local patterns = {
  contents = "Contents/Resources/*.lproj/*.strings", versioned = "Versions/*/Resources/*.lproj/*.strings", flat = "*.lproj/*.strings",
}

-- For the examples.
local function strings(text, at)
  local path = "Contents/Resources/de.lproj/Localizable.strings"
  return { files = { [path] = text }, at = at and path .. ":/" .. at }
end

rule "unique-string-keys" {
  summary   = "A strings file must contain each key once",
  severity  = "warning",
  rationale = "The last of the texts is used, and the others are dropped silently: a translator who changes an earlier one sees no effect.",
  source    = { "CFOldStylePList.c", "Resource Programming Guide: Strings Resources" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, files = "**/*.lproj/*.strings" },
  check     = function(bundle, report)
    for _, path in ipairs(bundles.walk(bundle, patterns[bundle.layout] or patterns.flat)) do
      -- tables-parse reports files that cannot be read, and strings-parse everything about InfoPlist.strings.
      local list = not path:find("/InfoPlist%.strings") and not bundles.problem(bundle, path) and bundles.read(bundle, path)
      for _, remark in ipairs(list and plist.diagnostics(list) or {}) do
        local place = remark.code == "duplicate-key" and plist.find(list, remark.path)[1]
        if place then
          report:at(place.node, place.key, "%s", remark.message, {
            expected = "each key once", fix = "keep one of the two", discriminator = remark.path,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, strings '"a" = "1"; "b" = "1";', strings '"a" = "', { files = { ["Contents/Resources/a.strings"] = "a = 1; a = 2;" } },
      { platform = "ios", files = { ["sub/de.lproj/a.strings"] = "a = 1; a = 2;" } },
      { platform = "ios", files = { ["de.lproj/InfoPlist.strings"] = "a = 1; a = 2;" } },
    },
    fail = {
      elsewhere(strings "a = 1; a = 2;", { kind = "extension", at = "Contents/Resources/de.lproj/Localizable.strings:/a" }),
      elsewhere(strings "a = 1; a = 2;", { kind = "plugin", at = "Contents/Resources/de.lproj/Localizable.strings:/a" }),
      strings('"a" = "1";\n"b" = "2";\n"a" = "3";', "a"),
      { platform = "ios", files = { ["de.lproj/a.strings"] = "a = 1; a = 2;" }, at = "de.lproj/a.strings:/a" },
      {
        kind = "framework", files = { ["Versions/A/Resources/de.lproj/a.strings"] = "a = 1; a = 2;" },
        at = "Versions/A/Resources/de.lproj/a.strings:/a",
      },
    },
  },
}
