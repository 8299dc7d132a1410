local images = import "apple.code.images"
local loader_root = import "apple.code.loader_root"
local needed_at_launch = import "apple.code.needed_at_launch"
local values = import "apple.values"

local name = "libswift_Concurrency.dylib"

-- The first system of each platform that has the library.
local first = { ios = "15.0", tvos = "15.0", watchos = "8.0", macos = "12.0", catalyst = "15.0" }

-- Whether an app contains the library in one of its folders for frameworks.
local function has_library(app) return #bundles.files(app, "**/" .. name) > 0 end

-- For the examples: code that links against the library.
local function linked(fields)
  fields.libraries = fields.libraries or "@rpath/" .. name
  return { mach_o = fields }
end

rule "concurrency-library" {
  summary   = "An app for systems without Swift's concurrency must contain its library",
  severity  = "error",
  rationale = "Code that is built for iOS 14, macOS 11 or earlier looks for libswift_Concurrency.dylib by a run path, because those "
    .. "systems lack it. "
    .. "If the app does not contain it, it crashes there at launch.",
  source    = { "Xcode 13.2 Release Notes: Swift concurrency back deployment", "dyld(1)" },
  tags      = { "S8", "dyld-concurrency" },
  applies   = { kind = { "application", "extension", "framework" } },
  check     = function(bundle, report)
    local app = loader_root(bundle)
    if app.kind ~= "application" then return end
    for _, image in ipairs(images(bundle)) do
      for _, slice in ipairs(image.slices) do
        local since, minimum = first[slice.platform], slice.minimum_os
        for _, library in ipairs(since and minimum and version.compare(minimum, since) < 0 and slice.libraries or {}) do
          if library.name == "@rpath/" .. name and needed_at_launch(library) and not has_library(app) then
            return report:file(image.file.path, "the %s code runs on %s %s, which lacks %s, and so does the app", slice.architecture,
              values.system(slice.platform), minimum, name, {
              expected = name .. " in Frameworks", fix = ("set ALWAYS_EMBED_SWIFT_STANDARD_LIBRARIES to YES, or require %s %s"):format(
                values.system(slice.platform), since),
              discriminator = "",
            })
          end
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = linked { minimum_os = "12.0" } } },
      { kind = "framework", files = { ["Versions/A/Kit"] = linked { file_type = "dylib", id = "Kit" } } },
      { files = { ["Contents/MacOS/App"] = linked { libraries = "@rpath/libswiftCore.dylib" } } },
      {
        platform = "ios",
        files = {
          App = linked { platform = "ios", minimum_os = "13.0" },
          ["Frameworks/libswift_Concurrency.dylib"] = { mach_o = { platform = "ios", file_type = "dylib", id = "x" } },
        },
      },
      { platform = "ios", files = { App = linked { platform = "ios-simulator", minimum_os = "14.0" } } },
    },
    fail = {
      { platform = "ios", files = { App = linked { platform = "ios", minimum_os = "13.0" } }, at = "App" },
      { files = { ["Contents/MacOS/App"] = linked { minimum_os = "11.0" } }, at = "Contents/MacOS/App" },
      {
        platform = "ios",
        bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = linked {
          platform = "ios", minimum_os = "14.5", file_type = "dylib", id = "Kit",
        } } } },
        at = "Frameworks/Kit.framework/Kit",
      },
    },
  },
}
