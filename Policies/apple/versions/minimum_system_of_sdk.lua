local values = import "apple.values"

-- Whether the code is a static library: it is linked into apps, and no system reads the minimum of its bundle.
local function is_static(file)
  local code = values.code(file)
  if code then return #code.slices > 0 and code.slices[1].file_type == "archive" end
  return file ~= nil and values.readable(file, "archive") ~= nil
end

rule "minimum-system-of-sdk" {
  summary   = "The minimum system must not be newer than the SDK that the bundle was built with",
  severity  = "error",
  rationale = "No SDK produces a later minimum than its own version, so the value was edited afterwards; few or no users can install the "
    .. "app. Static frameworks are not checked: those of Firebase and Go state a system that does not exist, so that an app that embeds "
    .. "them by mistake is rejected.",
  source    = { "Information Property List Key Reference: LSMinimumSystemVersion, MinimumOSVersion", "Xcode: DTPlatformVersion" },
  tags      = { "S7", "ITMS-90455" },
  applies   = { key = "DTPlatformVersion" },
  check     = function(bundle, report)
    local key = values.minimum_os_key(bundle)
    local minimum, built = version.of(bundle.info, key), version.of(bundle.info, "DTPlatformVersion")
    if not minimum or not built or minimum <= built then return end
    local text = values.minimum_os(bundle)
    local sdk = values.text(bundle.info.DTPlatformVersion)
    -- Versions of the SDK and of the system differ for Mac Catalyst. The third number of a system has no SDK of its own.
    if not text or not sdk or bundle.platform == "catalyst" or not version.parse(sdk) then return end
    if version.compare(text:match("^%d+%.?%d*"), sdk) > 0 and not (bundle.kind == "framework" and is_static(bundle.executable_file)) then
      report:at(bundle.info, key, "%s is %s, but the SDK of the build is %s", key, text, sdk, {
        expected = sdk .. " or lower", fix = "set it to the oldest system that the code runs on",
        severity = not values.is_mobile(bundle) and "warning" or nil,
      })
    end
  end,
  examples  = {
    pass = {
      {}, { platform = "ios", info = { MinimumOSVersion = "16.4", DTPlatformVersion = "16.4" } },
      { platform = "ios", info = { MinimumOSVersion = "16.4.1", DTPlatformVersion = "16.4" } },
      { platform = "catalyst", info = { LSMinimumSystemVersion = "13.0", DTPlatformVersion = "12.0" } },
      { info = { LSMinimumSystemVersion = "14.0", DTPlatformVersion = "x" } },
      {
        kind = "framework", platform = "ios", info = { MinimumOSVersion = "100.0", DTPlatformVersion = "16.4" },
        files = { Kit = "!<arch>\n" },
      },
      { info = { LSMinimumSystemVersion = "x", DTPlatformVersion = "14.0" } },
      { info = { LSMinimumSystemVersion = "14", DTPlatformVersion = "14.0" } },
    },
    fail = {
      { kind = "framework", platform = "ios", info = { MinimumOSVersion = "100.0", DTPlatformVersion = "16.4" }, at = "/MinimumOSVersion" },
      {
        kind = "framework", platform = "ios", info = { MinimumOSVersion = "100.0", DTPlatformVersion = "16.4" }, files = { Kit = false },
        at = "/MinimumOSVersion",
      },
      { platform = "ios", info = { MinimumOSVersion = "16.5", DTPlatformVersion = "16.4" }, at = "/MinimumOSVersion" },
      { info = { LSMinimumSystemVersion = "99.0", DTPlatformVersion = "14.0" }, at = "/LSMinimumSystemVersion" },
      { kind = "extension", platform = "ios", info = { MinimumOSVersion = "27", DTPlatformVersion = "26.1" }, at = "/MinimumOSVersion" },
    },
  },
}
