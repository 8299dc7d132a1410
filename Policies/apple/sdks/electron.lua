local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

local framework = "Contents/Frameworks/Electron Framework.framework"
-- The variants of the helper that Electron starts in addition to the plain one, since they have their own apps.
local variants = { " (GPU)", " (Renderer)" }

-- The helper apps in the folder where Electron looks, by name.
local function helpers(app)
  local result, any = {}, nil
  for _, inner in ipairs(app.bundles) do
    local stem = inner.name:match("(.+)%.app")
    if stem and stem:find(" Helper") then
      -- The disks of most Macs ignore case.
      result[stem:lower()], any = inner, inner
    end
  end
  return result, any
end

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
    .. "not "
    .. "there.",
  source    = { "Electron: Application Packaging, Rebranding", "Electron: shell/app/electron_main_delegate_mac.mm" },
  tags      = { "sdk" },
  applies   = { kind = "application", platform = "macos", files = framework },
  check     = function(bundle, report)
    local name = values.text(bundle.info.CFBundleName)
    local found, any = helpers(bundle)
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
    local has_variants = found[(wanted .. variants[1]):lower()] or found[(wanted .. variants[2]):lower()]
      or found[(wanted .. " (Plugin)"):lower()]
    for _, suffix in ipairs(has_variants and variants or {}) do
      if not found[(wanted .. suffix):lower()] then
        report:file("Contents/Frameworks/" .. wanted .. suffix .. ".app", "the helper app is missing: Electron cannot start its process", {
          fix = "copy all helper apps of the Electron release",
        })
      end
    end
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
      electron("App", "App", "Contents/Frameworks/App Helper (GPU).app", { "", " (Renderer)" }),
      electron("App", "App", {
        "Contents/Frameworks/App Helper (GPU).app", "Contents/Frameworks/App Helper (Renderer).app",
      }, { "", " (Plugin)" }),
    },
  },
}
