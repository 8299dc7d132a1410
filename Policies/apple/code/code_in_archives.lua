local loaded = { library = true, main = true, plug_in = true, program = true, other = true }

-- For the examples: an app with a library in an archive.
local function app(code)
  return { files = { ["Contents/Java/app.jar"] = { zip = { ["native/libx.jnilib"] = { mach_o = code }, ["a.class"] = "x" } } } }
end

rule "archived-code-signed" {
  summary   = "Code in archives, such as .jar files, must be signed",
  severity  = "error",
  rationale = "Apple's notary service unpacks archives, and does not notarize an app with unsigned code in one.",
  source    = "Resolving common notarization issues",
  tags      = { "security", "S13", "notary-unsigned" },
  applies   = {
    kind = { "application", "extension", "framework", "plugin" }, platform = { "macos", "catalyst" },
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
    pass = { {}, app { file_type = "dylib", id = "x", team = "A" }, { files = { ["Contents/Java/a.zip"] = { zip = { a = "x" } } } } },
    fail = { (function()
      local result = app { file_type = "dylib", id = "x" }
      result.at, result.message = "Contents/Java/app.jar", "native/libx.jnilib"
      return result
    end)() },
  },
}
