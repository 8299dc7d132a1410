local elsewhere = import "apple.elsewhere"
local loctables = import "apple.localized_resources.loctables"

-- Where the resources of a bundle are, by its layout.
local places = { contents = "Contents/Resources/", versioned = "Versions/*/Resources/" }
local tables = { "*.lproj/*.strings", "*.lproj/*.stringsdict", "*.loctable" }

-- Reports languages that a table contains under two names.
local function judge_languages(report, file)
  local seen = {}
  for name, texts in pairs(file.languages) do
    local language = locale.canonical(name) or name
    if seen[language] then
      report:at(texts, nil, "the table has two sets of texts for the same language, '%s' and '%s'", seen[language], name, {
        expected = "each language once", fix = "merge the two sets", discriminator = name,
      })
    end
    seen[language] = seen[language] or name
  end
end

-- For the examples.
local function strings(text, at)
  local path = "Contents/Resources/de.lproj/Localizable.strings"
  return { files = { [path] = text }, at = at and path .. ":/" .. at }
end

rule "unique-string-keys" {
  summary   = "A table of texts must contain each key and each language once",
  severity  = "warning",
  rationale = "The last of the texts is used, and the others are dropped silently: a translator who changes an earlier one sees no effect.",
  source    = { "CFOldStylePList.c", "Resource Programming Guide: Strings Resources" },
  applies   = { files = { "**/*.lproj/*.strings", "**/*.lproj/*.stringsdict", "**/*.loctable" } },
  check     = function(bundle, report)
    for _, table in ipairs(tables) do
      for _, path in ipairs(bundles.walk(bundle, (places[bundle.layout] or "") .. table)) do
        -- tables-parse reports files that cannot be read, and strings-parse everything about InfoPlist.strings.
        local list = not path:find("/InfoPlist%.strings") and not bundles.problem(bundle, path) and bundles.read(bundle, path)
        local kind = list and plist.type(list)
        for _, remark in ipairs((kind == "dictionary" or kind == "array") and plist.diagnostics(list) or {}) do
          local place = remark.code == "duplicate-key" and plist.find(list, remark.path)[1]
          if place then
            report:at(place.node, place.key, "%s", remark.message, {
              expected = "each key once", fix = "keep one of the two", discriminator = remark.path,
            })
          end
        end
      end
    end
    for _, file in ipairs(loctables(bundle)) do judge_languages(report, file) end
  end,
  examples  = {
    pass = {
      { kind = "settings", files = { ["de.lproj/a.strings"] = "a = 1; a = 2;" } },
      {}, { files = { ["Contents/Resources/A.loctable"] = "{ en = { a = b; }; \"en-GB\" = { a = b; }; }" } },
      strings '"a" = "1"; "b" = "1";', strings '"a" = "', strings '"a"', { files = { ["Contents/Resources/a.strings"] = "a = 1; a = 2;" } },
      { platform = "ios", files = { ["sub/de.lproj/a.strings"] = "a = 1; a = 2;" } },
      { platform = "ios", files = { ["de.lproj/InfoPlist.strings"] = "a = 1; a = 2;" } },
    },
    fail = {
      {
        files = { ["Contents/Resources/A.loctable"] = "{ \"zh-CN\" = { a = b; }; zh_CN = { a = b; }; }" },
        at = "Contents/Resources/A.loctable:/zh_CN",
      },
      { platform = "ios", files = { ["A.loctable"] = "{ \"zh-CN\" = { a = b; }; zh_CN = { a = b; }; }" }, at = "A.loctable:/zh_CN" },
      { platform = "ios", files = { ["de.lproj/A.strings"] = "({ a = 1; a = 2; })" }, at = "de.lproj/A.strings:/0/a" },
      { platform = "ios", files = { ["A.loctable"] = "{ en = { a = 1; a = 2; }; }" }, at = "A.loctable:/en/a" },
      {
        files = { ["Contents/Resources/de.lproj/A.stringsdict"] = "{ a = { b = 1; }; a = { b = 2; }; }" },
        at = "Contents/Resources/de.lproj/A.stringsdict:/a",
      },
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
