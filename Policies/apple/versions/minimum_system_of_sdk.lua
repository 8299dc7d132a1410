local values = import "apple.values"

-- Whether the code is a static library: it is linked into apps, and no system reads the minimum of its bundle.
local function is_static(file)
  local code = values.code(file)
  for _, slice in ipairs(code and code.slices or {}) do
    if slice.file_type == "archive" then return true end
  end
  return values.readable(file, "archive") ~= nil
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
    -- Versions of the SDK and of the system differ for Mac Catalyst.
    if not minimum or not built or bundle.platform == "catalyst" then return end
    local text, sdk = bundle.info[key], bundle.info.DTPlatformVersion
    -- The third number of a system has no SDK of its own.
    if version.compare(text:match("%d+%.?%d*"), sdk) > 0 and not (bundle.kind == "framework" and is_static(bundle.executable_file)) then
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
      { info = { LSMinimumSystemVersion = "$(SYSTEM)", DTPlatformVersion = "14.0" } },
      { info = { DTPlatformVersion = "0" }, without = "LSMinimumSystemVersion" },
      {
        kind = "framework", platform = "ios", info = { MinimumOSVersion = "100.0", DTPlatformVersion = "16.4" },
        files = { Kit = "!<arch>\n" },
      },
      -- A static library for several architectures.
      {
        kind = "framework", platform = "ios", info = { MinimumOSVersion = "100.0", DTPlatformVersion = "16.4" },
        files = { Kit = { base64 = "yv66vgAAAAEBAAAMAAAAAAAAABwAAAAIAAAAACE8YXJjaD4K" } },
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
      {
        kind = "framework", platform = "ios", info = { MinimumOSVersion = "100.0", DTPlatformVersion = "16.4" }, files = { Kit = "x" },
        at = "/MinimumOSVersion",
      },
      { platform = "ios", info = { MinimumOSVersion = "16.5", DTPlatformVersion = "16.4" }, at = "/MinimumOSVersion" },
      { info = { LSMinimumSystemVersion = "99.0", DTPlatformVersion = "14.0" }, at = "/LSMinimumSystemVersion" },
      { kind = "extension", platform = "ios", info = { MinimumOSVersion = "27", DTPlatformVersion = "26.1" }, at = "/MinimumOSVersion" },
    },
  },
}
