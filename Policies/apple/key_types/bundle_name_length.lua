rule "bundle-name-length" {
  summary   = "CFBundleName must have fewer than 16 characters",
  severity  = "warning",
  rationale = "The application menu and the Home Screen truncate a longer name.",
  source    = "Information Property List Key Reference: CFBundleName",
  tags      = { "S3", "S13" },
  -- Nobody sees the names of other bundles.
  applies   = { kind = { "application", "plist" }, key = "CFBundleName" },
  check     = function(bundle, report)
    for key in pairs(bundle.info) do
      if keys.split(key).base == "CFBundleName" then
        local name = bundle.info[key]
        local length = type(name) == "string" and utf8.len(name)
        if length and length > 15 then
          report:at(bundle.info, key, "'%s' has %d characters", name, length, {
            expected = "at most 15 characters", fix = "shorten it, and set CFBundleDisplayName to the long name",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleName = "Fifteen letters" } }, { info = { CFBundleName = "Ünïcödé läéttér" } }, { info = { CFBundleName = 1 } },
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleName = "Sixteen letters!" } } } },
    },
    fail = {
      { info = { CFBundleName = "Sixteen letters!" }, at = "/CFBundleName" },
      { kind = "plist", info = { CFBundleName = "Sixteen letters!" }, at = "/CFBundleName" },
      { platform = "ios", info = { ["CFBundleName~ipad"] = "Sixteen letters!" }, at = "/CFBundleName~0ipad" },
    },
  },
}
