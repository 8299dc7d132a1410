local values = import "apple.values"

-- Xcode adds the code of a plug-in for devices to no app: a folder of resources must not contain any.
local function is_allowed(bundle, path) return path == bundle.executable and bundle.kind ~= "plugin" end

rule "no-stray-executables" {
  summary   = "An app must not contain standalone executables other than its own",
  severity  = "error",
  rationale = "The store rejects programs, libraries and object files that are not the executable of a framework, an extension or an app. "
    .. "Static libraries, code in resource bundles and links to code beside the frameworks count, too.",
  source    = { "ITMS-90171", "ITMS-90426", "ITMS-90432" },
  tags      = { "S8", "ITMS-90171", "ITMS-90426", "ITMS-90432", "ITMS-90429" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, platform = { "ios", "tvos", "watchos", "visionos" } },
  check = function(bundle, report)
    for _, found in ipairs(bundles.code(bundle)) do
      local path, file = found.path, found.file
      -- Apps for systems before iOS 12.2 embed the Swift libraries as separate files.
      -- Xcode adds _WatchKitStub/WK to watch apps.
      if file and file.type == "file" and not is_allowed(bundle, path) and not path:find("^Frameworks/libswift[%w_]+%.dylib$")
        and path ~= "_WatchKitStub/WK" then
        report:file(path, values.readable(file, "format") and "'%s' is standalone code"
          or "'%s' cannot be read, so it may be standalone code", path, {
          expected = "code only in frameworks and extensions", fix = "move it into a framework, or remove it",
        })
      end
    end
    for _, link in ipairs(bundles.files(bundle, "Frameworks/*", "symbolicLink")) do
      if link.path:find("%.dylib$") or values.can_open(link) and values.code(link) then
        report:file(link.path, "'%s' is a link to code", link.path, {
          expected = "only frameworks in this folder", fix = "remove the link, and load the framework by its own path",
        })
      end
    end
  end,
  examples = {
    pass = {
      { files = { ["Frameworks/a.dylib.txt"] = { link = "../b.txt" }, ["b.txt"] = "x", ["libx.dylib"] = { link = "gone" } } },
      {}, { files = { App = { mach_o = {} } } },
      { files = { ["Frameworks/libswiftCore.dylib"] = { mach_o = { file_type = "dylib", id = "x" } } } },
      { files = { ["Frameworks/libswift_Concurrency.dylib"] = { mach_o = { file_type = "dylib", id = "x" } } } },
      { platform = "watchos", files = { ["_WatchKitStub/WK"] = { mach_o = {} } } },
      { bundles = { ["Frameworks/Kit.framework"] = {
        kind = "framework", files = { Kit = { mach_o = { file_type = "dylib", id = "x" } } },
      } } },
      { bundles = { ["PlugIns/Share.appex"] = { bundles = { ["Frameworks/Kit.framework"] = {} } } } },
      -- Another rule reports the framework itself.
      { bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = "!<arch>\n" } } } },
    },
    fail = {
      {
        files = { ["Frameworks/libKit.dylib"] = { link = "Kit.framework/Kit" } }, bundles = { ["Frameworks/Kit.framework"] = {} },
        at = "Frameworks/libKit.dylib",
      },
      {
        files = { ["Frameworks/Kit"] = { link = "Kit.framework/Kit" } }, bundles = { ["Frameworks/Kit.framework"] = {} },
        at = "Frameworks/Kit",
      },
      { files = { ["libx.a"] = "!<arch>\n" }, at = "libx.a" },
      { bundles = { ["Frameworks/Kit.framework"] = { files = { ["libKit.a"] = "!<arch>\n" } } }, at = "Frameworks/Kit.framework/libKit.a" },
      {
        bundles = { ["Parts.bundle"] = { kind = "plugin", files = { Parts = { mach_o = { platform = "ios", file_type = "bundle" } } } } },
        at = "Parts.bundle/Parts",
      },
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
