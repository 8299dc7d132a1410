rule "region-files" {
  summary   = "Every file of a region must also exist for its language",
  severity  = "note",
  rationale = "A region's folder contains only the differences from its language; a file that only the region has is missing in other "
    .. "regions of the language.",
  source    = "Bundle Programming Guide: Localized Resources in Bundles",
  tags      = { "S9" },
  applies   = { kind = "application", files = "**/*.lproj" },
  check = function(bundle, report)
    local folder = bundle.layout == "contents" and "Contents/Resources/" or ""
    local reported = {}
    for _, path in ipairs(bundles.walk(bundle, folder .. "*.lproj/*")) do
      local region, file = path:match("([^/]+)%.lproj/([^/]+)")
      local language = region:match("^(%l%l%l?)[-_]%u%u$")
      local whole = language and folder .. language .. ".lproj"
      local other = whole and whole .. "/" .. file
      if whole and bundles.exists(bundle, whole) and not bundles.exists(bundle, other)
        and not bundles.exists(bundle, folder .. "Base.lproj/" .. file) and not reported[other]
      then
        reported[other] = true
        report:file(other, "'%s' exists for '%s', but not for '%s'", file, region, language, {
          expected = other, fix = "add the file for the language, too", discriminator = "",
        })
      end
    end
  end,
  examples = {
    pass = {
      { files = { ["Contents/Resources/fr.lproj/a.txt"] = "", ["Contents/Resources/fr_CA.lproj/a.txt"] = "" } },
      { files = {
        ["Contents/Resources/fr.lproj/b.txt"] = "", ["Contents/Resources/Base.lproj/a.txt"] = "",
        ["Contents/Resources/fr-CA.lproj/a.txt"] = "",
      } },
      { platform = "ios", files = { ["fr.lproj/b.txt"] = "", ["fr-CA-variant.lproj/a.txt"] = "", ["x-fr-CA.lproj/a.txt"] = "" } },
      { platform = "ios", files = { ["fr_CA.lproj/a.txt"] = "", ["de.lproj/b.txt"] = "" } },
    },
    fail = {
      {
        files = {
          ["Contents/Resources/fr.lproj/b.txt"] = "", ["Contents/Resources/fr_CA.lproj/a.txt"] = "",
          ["Contents/Resources/fr_CH.lproj/a.txt"] = "",
        },
        at = "Contents/Resources/fr.lproj/a.txt", count = 1,
      },
      { platform = "ios", files = { ["fil.lproj/b.txt"] = "", ["fil-PH.lproj/a.txt"] = "" }, at = "fil.lproj/a.txt" },
    },
  },
}
