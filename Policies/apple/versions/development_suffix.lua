local values = import "apple.values"

rule "development-suffix" {
  summary   = "The build number of a release carries no stage of development",
  severity  = "warning",
  rationale = "1.0b2 stands below 1.0 for ever, and no store takes it.",
  source    = "Information Property List Key Reference: CFBundleVersion",
  tags      = { "S7" },
  applies   = { kind = { "application", "extension", "plist" }, platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    local text = values.text(bundle.info.CFBundleVersion)
    local parsed = text and version.parse(text)
    if parsed and parsed.stage then
      report:at(bundle.info, "CFBundleVersion", "'%s' is the number of an unfinished build", text, {
        expected = "digits and periods alone", fix = "write " .. text:match("^[%d.]+") .. " for the release",
      })
    end
  end,
  examples  = {
    pass = { { info = { CFBundleVersion = "1.0.2" } }, { info = { CFBundleVersion = "0" } }, { info = { CFBundleVersion = "abc" } }, { info = { CFBundleVersion = 1 } } },
    fail = { { info = { CFBundleVersion = "1.0b2" } }, { info = { CFBundleVersion = "3.1fc1" } } },
  },
}
