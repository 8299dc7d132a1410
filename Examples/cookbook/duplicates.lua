policy "cookbook.duplicates" { summary = "No file ships twice" }

local least = 16 << 10  -- Smaller files hardly matter.

rule "duplicates" {
  summary   = "Large files must not be in the bundle twice",
  rationale = "If the app and each of its frameworks contain a copy of a font, users download it several times.",
  severity  = "warning",
  applies   = { nested = false },
  check     = function(bundle, report)
    local first = {}
    for _, file in ipairs(bundles.files(bundle, "**", { type = "file", min_size = least })) do
      local other = first[file.sha256]
      if other then
        report:file(file, "has the same contents as %s", other, { fix = "keep one of them", discriminator = other })
      else
        first[file.sha256] = file.path
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = { ["Contents/Resources/a.bin"] = { size = 20000 }, ["Contents/Resources/b.bin"] = { size = 20001 } } },
      { files = { ["Contents/Resources/a.bin"] = { size = 16383 }, ["Contents/Resources/b.bin"] = { size = 16383 } } },
    },
    fail = {
      {
        files = { ["Contents/Resources/a.bin"] = { size = 16384 }, ["Contents/Resources/b.bin"] = { size = 16384 } },
        at = "Contents/Resources/b.bin", message = "Contents/Resources/a.bin",
      },
    },
  },
}
