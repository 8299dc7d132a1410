local slices = import "apple.code.slices"
local values = import "apple.values"

-- The first macOS from which an app may do without code for Intel, and the code of the message.
local first = { macos = { "12.0", "ITMS-90869" }, catalyst = { "13.0", "ITMS-90981" } }

rule "mac-minimum-system" {
  summary   = "A Mac app must declare its minimum system, and macOS 12 or later if it has no code for Intel",
  severity  = "error",
  rationale = "The store rejects an app or extension that does not declare its minimum system. Macs with Intel processors run macOS 11: "
    .. "an app "
    .. "for Apple silicon only must require macOS 12, or macOS 13 if it is built with Mac Catalyst.",
  source    = { "ITMS-90360", "ITMS-90869", "ITMS-90981", "ITMS-90983" },
  tags      = { "ITMS-90360", "ITMS-90869", "ITMS-90981", "ITMS-90983" },
  applies   = {
    kind = { "application", "extension" }, platform = { "macos", "catalyst" },
    when = function(bundle) return not bundle.parent or values.is_app_extension(bundle) end,
  },
  check     = function(bundle, report)
    local key = "LSMinimumSystemVersion"
    local text = values.text(bundle.info[key])
    if not text then
      return report:missing(bundle.info, key, "Info.plist does not declare the minimum system", {
        expected = "a version such as 12.0", fix = "set LSMinimumSystemVersion to MACOSX_DEPLOYMENT_TARGET",
      })
    end
    local system, code = table.unpack(first[bundle.platform])
    local all = slices(bundle)
    for _, slice in ipairs(all) do
      if not slice.architecture:find("arm64") then return end
    end
    if #all > 0 and version.parse(text) and version.compare(text, system) < 0 then
      report:at(bundle.info, key, "the app has no code for Intel, but declares that it runs on macOS %s", text, {
        expected = system .. " or later", fix = ("raise it, or build for x86_64, too; the store's message is %s"):format(code),
      })
    end
  end,
  examples  = {
    pass = {
      {}, { info = { LSMinimumSystemVersion = "12.0" }, files = { ["Contents/MacOS/App"] = { mach_o = { architectures = "arm64" } } } },
      { info = { LSMinimumSystemVersion = "10.13" }, files = { ["Contents/MacOS/App"] = { mach_o = { architectures = "x86_64" } } } },
      { info = { LSMinimumSystemVersion = "10.13" }, files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
      { info = { LSMinimumSystemVersion = "0" }, files = { ["Contents/MacOS/App"] = { mach_o = { architectures = "x86_64" } } } },
      { info = { LSMinimumSystemVersion = "soon" }, files = { ["Contents/MacOS/App"] = { mach_o = { architectures = "arm64" } } } },
      { bundles = { ["Contents/Helpers/Tool.app"] = { kind = "application", without = "LSMinimumSystemVersion" } } },
    },
    fail = {
      { without = "LSMinimumSystemVersion", at = "/LSMinimumSystemVersion" },
      {
        kind = "application", bundles = { ["Contents/PlugIns/Share.appex"] = { without = "LSMinimumSystemVersion" } },
        at = "Contents/PlugIns/Share.appex:/LSMinimumSystemVersion",
      },
      {
        info = { LSMinimumSystemVersion = "11.0" }, files = { ["Contents/MacOS/App"] = { mach_o = { architectures = "arm64" } } },
        at = "/LSMinimumSystemVersion",
      },
      {
        platform = "catalyst", info = { LSMinimumSystemVersion = "12.4" },
        files = { ["Contents/MacOS/App"] = { mach_o = { platform = "catalyst", architectures = { "arm64", "arm64e" } } } },
        at = "/LSMinimumSystemVersion",
      },
    },
  },
}
