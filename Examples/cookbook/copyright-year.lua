-- The year in the copyright line, in Info.plist and in every language.

policy "cookbook.copyright-year" { summary = "The copyright line names the current year" }

local function has_year(text) return text:find("%f[%d]" .. as_of.year .. "%f[%D]") ~= nil end

rule "copyright-year" {
  summary   = "The copyright must name the year of the release",
  rationale = "It changes once a year, and nobody in particular is responsible for it.",
  severity  = "warning",
  applies   = { kind = "application", platform = "macos", nested = false },
  shape     = { NSHumanReadableCopyright = all_of { text, custom("a copyright line that names this year", function(value)
    return has_year(value) or "the copyright does not name " .. as_of.year
  end) } },
  check = function(bundle, report)
    for _, language in ipairs(bundle.localizations) do
      local entry = (bundles.strings(bundle, "InfoPlist", language) or {}).NSHumanReadableCopyright
      if entry and not has_year(entry.value) then
        report:at(entry.node, entry.key, "the copyright in '%s' does not name %d", language, as_of.year)
      end
    end
  end,
  examples  = {
    pass = {
      { info = { NSHumanReadableCopyright = "Copyright © 2024–2026 Example" }, as_of = "2026-01-01" },
      { info = { NSHumanReadableCopyright = "Copyright © 2024–2026 Example" }, as_of = "2026-12-31" },
      {
        info = { NSHumanReadableCopyright = "Copyright © 2026 Example" }, localizations = { fr = { InfoPlist = {} } },
        as_of = "2026-06-01",
      },
    },
    fail = {
      { as_of = "2026-06-01", at = "/NSHumanReadableCopyright" },
      { info = { NSHumanReadableCopyright = "Copyright © 2025 Example" }, as_of = "2026-01-01", at = "/NSHumanReadableCopyright" },
      { info = { NSHumanReadableCopyright = "Copyright © 20260 Example" }, as_of = "2026-06-01", at = "/NSHumanReadableCopyright" },
      {
        info = { NSHumanReadableCopyright = "Copyright © 2026 Example" },
        localizations = { fr = { InfoPlist = { NSHumanReadableCopyright = "Copyright © 2025 Example" } } },
        as_of = "2026-06-01",
        at = "Contents/Resources/fr.lproj/InfoPlist.strings:/NSHumanReadableCopyright",
      },
    },
  },
}
