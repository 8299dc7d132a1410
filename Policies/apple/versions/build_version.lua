local values = import "apple.values"

rule "build-version" {
  summary   = "CFBundleVersion is made of numbers and periods, in the form that installers and stores order builds by",
  severity  = "error",
  rationale = "The store refuses anything but one to three whole numbers, and on the Mac nothing can tell which of two builds "
    .. "is the newer one.",
  source    = { "ITMS-90058", "ITMS-90060", "Information Property List Key Reference: CFBundleVersion" },
  tags      = { "S7", "ITMS-90058", "ITMS-90060" },
  check     = function(bundle, report)
    local text = values.text(bundle.info.CFBundleVersion)
    if not text then return end
    if values.is_mobile(bundle) then
      local numbers = values.numbers(text)
      if not numbers or #numbers > 3 or #text > 18 then
        report:at(bundle.info, "CFBundleVersion", "'%s' is no build number that the store takes", text, {
          expected = "one to three whole numbers with periods between, at most 18 characters", fix = "such as 42 or 1.2.3",
          -- Of bundles of resources the store looks at no version.
          severity = bundle.kind == "plugin" and "warning" or nil,
        })
      end
    elseif not version.parse(text) then
      -- Outside the store the build still installs; it is updates that go wrong.
      report:at(bundle.info, "CFBundleVersion", "'%s' can't be ordered as a build number", text, {
        expected = "numbers with periods between", fix = "such as 42 or 1.2.3", severity = "warning",
      })
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleVersion = "20230512.103042" } }, { info = { CFBundleVersion = "24.1.0.0" } },
      { without = "CFBundleVersion" },
      { info = { CFBundleVersion = "1.0b2" } }, { info = { CFBundleVersion = 3 } }, { info = { CFBundleVersion = "" } },
      { platform = "ios", info = { CFBundleVersion = "2024111901" } }, { platform = "ios", info = { CFBundleVersion = "1.2.3" } },
      { platform = "ios", info = { CFBundleVersion = "$(CURRENT_PROJECT_VERSION)" } },
      { platform = "ios", info = { CFBundleVersion = "123456789012345.78" } },
    },
    fail = {
      { info = { CFBundleVersion = "9f2c1ab" } }, { info = { CFBundleVersion = "1.2.3-beta.1" } },
      { platform = "ios", info = { CFBundleVersion = "1.2.3.4" } }, { platform = "ios", info = { CFBundleVersion = "1.0b2" } },
      { platform = "ios", info = { CFBundleVersion = "1..2" } }, { platform = "ios", kind = "plugin", info = { CFBundleVersion = "5.0-beta" } },
      { platform = "ios", info = { CFBundleVersion = "1234567890123456789" } },
    },
  },
}
