local files_with_code = import "apple.code.files_with_code"

-- Whether a file is where the library of a framework is: at the top, or in a version.
local function is_in_place(path) return not path:find("/") or path:find("^Versions/[^/]+/[^/]+$") ~= nil end

rule "mac-framework-keys" {
  summary   = "The library of a Mac framework must have the name of the framework, or the one in CFBundleExecutable",
  severity  = "warning",
  rationale = "NSBundle looks for the library under the name in CFBundleExecutable, or else under the name of the framework. Its versions "
    .. "matter only to developers: frameworks of Electron declare one of them or none, in apps of the Mac App Store, too. A framework that "
    .. "contains only resources or headers needs no library.",
  source    = "Bundle Programming Guide: Framework bundles",
  tags      = { "S2" },
  applies   = { kind = "framework", platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    local name = bundle.info.CFBundleExecutable
    if name ~= nil and name ~= "" then return end
    local own, other = bundle.name:match("(.*)%."), nil
    for _, code in ipairs(files_with_code(bundle, function(_, path) return is_in_place(path) end)) do
      local library = code.path:match("[^/]*$")
      if library == own then return end
      other = other or library
    end
    if other then
      report:missing(bundle.info, "CFBundleExecutable", "NSBundle looks for the library '%s', but the framework has '%s'", own, other, {
        expected = "the name of the library", fix = ("set CFBundleExecutable to %s, or rename the library"):format(other),
      })
    end
  end,
  examples  = {
    pass = {
      -- Only resources.
      { without = "CFBundleExecutable", files = { ["Versions/A/Kit"] = false, Kit = false } },
      {}, { without = { "CFBundleShortVersionString", "CFBundleVersion" } }, { info = { CFBundleVersion = "" } },
      -- NSBundle finds a library with the name of the framework.
      { without = "CFBundleExecutable", name = "Kit.framework" }, { info = { CFBundleExecutable = "" }, name = "Kit.framework" },
      { files = { ["Versions/A/Helper.dylib"] = { mach_o = { file_type = "dylib" } } } },
      -- Not where a library is.
      {
        without = "CFBundleExecutable", name = "Kit.framework",
        files = {
          Kit = false, ["Versions/A/Kit"] = false, ["Versions/A/Resources/Tool"] = { mach_o = {} },
          ["Versions/A/Resources/Versions/A/Tool"] = { mach_o = {} },
          ["Versions/A/Libraries/libx.dylib"] = { mach_o = { file_type = "dylib" } },
        },
      },
    },
    fail = {
      {
        without = "CFBundleExecutable", name = "Kit.framework",
        files = {
          Kit = false, ["Versions/A/Kit"] = false, ["Versions/A/KitCore"] = { mach_o = { file_type = "dylib" } },
          ["Versions/A/Support"] = { mach_o = { file_type = "dylib" } },
        },
        at = "/CFBundleExecutable", message = "'Kit', but the framework has 'KitCore'",
      },
      {
        info = { CFBundleExecutable = "" }, name = "Kit.framework",
        files = { ["Versions/A/Kit"] = false, Kit = false, KitCore = { mach_o = { file_type = "dylib" } } },
        at = "/CFBundleExecutable",
      },
    },
  },
}
