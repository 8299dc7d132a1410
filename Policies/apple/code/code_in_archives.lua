local elsewhere = import "apple.elsewhere"

local loaded = { library = true, main = true, plug_in = true, program = true, other = true }

-- For the examples: a bundle with a library in an archive.
local function app(path, code, kind, platform)
  code.file_type = "dylib"
  return {
    kind = kind, platform = platform, files = { [path] = { zip = { ["native/libx.jnilib"] = { mach_o = code }, ["a.class"] = "x" } } },
    at = path, message = "native/libx.jnilib",
  }
end
local failing = {
  app("Contents/Resources/a.jar", {}, "extension"), app("Versions/A/Resources/a.jar", {}, "framework"),
  app("Contents/Resources/a.jar", {}, "plugin"), app("Contents/Java/a.jar", { platform = "catalyst" }, "application", "catalyst"),
}
for _, ending in ipairs { "jar", "zip", "whl", "egg", "war", "ear", "aar" } do
  failing[#failing + 1] = app("Contents/Java/app." .. ending, {})
end

rule "archived-code-signed" {
  summary   = "Code in archives, such as .jar files, must be signed",
  severity  = "error",
  rationale = "Apple's notary service unpacks archives, and does not notarize an app with unsigned code in one.",
  source    = "Resolving common notarization issues",
  tags      = { "security", "S13", "notary-unsigned" },
  applies   = {
    platform = { "macos", "catalyst" },
    files = { "**/*.jar", "**/*.zip", "**/*.whl", "**/*.egg", "**/*.war", "**/*.ear", "**/*.aar" },
  },
  check     = function(bundle, report)
    for _, code in ipairs(bundles.code(bundle)) do
      if code.contained and code.is_signed == false and loaded[code.role] then
        report:file(code.path, "the archive contains unsigned code, %s", code.contained, {
          expected = "signed code", fix = "unpack the archive, sign the code, and pack it again", discriminator = code.contained,
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, elsewhere(app("Contents/Java/app.jar", { team = "A" }), {}), { files = { ["Contents/Java/a.zip"] = { zip = { a = "x" } } } },
      -- The store signs and checks apps for devices.
      elsewhere(app("app.jar", {}), { platform = "ios" }),
    },
    fail = failing,
  },
}
