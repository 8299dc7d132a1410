local slices = import "apple.code.slices"
local unreadable_symbols = import "apple.code.unreadable_symbols"

-- For the examples.
local function app(imports, value, at)
  return {
    files = { ["Contents/MacOS/App"] = { mach_o = { imports = imports } } }, info = value and { NSPrincipalClass = value },
    without = not value and "NSPrincipalClass" or nil, at = at and "/NSPrincipalClass",
  }
end
local called = { "_NSApplicationMain" }

rule "principal-class-needed" {
  summary   = "An app that calls NSApplicationMain must name its application class in NSPrincipalClass",
  severity  = "error",
  rationale = "NSApplicationMain creates an object of the class that NSPrincipalClass names. Without the key it prints 'No Info.plist file "
    .. "in application bundle or no NSPrincipalClass in the Info.plist file, exiting', and the app quits.",
  source    = { "AppKit: NSApplicationMain(_:_:)", "Information Property List Key Reference: NSPrincipalClass" },
  applies   = { kind = "application", platform = "macos", without = "NSPrincipalClass" },
  check     = function(bundle, report)
    local unreadable = unreadable_symbols(report, bundle.executable)
    for _, slice in ipairs(slices(bundle)) do
      local is_read, is_called = pcall(function() return slice.imports and slice.imports._NSApplicationMain end)
      if not is_read then unreadable(is_called) end
      if is_read and is_called then
        return report:missing(bundle.info, "NSPrincipalClass", "the code calls NSApplicationMain, which needs this key: the app quits at "
          .. "once", {
          expected = "NSApplication, or a class derived from it", fix = { text = "set NSPrincipalClass to NSApplication", set = {
            NSPrincipalClass = "NSApplication",
          } },
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, app(called, "NSApplication"), app(called, "$(CLASS)"), app({ "_NSApplicationLoad" }),
      { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
      { files = { ["Contents/MacOS/App"] = { mach_o = {} } }, without = "NSPrincipalClass" },
      { bundles = {
        ["Contents/PlugIns/A.bundle"] = { files = { ["Contents/MacOS/A"] = { mach_o = { imports = called } } } },
        ["Contents/Helpers/A.app"] = { platform = "catalyst", files = { ["Contents/MacOS/A"] = { mach_o = { imports = called } } } },
      } },
    },
    fail = {
      app(called, nil, true), app(called, " ", true),
      -- Tables of symbols that the file does not contain, for one and for two processors.
      {
        files = { ["Contents/MacOS/App"] = {
          base64 = "yv66vgAAAAIBAAAMAAAAAAAAADAAAAA4AAAAAgEAAAcAAAADAAAAaAAAADgAAAACz/rt/gwAAAEAAAAAAgAAAAEAAAAYAAAAAAAAAAAAAAACAAAAGAAA"
            .. "ADgAAABkAAAAOAAAAGQAAADP+u3+BwAAAQMAAAACAAAAAQAAABgAAAAAAAAAAAAAAAIAAAAYAAAAOAAAAGQAAAA4AAAAZAAAAA==",
        } },
        at = "Contents/MacOS/App", count = 1,
      },
      {
        files = { ["Contents/MacOS/App"] = { base64 = "z/rt/gwAAAEAAAAAAgAAAAEAAAAYAAAAAAAAAAAAAAACAAAAGAAAADgAAABkAAAAOAAAAGQAAAA=" } },
        at = "Contents/MacOS/App",
      },
    },
  },
}
