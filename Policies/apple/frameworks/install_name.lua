local slices = import "apple.code.slices"

rule "install-name" {
  summary   = "The library of a framework must be found by @rpath",
  severity  = "error",
  rationale = "Programs that link against it look for it under its install name; a path of the build machine exists nowhere else.",
  source    = { "mach-o/loader.h: LC_ID_DYLIB", "Framework Programming Guide" },
  tags      = { "S8" },
  applies   = { kind = "framework" },
  check = function(bundle, report)
    for _, slice in ipairs(slices(bundle)) do
      local name = slice.id and slice.id.name
      if name and name:sub(1, 1) == "/" and not name:find("^/Library/Frameworks/") then
        report:file(bundle.executable, "the install name of the %s library is %s", slice.architecture, name, {
          expected = "@rpath/" .. bundle.name .. "/…", fix = "set LD_DYLIB_INSTALL_NAME, or run install_name_tool -id",
          discriminator = slice.architecture,
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Versions/A/Kit"] = { mach_o = { file_type = "dylib", id = "@rpath/Kit.framework/Versions/A/Kit" } } } },
      { files = { ["Versions/A/Kit"] = { mach_o = { file_type = "dylib", id = "/Library/Frameworks/Kit.framework/Kit" } } } },
      { bundles = { ["Versions/A/PlugIns/Plug.bundle"] = { files = { ["Contents/MacOS/Plug"] = { mach_o = {
        file_type = "dylib", id = "/Plug",
      } } } } } },
    },
    fail = {
      { files = { ["Versions/A/Kit"] = { mach_o = { file_type = "dylib", id = "/Users/me/Kit.framework/Kit" } } }, at = "Versions/A/Kit" },
      {
        files = { ["Versions/A/Kit"] = { mach_o = { file_type = "dylib", id = "/Users/me/Library/Frameworks/Kit.framework/Kit" } } },
        at = "Versions/A/Kit",
      },
    },
  },
}
