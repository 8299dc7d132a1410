local elsewhere = import "apple.elsewhere"

local framework, resources = "Contents/Frameworks/Electron Framework.framework", "Contents/Resources/"

-- The places where Electron looks, in order; an app that was joined from two has one archive for each processor.
local places = { "app.asar", "app", "app-arm64.asar", "app-x64.asar", "default_app.asar", "default_app" }

-- For the examples.
local contents = "x"
local function app(file,
at) return { files = file and { [resources .. file] = contents } or nil, bundles = { [framework] = {} }, at = at } end

rule "electron-app-code" {
  summary   = "An Electron app must contain its own code",
  severity  = "error",
  rationale = "Electron starts Resources/app.asar or Resources/app. Without both, it ends at once, or shows its own demonstration.",
  source    = {
    "https://www.electronjs.org/docs/latest/tutorial/application-distribution",
    "https://github.com/electron/electron/blob/main/lib/browser/init.ts",
  },
  tags      = { "sdk" },
  applies   = { kind = "application", platform = "macos", nested = false, files = framework },
  check     = function(bundle, report)
    for _, name in ipairs(places) do
      if bundles.exists(bundle, resources .. name) then return end
    end
    report:file(resources .. "app.asar", "the app contains Electron, but no code of its own: it ends at launch", {
      expected = resources .. "app.asar", fix = "package the app again, with its code",
    })
  end,
  examples  = {
    pass = {
      {}, app "app.asar", app "app/package.json", app "app-arm64.asar", app "app-x64.asar", app "default_app.asar",
      app "default_app/main.js",
      elsewhere(app(), { kind = "plugin" }), elsewhere(app(), { platform = "catalyst" }),
      { bundles = { ["Contents/Helpers/A.app"] = elsewhere(app(), {}) } },
    },
    fail = { app(nil, resources .. "app.asar"), app("other.asar", resources .. "app.asar") },
  },
}
