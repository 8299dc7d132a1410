rule "code-runs-on-minimum-system" {
  summary   = "The executable runs on the oldest system that Info.plist promises",
  severity  = "error",
  rationale = "The system offers the application to users of that system, and the loader then refuses its code.",
  source    = { "mach-o/loader.h: LC_BUILD_VERSION", "ITMS-90208" },
  tags      = { "S7", "ITMS-90208" },
  applies   = { kind = { "application", "framework", "extension" } },
  check = function(bundle, report)
    local key = (bundle.platform == "macos" or bundle.platform == "catalyst") and "LSMinimumSystemVersion" or "MinimumOSVersion"
    local promised = bundle.info[key]
    promised = type(promised) == "string" and version.parse(promised) or nil
    local file = promised and bundle.executable and bundle.files[bundle.executable]
    local code = file and file.mach_o
    for _, slice in ipairs(code and code.slices or {}) do
      for _, build in ipairs(slice.builds) do
        -- A catalyst build states a version of iOS.
        local needed = build.platform ~= "catalyst" and version.parse(build.minimum_os)
        -- The first systems for Apple's own processors were later than what many applications still support.
        local first = slice.architecture == "arm64" and build.platform == "macos" and version.parse("11.0")
        if needed and promised < needed and not (first and needed <= first) then
          report:at(bundle.info, key, "%s is %s, the code for %s needs %s", key, bundle.info[key], slice.architecture, build.minimum_os, {
            expected = build.minimum_os .. " or later", fix = "raise " .. key .. ", or build for " .. bundle.info[key],
            discriminator = slice.architecture,
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = { mach_o = { minimum_os = "13.0" }, executable = true } } },
      { info = { LSMinimumSystemVersion = "10.13" }, files = { ["Contents/MacOS/App"] = { mach_o = { minimum_os = "11.0" } } } },
      { info = { LSMinimumSystemVersion = "none" }, files = { ["Contents/MacOS/App"] = { mach_o = { minimum_os = "14.0" } } } },
      { platform = "ios", files = { App = { mach_o = { platform = "ios", minimum_os = "15.0" } } } },
    },
    fail = {
      { files = { ["Contents/MacOS/App"] = { mach_o = { minimum_os = "14.0" } } } },
      { info = { LSMinimumSystemVersion = "10.13" }, files = { ["Contents/MacOS/App"] = { mach_o = { architectures = "x86_64", minimum_os = "11.0" } } } },
      { platform = "ios", files = { App = { mach_o = { platform = "ios", minimum_os = "16.1" } } } },
    },
  },
}
