local elsewhere = import "apple.elsewhere"
local slices = import "apple.code.slices"
local values = import "apple.values"

-- For the examples.
local framework = "/System/Library/Frameworks/Metal.framework/Metal"
local function app(selectors, files, at)
  local all = { App = { mach_o = { platform = "ios", selectors = selectors, libraries = framework } } }
  for path, file in pairs(files or {}) do all[path] = file end
  return { platform = "ios", files = all, at = at and "default.metallib" }
end

rule "metal-library" {
  summary   = "An app whose code loads the default Metal library must contain it",
  severity  = "warning",
  rationale = "newDefaultLibrary returns nil if the app has no default.metallib: most apps end there, or show nothing. It is a warning "
    .. "because code can have another library, or do without.",
  source    = "https://developer.apple.com/documentation/metal/mtldevice/makedefaultlibrary()",
  applies   = { kind = "application", nested = false, links = "Metal.framework" },
  check     = function(bundle, report)
    local is_loaded = false
    for _, slice in ipairs(slices(bundle)) do
      local selectors = values.readable(slice, "selectors")
      is_loaded = is_loaded or selectors and selectors.newDefaultLibrary == true
    end
    if not is_loaded or #bundles.walk(bundle, "**/*.metallib") > 0 then return end
    local path = (bundle.layout == "contents" and "Contents/Resources/" or "") .. "default.metallib"
    report:file(path, "the code loads the default Metal library, but the app contains none", {
      expected = path, fix = "add the .metal files to the target, or remove the code",
    })
  end,
  examples  = {
    pass = {
      elsewhere(app "newDefaultLibrary", { kind = "plugin", name = "App.bundle" }),
      { platform = "ios", bundles = { ["PlugIns/App.app"] = elsewhere(app "newDefaultLibrary", { kind = "application" }) } },
      -- Code behind a link that leads out of the app cannot be read, which other rules report.
      { platform = "macos", files = { ["Contents/MacOS/App"] = false, ["Contents/MacOS"] = { link = "/usr/bin" } } },
      {}, app("newLibraryWithURL:error:"), app("newDefaultLibrary", { ["default.metallib"] = "MTLB" }),
      app("newDefaultLibrary", { ["Kit_Kit.bundle/default.metallib"] = "MTLB" }), app(nil),
      { platform = "ios", bundles = { ["PlugIns/A.appex"] = { files = { A = app("newDefaultLibrary").files.App } } } },
    },
    fail = {
      app("newDefaultLibrary", {}, true), app({ "newCommandQueue", "newDefaultLibrary" }, { ["a.metal"] = "x" }, true),
      {
        platform = "macos", at = "Contents/Resources/default.metallib",
        files = { ["Contents/MacOS/App"] = { mach_o = {
          selectors = "newDefaultLibrary", libraries = "/System/Library/Frameworks/Metal.framework/Versions/A/Metal",
        } } },
      },
    },
  },
}
