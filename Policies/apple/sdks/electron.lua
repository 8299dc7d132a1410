local elsewhere = import "apple.elsewhere"
local helpers = import "apple.sdks.chromium_helpers"
local values = import "apple.values"

local framework = "Contents/Frameworks/Electron Framework.framework"
-- For the examples.
local function helper(info) return { info = info } end
local function electron(name, stem, at, more)
  local inside = { [framework] = {} }
  for _, suffix in ipairs(more or { "", " (GPU)", " (Renderer)", " (Plugin)" }) do
    inside["Contents/Frameworks/" .. stem .. " Helper" .. suffix .. ".app"] = helper {}
  end
  return {
    info = { CFBundleName = name }, bundles = inside, at = at,
  }
end

rule "electron-helpers" {
  summary   = "The helper apps of an Electron app must be named after its CFBundleName",
  severity  = "error",
  rationale = "Electron looks for '<CFBundleName> Helper.app' in Contents/Frameworks, and ends with 'Unable to find helper app' if it is "
    .. "not there. The executable in each has the name of its app.",
  source    = {
    "https://www.electronjs.org/docs/latest/tutorial/application-distribution#rebranding-with-downloaded-binaries",
    "https://github.com/electron/electron/blob/main/shell/app/electron_main_delegate_mac.mm",
  },
  tags      = { "sdk" },
  applies   = { kind = "application", platform = "macos", files = framework },
  check     = function(bundle, report)
    local name = values.text(bundle.info.CFBundleName)
    local found, any = helpers.of(bundle)
    if not name or found["electron helper"] then return end
    -- Names with accents can be written in several ways, which disks treat as the same.
    if name:find("[\128-\255]") and any then return end
    local wanted = name .. " Helper"
    if not found[wanted:lower()] then
      local other = any and any.name
      report:at(bundle.info, "CFBundleName", other and "Electron looks for '%s.app', but Contents/Frameworks has '%s': the app ends at "
        .. "launch"
        or "Electron looks for '%s.app', which Contents/Frameworks does not have: the app ends at launch", wanted, other, {
        expected = wanted .. ".app in Contents/Frameworks", fix = "rename the helper apps and their executables, or correct CFBundleName",
      })
      return
    end
    helpers.judge(report, found, wanted, "Electron")
  end,
  examples  = {
    pass = {
      elsewhere(electron("My App", "App"), { kind = "plugin" }),
      elsewhere(electron("My App", "App"), { platform = "catalyst" }),
      {}, electron("App", "App"), electron("App", "App", nil, { "" }), electron("App", "Electron"),
      electron("APP", "App"), electron("Café", "Cafe\u{301}"), electron("$(NAME)", "Other"),
      { info = { CFBundleName = "App" }, bundles = {
        ["Contents/Frameworks/Other Helper.app"] = helper {},
        ["Contents/Frameworks/Kit.framework"] = { bundles = { ["Versions/A/Helpers/X.app"] = { kind = "application" } } },
      } },
    },
    fail = {
      electron("My App", "App", "/CFBundleName"), electron("App", "App Helper", "/CFBundleName"),
      { info = { CFBundleName = "App" }, bundles = { [framework] = {} }, at = "/CFBundleName" },
      { info = { CFBundleName = "Café" }, bundles = { [framework] = {} }, at = "/CFBundleName" },
      electron("App", "App", "Contents/Frameworks/App Helper (Renderer).app", { "", " (GPU)" }),
      {
        info = { CFBundleName = "App" }, at = "Contents/Frameworks/App Helper.app/Contents/MacOS/App Helper",
        message = "Electron cannot start",
        bundles = { [framework] = {}, ["Contents/Frameworks/App Helper.app"] = {
          info = { CFBundleExecutable = "Helper" },
          files = { ["Contents/MacOS/App Helper"] = false, ["Contents/MacOS/Helper"] = { mach_o = {} } },
        } },
      },
      electron("App", "App", "Contents/Frameworks/App Helper (GPU).app", { "", " (Renderer)" }),
      electron("App", "App", {
        "Contents/Frameworks/App Helper (GPU).app", "Contents/Frameworks/App Helper (Renderer).app",
      }, { "", " (Plugin)" }),
    },
  },
}
