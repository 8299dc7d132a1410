local values = import "apple.values"

rule "development-suffix" {
  summary   = "The build number of a release must not have a development stage",
  severity  = "warning",
  rationale = "1.0b2 is always below 1.0, and no store accepts it.",
  source    = "Information Property List Key Reference: CFBundleVersion",
  tags      = { "S7" },
  applies   = { kind = { "application", "extension", "plist" }, platform = { "macos", "catalyst" }, key = "CFBundleVersion" },
  check     = function(bundle, report)
    local text = values.text(bundle.info.CFBundleVersion)
    local parsed = text and version.parse(text)
    if parsed and parsed.stage then
      report:at(bundle.info, "CFBundleVersion", "'%s' is the number of a development build", text, {
        expected = "only digits and periods", fix = "use " .. text:match("^[%d.]+") .. " for the release",
      })
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleVersion = "1.0.2" } }, { info = { CFBundleVersion = "0" } }, { info = { CFBundleVersion = "abc" } },
      { info = { CFBundleVersion = 1 } },
    },
    fail = {
      { info = { CFBundleVersion = "1.0b2" }, at = "/CFBundleVersion" }, { info = { CFBundleVersion = "3.1fc1" }, at = "/CFBundleVersion" },
    },
  },
}
