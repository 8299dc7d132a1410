local values = import "apple.values"

rule "build-version" {
  summary   = "CFBundleVersion must consist of numbers and periods, so that installers and stores can order builds",
  severity  = "error",
  rationale = "The store rejects anything but one to three whole numbers, and on the Mac nothing can determine which of two builds "
    .. "is newer.",
  source    = { "ITMS-90058", "ITMS-90060", "Information Property List Key Reference: CFBundleVersion" },
  tags      = { "S7", "ITMS-90058", "ITMS-90060", "ITMS-4236" },
  applies   = { key = "CFBundleVersion" },
  check     = function(bundle, report)
    local text = values.text(bundle.info.CFBundleVersion)
    if not text then return end
    if values.is_mobile(bundle) then
      local numbers = values.numbers(text)
      if not numbers or #numbers > 3 or #text > 18 then
        report:at(bundle.info, "CFBundleVersion", "the store does not accept '%s' as a build number", text, {
          expected = "one to three whole numbers separated by periods, at most 18 characters", fix = "use a number such as 42 or 1.2.3",
          -- The store does not read the versions of resource bundles.
          severity = bundle.kind == "plugin" and "warning" or nil,
        })
      end
    elseif bundle.kind ~= "framework" and not version.parse(text) then
      -- Outside the store the build still installs, but updates go wrong. Nothing updates a framework by itself.
      report:at(bundle.info, "CFBundleVersion", "'%s' cannot be ordered as a build number", text, {
        expected = "numbers separated by periods", fix = "use a number such as 42 or 1.2.3", severity = "warning",
      })
    end
  end,
  examples  = {
    pass = {
      { kind = "framework", info = { CFBundleVersion = "7baf505" } },
      { info = { CFBundleVersion = "20230512.103042" } }, { info = { CFBundleVersion = "24.1.0.0" } },
      { without = "CFBundleVersion" },
      { info = { CFBundleVersion = "1.0b2" } }, { info = { CFBundleVersion = 3 } }, { info = { CFBundleVersion = "" } },
      { platform = "ios", info = { CFBundleVersion = "2024111901" } }, { platform = "ios", info = { CFBundleVersion = "1.2.3" } },
      { platform = "ios", info = { CFBundleVersion = "$(CURRENT_PROJECT_VERSION)" } },
      { platform = "ios", info = { CFBundleVersion = "123456789012345.78" } },
    },
    fail = {
      { info = { CFBundleVersion = "9f2c1ab" }, at = "/CFBundleVersion" },
      { info = { CFBundleVersion = "1.2.3-beta.1" }, at = "/CFBundleVersion" },
      { platform = "ios", info = { CFBundleVersion = "1.2.3.4" }, at = "/CFBundleVersion" },
      { platform = "ios", info = { CFBundleVersion = "1.0b2" }, at = "/CFBundleVersion" },
      { platform = "ios", info = { CFBundleVersion = "1..2" }, at = "/CFBundleVersion" },
      { platform = "ios", kind = "plugin", info = { CFBundleVersion = "5.0-beta" }, at = "/CFBundleVersion" },
      { platform = "ios", info = { CFBundleVersion = "1234567890123456789" }, at = "/CFBundleVersion" },
    },
  },
}
