rule "no-static-libraries" {
  summary   = "The folders for frameworks and plug-ins must not contain static libraries or object files",
  severity  = "warning",
  rationale = "Nothing loads them: their code is in the executable already, or missing there.",
  source    = "Bundle Programming Guide: Table 2-5",
  tags      = { "S8" },
  applies   = { kind = { "application", "extension" } },
  check = function(bundle, report)
    local place = bundle.layout == "contents" and "Contents/" or ""
    for _, folder in ipairs { "Frameworks", "PlugIns", "MacOS" } do
      for _, extension in ipairs { "a", "o" } do
        for _, path in ipairs(bundles.exists(bundle, place .. folder) and bundles.walk(bundle, place .. folder .. "/*." .. extension)
          or {}) do
          report:file(path, "'%s' is a product of the build that nothing loads", path:match("[^/]*$"), {
            expected = "frameworks, dynamic libraries and plug-ins", fix = "link it instead of copying it",
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      {}, { bundles = { ["Contents/PlugIns/A.bundle"] = { files = { ["Contents/MacOS/liba.a"] = "x" } } } },
      { files = { ["Contents/Frameworks/liba.dylib"] = "x", ["Contents/Resources/lib/python/config/liba.a"] = "x" } },
    },
    fail = {
      { files = { ["Contents/Frameworks/liba.a"] = "x" }, at = "Contents/Frameworks/liba.a" },
      { files = { ["Contents/PlugIns/main.o"] = "x" }, at = "Contents/PlugIns/main.o" },
      { kind = "extension", files = { ["Contents/MacOS/a.o"] = "x" }, at = "Contents/MacOS/a.o" },
      { platform = "ios", files = { ["Frameworks/liba.a"] = "x" }, at = "Frameworks/liba.a" },
    },
  },
}
