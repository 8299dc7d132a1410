local own_files = import "apple.code.own_files"
local values = import "apple.values"

local code = { mach_o = true, universal = true }

rule "no-stray-executables" {
  summary   = "An app must not contain standalone executables other than its own",
  severity  = "error",
  rationale = "The store rejects programs, libraries and object files that are not in a framework or an extension.",
  source    = "ITMS-90171",
  tags      = { "S8", "ITMS-90171" },
  applies   = { kind = { "application", "extension", "framework" }, platform = { "ios", "tvos", "watchos", "visionos" } },
  check = function(bundle, report)
    for path, file in pairs(own_files(bundle)) do
      -- Apps for systems before iOS 12.2 embed the Swift libraries as separate files.
      -- Xcode adds _WatchKitStub/WK to watch apps.
      if file.type == "file" and path ~= bundle.executable and not path:find("^Frameworks/libswift[%w_]+%.dylib$")
        and path ~= "_WatchKitStub/WK" and code[values.readable(file, "format") or "mach_o"] then
        report:file(path, values.readable(file, "format") and "'%s' is standalone code"
          or "'%s' cannot be read, so it may be standalone code", path, {
          expected = "code only in frameworks and extensions", fix = "move it into a framework, or remove it",
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
      { bundles = { ["Frameworks/Kit.framework"] = {
        kind = "framework", files = { Kit = { mach_o = { file_type = "dylib", id = "x" } } },
      } } },
      { bundles = { ["PlugIns/Share.appex"] = { bundles = { ["Frameworks/Kit.framework"] = {} } } } },
    },
    fail = {
      { files = { tool = { base64 = "z/rt/gcAAAE=" } }, at = "tool" },
      {
        files = { ["Tools/Frameworks/libswiftCore.dylib"] = { mach_o = { file_type = "dylib", id = "x" } } },
        at = "Tools/Frameworks/libswiftCore.dylib",
      },
      {
        files = { ["Frameworks/libswiftCore.dylib.old"] = { mach_o = { file_type = "dylib", id = "x" } } },
        at = "Frameworks/libswiftCore.dylib.old",
      },
      { files = { tool = { mach_o = {} } }, at = "tool" },
      { files = { ["Frameworks/libx.dylib"] = { mach_o = { file_type = "dylib", id = "x" } } }, at = "Frameworks/libx.dylib" },
    },
  },
}
