local slices = import "apple.code.slices"
local unreadable_symbols = import "apple.code.unreadable_symbols"

-- The symbols that code imports to create the application object of Qt.
local constructors = { "__ZN15QGuiApplicationC1ERiPPci", "__ZN12QApplicationC1ERiPPci" }
local libraries = { "Contents/Frameworks/QtGui.framework", "Contents/Frameworks/libQt*Gui*.dylib" }
local engine = "Contents/Frameworks/QtWebEngineCore.framework"

local function starts_qt(bundle, report)
  local unreadable = unreadable_symbols(report, bundle.executable)
  for _, slice in ipairs(slices(bundle)) do
    local is_read, found = pcall(function()
      local imports = slice.imports
      return imports and (imports[constructors[1]] or imports[constructors[2]])
    end)
    if not is_read then unreadable(found) end
    if is_read and found then return true end
  end
  return false
end

local function has_any(bundle, pattern) return #bundles.files(bundle, pattern) > 0 end

-- For the examples.
local plugin = { mach_o = { file_type = "dylib" } }
local function app(symbol, files, at, frameworks)
  local all = { ["Contents/MacOS/App"] = { mach_o = { imports = { symbol } } } }
  for path, file in pairs(files or {}) do all[path] = file end
  local inner = {}
  for _, name in ipairs(frameworks or { "QtGui" }) do inner["Contents/Frameworks/" .. name .. ".framework"] = {} end
  return { files = all, bundles = inner, at = at }
end
local cocoa = "Contents/PlugIns/platforms/libqcocoa.dylib"
local process = "Contents/Frameworks/QtWebEngineCore.framework/Helpers/QtWebEngineProcess.app"

rule "qt-plugins" {
  summary   = "An app with Qt must contain the plug-in for the platform, and QtWebEngineProcess if it shows web pages",
  severity  = "error",
  rationale = "Qt loads the plug-in for windows at launch. Without it, the app aborts with 'Could not find the Qt platform plugin "
    .. "\"cocoa\"'. QtWebEngine aborts in the same way without its helper process.",
  source    = { "Qt for macOS: Deployment", "Deploying Qt WebEngine Applications" },
  tags      = { "sdk" },
  applies   = { kind = "application", platform = "macos", nested = false, files = { libraries[1], libraries[2], engine } },
  check     = function(bundle, report)
    if not has_any(bundle, "**/libqcocoa*.dylib") and not has_any(bundle, "**/platforms/*.dylib") and starts_qt(bundle, report) then
      report:file(cocoa, "the app contains QtGui, but not its plug-in 'cocoa': it aborts at launch", {
        expected = cocoa, fix = "run macdeployqt on the app",
      })
    end
    if bundles.exists(bundle, engine) and not has_any(bundle, "**/QtWebEngineProcess") then
      report:file(process, "the app contains QtWebEngineCore, but no QtWebEngineProcess: it aborts when it shows a page", {
        expected = process, fix = "run macdeployqt on the app, and copy the whole framework with its links",
      })
    end
  end,
  examples  = {
    pass = {
      {}, app(constructors[1], { [cocoa] = plugin }), app(constructors[2], { ["Contents/plugins/libqcocoa_debug.dylib"] = plugin }),
      app(constructors[1], { ["Contents/PlugIns/platforms/libqoffscreen.dylib"] = plugin }), app "_other",
      app(constructors[1], nil, nil, { "Kit" }),
      app("_other", { ["Contents/Frameworks/QtWebEngineCore.framework/Versions/A/Helpers/QtWebEngineProcess.app/Contents/MacOS/"
        .. "QtWebEngineProcess"] = { mach_o = {} } }, nil, { "QtWebEngineCore" }),
      { bundles = { ["Contents/Helpers/A.app"] = { files = { ["Contents/MacOS/A"] = { mach_o = { imports = constructors } } },
        bundles = { ["Contents/Frameworks/QtGui.framework"] = {} } } } },
    },
    fail = {
      app(constructors[1], nil, cocoa), app(constructors[2], nil, cocoa),
      app(constructors[1], { ["Contents/Frameworks/libQt6Gui.6.dylib"] = plugin }, cocoa, {}),
      app("_other", nil, process, { "QtWebEngineCore" }),
    },
  },
}
