local images = import "apple.code.images"
local loader_root = import "apple.code.loader_root"
local values = import "apple.values"

local static = { archive = true, object = true }

-- Whether the loader cannot load a file, because it is input for a linker.
local function is_static(file)
  if values.readable(file, "format") == "static_library" then return true end
  local code = values.code(file)
  return code ~= nil and static[code.slices[1].file_type] == true
end

rule "linked-libraries-are-dynamic" {
  summary   = "Code must not link at launch against static libraries",
  severity  = "error",
  rationale = "The loader cannot load an archive or an object file: the app crashes at launch. This happens if a library was dynamic "
    .. "when the app "
    .. "was linked, and a static one was copied into the app.",
  source    = { "dyld(1)", "mach-o/loader.h: LC_LOAD_DYLIB" },
  tags      = { "S8", "dyld-static" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check     = function(bundle, report)
    local root, seen = loader_root(bundle), {}
    for _, image in ipairs(images(bundle)) do
      for _, slice in ipairs(image.slices) do
        for _, library in ipairs(slice.libraries) do
          local path = library.resolution == "found" and library.path
          if path and not seen[path] then
            seen[path] = true
            if is_static(root.files[path]) then
              report:file(image.file.path, "the code links against %s, which is a static library", library.name, {
                expected = "a dynamic library at " .. path, fix = "copy the dynamic library, or link again with the static one",
                discriminator = library.name,
              })
            end
          end
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { kind = "framework" },
      {
        files = { ["Contents/MacOS/App"] = { mach_o = { libraries = "@executable_path/../Frameworks/Kit.framework/Versions/A/Kit" } } },
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Kit"] = { mach_o = { file_type = "dylib",
          id = "K" } } } } },
      },
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Kit"] = "!<arch>\n" } } } },
    },
    fail = {
      {
        kind = "xcframework", platform = "ios", bundles = { ["ios-arm64/Kit.framework"] = { files = {
          Kit = { mach_o = { platform = "ios", file_type = "dylib", libraries = "@loader_path/liba.a" } }, ["liba.a"] = "!<arch>\n",
        } } },
        at = "ios-arm64/Kit.framework/Kit",
      },
      {
        files = { ["Contents/MacOS/App"] = { mach_o = { libraries = "@executable_path/../Frameworks/Kit.framework/Versions/A/Kit" } } },
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Kit"] = "!<arch>\n" } } }, at = "Contents/MacOS/App",
        count = 1,
      },
      {
        files = {
          ["Contents/MacOS/App"] = { mach_o = { libraries = "@executable_path/a.o" } },
          ["Contents/MacOS/a.o"] = { mach_o = { file_type = "object", architectures = "arm64" } },
        },
        at = "Contents/MacOS/App",
      },
    },
  },
}
