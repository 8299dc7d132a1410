local elsewhere = import "apple.elsewhere"
local helpers = import "apple.sdks.chromium_helpers"
local values = import "apple.values"

local framework = "Contents/Frameworks/Chromium Embedded Framework.framework"

-- For the examples.
local function app(stem, at, variants, more)
  local inside = { [framework] = {} }
  for _, suffix in ipairs(variants or { "", " (Alerts)", " (GPU)", " (Plugin)", " (Renderer)" }) do
    inside["Contents/Frameworks/" .. stem .. " Helper" .. suffix .. ".app"] = {}
  end
  local result = {
    info = { CFBundleExecutable = "App", CFBundleName = "My App" }, bundles = inside, at = at,
  }
  for key, value in pairs(more or {}) do result[key] = value end
  return result
end

rule "cef-helpers" {
  summary   = "The helper apps of an app with the Chromium Embedded Framework must be named after its executable",
  severity  = "error",
  rationale = "The framework starts '<executable> Helper.app' in Contents/Frameworks, and its variants for the graphics processor and for "
    .. "pages: without them, the app shows white windows or ends. It is a warning if no helper has the name, because code can name "
    .. "another program in browser_subprocess_path.",
  source    = {
    "https://github.com/chromiumembedded/cef/blob/master/libcef/common/util_mac.mm",
    "https://github.com/chromiumembedded/cef/blob/master/cmake/cef_variables.cmake.in",
    "https://github.com/chromiumembedded/cef/blob/master/include/internal/cef_types.h",
  },
  tags      = { "sdk" },
  applies   = { kind = "application", platform = "macos", nested = false, files = framework, key = "CFBundleExecutable" },
  check     = function(bundle, report)
    local name = values.text(bundle.info.CFBundleExecutable)
    if not name then return end
    local found, any = helpers.of(bundle)
    local wanted = name .. " Helper"
    if found[wanted:lower()] then return helpers.judge(report, found, wanted, "the framework") end
    -- Names with accents can be written in several ways, which disks treat as the same.
    if name:find("[\128-\255]") then return end
    report:at(bundle.info, "CFBundleExecutable", any
      and "the Chromium Embedded Framework looks for '%s.app', but Contents/Frameworks has '%s'"
      or "the Chromium Embedded Framework looks for '%s.app', which Contents/Frameworks does not have", wanted, any and any.name, {
      expected = wanted .. ".app in Contents/Frameworks", severity = "warning",
      fix = "rename the helper apps and their executables, or set browser_subprocess_path",
    })
  end,
  examples  = {
    pass = {
      {}, app "App", app("App", nil, { "" }), app("app"), app("Other", nil, nil, { info = { CFBundleExecutable = "$(NAME)" } }),
      app("Other", nil, nil, { info = { CFBundleExecutable = "Café" }, files = { ["Contents/MacOS/Café"] = { mach_o = {} } } }),
      elsewhere(app "Other", { kind = "plugin" }), elsewhere(app "Other", { platform = "catalyst" }),
      { bundles = { ["Contents/Helpers/A.app"] = elsewhere(app "Other", {}) } },
      { bundles = { ["Contents/Frameworks/Other Helper.app"] = {} } },
    },
    fail = {
      app("Other", "/CFBundleExecutable"), app("My App", "/CFBundleExecutable"), app("App", "/CFBundleExecutable", {}),
      app("App", "Contents/Frameworks/App Helper (GPU).app", { "", " (Renderer)" }),
      app("App", "Contents/Frameworks/App Helper (Renderer).app", { "", " (GPU)", " (Plugin)" }),
      app("App", { "Contents/Frameworks/App Helper (GPU).app", "Contents/Frameworks/App Helper (Renderer).app" }, { "", " (Plugin)" }),
      app("App", "Contents/Frameworks/App Helper (GPU).app/Contents/MacOS/App Helper (GPU)", nil, { bundles = {
        [framework] = {}, ["Contents/Frameworks/App Helper.app"] = {}, ["Contents/Frameworks/App Helper (Renderer).app"] = {},
        ["Contents/Frameworks/App Helper (GPU).app"] = {
          info = { CFBundleExecutable = "App Helper" },
          files = { ["Contents/MacOS/App Helper (GPU)"] = false, ["Contents/MacOS/App Helper"] = { mach_o = {} } },
        },
      } }),
    },
  },
}
