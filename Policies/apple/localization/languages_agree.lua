rule "languages-agree" {
  summary   = "The bundle must be localized in its development region",
  -- Bundles without localizations may use texts in the development language as keys.
  severity  = "note",
  rationale = "Users whose language the bundle lacks see the development region; without its resources they see "
    .. "no text.",
  source    = { "Information Property List Key Reference: CFBundleDevelopmentRegion", "CFBundle_Locale.c" },
  tags      = { "S3", "S9" },
  applies   = { kind = "application", key = "CFBundleDevelopmentRegion", files = "**/*.lproj" },
  check = function(bundle, report)
    if bundles.has_language(bundle, bundle.info, "CFBundleDevelopmentRegion") == false then
      local region = bundle.info.CFBundleDevelopmentRegion
      report:at(bundle.info, "CFBundleDevelopmentRegion", "the bundle has no %s.lproj for its development region", region, {
        expected = "a localization of the bundle", fix = "set it to the language that the resources are written in",
      })
    end
  end,
  examples = {
    pass = {
      {}, { localizations = { en = {}, fr = {} } }, { localizations = { Base = {}, fr = {} } },
      { info = { CFBundleDevelopmentRegion = "English" }, localizations = { en = {} } },
      { info = { CFBundleDevelopmentRegion = "en_GB" }, localizations = { en = {} } },
      { without = "CFBundleDevelopmentRegion", localizations = { fr = {} } },
    },
    fail = { { localizations = { fr = {} }, at = "/CFBundleDevelopmentRegion" } },
  },
}
