rule "no-stray-executables" {
  summary   = "The application's executable is the only one in it",
  severity  = "error",
  rationale = "The store refuses programs, libraries and object files that are not in a framework or an extension.",
  source    = "ITMS-90171",
  tags      = { "S8", "ITMS-90171" },
  applies   = { kind = { "application", "extension", "framework" }, platform = { "ios", "tvos", "watchos", "visionos" } },
  check = function(bundle, report)
    local nested = {}
    for _, inner in ipairs(bundle.bundles) do
      nested[#nested + 1] = inner.path:sub(#bundle.path + (bundle.path == "" and 1 or 2)) .. "/"
    end
    local function is_nested(path)
      for _, prefix in ipairs(nested) do
        if path:sub(1, #prefix) == prefix then return true end
      end
      return false
    end
    for path, file in pairs(bundle.files) do
      -- The libraries of Swift were embedded by themselves for systems before iOS 12.2.
      -- Xcode puts _WatchKitStub/WK into applications for the watch.
      if file.type == "file" and path ~= bundle.executable and not path:find("^Frameworks/libswift[%w_]+%.dylib$")
        and path ~= "_WatchKitStub/WK" and not is_nested(path) and file.mach_o then
        report:file(path, "'%s' is code by itself", path, {
          expected = "code in frameworks and extensions", fix = "put it into a framework, or leave it out",
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { files = { App = { mach_o = {} } } },
      { files = { ["Frameworks/libswiftCore.dylib"] = { mach_o = { file_type = "dylib", id = "x" } } } },
      { files = { ["Frameworks/libswift_Concurrency.dylib"] = { mach_o = { file_type = "dylib", id = "x" } } } },
      { platform = "watchos", files = { ["_WatchKitStub/WK"] = { mach_o = {} } } },
      { bundles = { ["Frameworks/Kit.framework"] = { kind = "framework", files = { Kit = { mach_o = { file_type = "dylib", id = "x" } } } } } },
      { bundles = { ["PlugIns/Share.appex"] = { bundles = { ["Frameworks/Kit.framework"] = {} } } } },
    },
    fail = {
      { files = { ["Tools/Frameworks/libswiftCore.dylib"] = { mach_o = { file_type = "dylib", id = "x" } } } },
      { files = { ["Frameworks/libswiftCore.dylib.old"] = { mach_o = { file_type = "dylib", id = "x" } } } },
      { files = { tool = { mach_o = {} } } }, { files = { ["Frameworks/libx.dylib"] = { mach_o = { file_type = "dylib", id = "x" } } } },
    },
  },
}
