local elsewhere = import "apple.elsewhere"
local slices = import "apple.code.slices"

-- Plug-ins that programs of the system load into their own processes.
local hosted = { saver = true, prefPane = true, qlgenerator = true, mdimporter = true, colorPicker = true }

-- For the examples.
local function plug_in(name, architectures, at)
  return {
    kind = "plugin", name = name, at = at and "Contents/MacOS/A",
    files = { ["Contents/MacOS/A"] = { mach_o = { file_type = "bundle", architectures = architectures } } },
  }
end

rule "system-plug-in-architectures" {
  summary   = "Plug-ins that the system's programs load must have code for Apple silicon",
  severity  = "warning",
  rationale = "On a Mac with Apple silicon, the system's programs run natively and cannot load code for Intel, even where Rosetta is "
    .. "installed: the screen saver stays black, the pane or the preview does not appear.",
  source    = { "Building a Universal macOS Binary", "Porting your macOS apps to Apple silicon: Plug-ins" },
  applies   = { kind = "plugin", platform = "macos" },
  check     = function(bundle, report)
    if not hosted[bundle.extension] then return end
    local is_intel, is_native = false, false
    for _, slice in ipairs(slices(bundle)) do
      is_intel = is_intel or slice.architecture:find("x86_64") ~= nil
      is_native = is_native or slice.architecture:find("arm64") ~= nil
    end
    if is_intel and not is_native then
      report:file(bundle.executable, "the plug-in has only Intel code, which the system does not load on Apple silicon", {
        expected = "code for arm64 and x86_64", fix = "build it for both",
      })
    end
  end,
  examples  = {
    pass = {
      { kind = "plugin" }, plug_in("A.saver", { "arm64e", "x86_64" }), plug_in("A.saver", "arm64"), plug_in("A.component", "x86_64"),
      plug_in("A.saver", "i386"), { kind = "plugin", name = "A.saver", files = { ["Contents/MacOS/A"] = "x" } },
      { kind = "plugin", name = "A.saver", without = "CFBundleExecutable" },
      { kind = "plugin", bundles = { ["Contents/PlugIns/A.saver"] = elsewhere(plug_in("A.saver", "x86_64"), { platform = "catalyst" }) } },
    },
    fail = {
      plug_in("A.saver", "x86_64", true), plug_in("A.prefPane", { "i386", "x86_64" }, true), plug_in("A.qlgenerator", "x86_64h", true),
      plug_in("A.mdimporter", "x86_64", true), plug_in("A.colorPicker", "x86_64", true),
    },
  },
}
