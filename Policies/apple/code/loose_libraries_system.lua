local elsewhere = import "apple.elsewhere"
local first_version = import "apple.code.first_version"
local loose = import "apple.code.loose"
local values = import "apple.values"

-- The system that a slice needs, if that is later than the one promised; nil otherwise.
local function later(slice, promised)
  local first = first_version(slice)
  for _, build in ipairs(slice.builds) do
    local needed = build.platform == "macos" and version.of(build, "minimum_os")
    if needed and promised < needed and not (first and needed <= version.parse(first)) then return build.minimum_os end
  end
  return nil
end

-- For the examples.
local function app(minimum, code, at)
  code.file_type, code.id = "dylib", "liba"
  return {
    info = { LSMinimumSystemVersion = minimum },
    files = {
      ["Contents/MacOS/App"] = { mach_o = { architectures = "x86_64", minimum_os = "10.15",
        libraries = { "@executable_path/../libs/liba.dylib" } } },
      ["Contents/libs/liba.dylib"] = { mach_o = code },
    },
    at = at and "Contents/libs/liba.dylib",
  }
end

local failing = {
  app("10.15", { architectures = "x86_64", minimum_os = "11.0" }, true),
  app("10.15", { architectures = "arm64", minimum_os = "12.0" }, true),
  { info = { LSMinimumSystemVersion = "10.15" }, files = { ["Contents/Frameworks/liba.dylib"] = { mach_o = {
    file_type = "dylib", id = "a", architectures = "x86_64", minimum_os = "11.0",
  } } }, at = "Contents/Frameworks/liba.dylib" },
}
for _, path in ipairs(loose.paths) do
  failing[#failing + 1] = { info = { LSMinimumSystemVersion = "11.0" }, files = { [path] = { mach_o = {
    file_type = "bundle", architectures = "x86_64", minimum_os = "12.0",
  } } }, at = path }
end

rule "loose-libraries-run-on-minimum-system" {
  summary   = "Libraries anywhere in a Mac app must run on the minimum system that the app declares",
  severity  = "warning",
  rationale = "A library that was built for a later system uses symbols that the declared one lacks: there, the app crashes when it "
    .. "starts, "
    .. "or when it loads the plug-in.",
  source    = "mach-o/loader.h: LC_BUILD_VERSION, LC_VERSION_MIN_MACOSX",
  applies   = {
    kind = "application", platform = "macos", nested = false, key = "LSMinimumSystemVersion", files = loose.patterns,
  },
  check     = function(bundle, report)
    local promised = version.of(bundle.info, "LSMinimumSystemVersion")
    if not promised then return end
    local all = loose.files(bundle)
    for _, file in ipairs(bundles.files(bundle, "Contents/Frameworks/*.dylib", "file")) do
      local code = values.code(file)
      if code then all[#all + 1] = { file = file, slices = code.slices } end
    end
    for _, image in ipairs(all) do
      for _, slice in ipairs(image.slices) do
        local needed = later(slice, promised)
        if needed then
          report:file(image.file.path, "the %s code requires macOS %s, but the app promises to run on %s", slice.architecture, needed,
            promised.text, {
            expected = promised.text .. " or earlier", discriminator = slice.architecture,
            fix = "build the library for the app's minimum system, or raise LSMinimumSystemVersion",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(app("10.15", { minimum_os = "14.0" }), { kind = "plugin", name = "App.bundle" }),
      { bundles = { ["Contents/Helpers/App.app"] = elsewhere(app("10.15", { minimum_os = "14.0" }), {}) } },
      {}, app("10.15", { architectures = "x86_64", minimum_os = "10.15" }), app("11.0", { architectures = "x86_64", minimum_os = "11.0" }),
      -- There is no earlier system for this processor.
      app("10.15", { architectures = "arm64", minimum_os = "11.0" }), app("none", { minimum_os = "14.0" }),
      app("10.15", { architectures = "x86_64", platform = "catalyst", minimum_os = "14.0" }),
      {
        platform = "catalyst",
        files = { ["Contents/libs/a.dylib"] = { mach_o = { file_type = "dylib", id = "a", platform = "macos", minimum_os = "26.0" } } },
      },
    },
    fail = failing,
  },
}
