local sizes = { iTunesArtwork = 512, ["iTunesArtwork@2x"] = 1024 }

rule "artwork-form" {
  summary   = "iTunesArtwork must be an opaque PNG file of 512 × 512 pixels, and iTunesArtwork@2x one of 1024 × 1024 pixels",
  severity  = "warning",
  rationale = "If the app is distributed outside the store, lists show a placeholder instead of an image that is not in this form.",
  source    = "Technical Q&A QA1686",
  tags      = { "S10" },
  applies   = { kind = "application", platform = "ios", nested = false, files = "iTunesArtwork*" },
  check = function(bundle, report)
    for name, size in pairs(sizes) do
      local png = bundles.exists(bundle, name) and not bundle.files[name].problem and bundle.files[name].png
      local expected = ("a PNG file of %d × %d pixels"):format(size, size)
      if png == nil then
        report:file(name, "'%s' is not a PNG file", name, {
          expected = expected, fix = "export it as PNG, without an extension in its name",
        })
      elseif png and (png.width ~= size or png.height ~= size) then
        report:file(name, "the size of '%s' is %d × %d pixels", name, png.width, png.height, {
          expected = expected, fix = "export it in the expected size",
        })
      elseif png and png.has_alpha then
        report:file(name, "'%s' has an alpha channel", name, { expected = "no alpha channel", fix = "export it without transparency" })
      end
    end
    for _, name in ipairs { "iTunesArtwork.png", "iTunesArtwork@2x.png" } do
      if bundles.exists(bundle, name) then
        report:file(name, "'%s' is ignored: the system looks for the name without an extension", name, {
          expected = name:sub(1, -5), fix = "rename it to " .. name:sub(1, -5),
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { kind = "framework", files = { iTunesArtwork = "JFIF" } }, {
        files = { iTunesArtwork = { png = { width = 512 } }, ["iTunesArtwork@2x"] = { png = { width = 1024 } } },
      },
    },
    fail = {
      { files = { iTunesArtwork = "JFIF" }, at = "iTunesArtwork" },
      { files = { iTunesArtwork = { png = { width = 1024 } } }, at = "iTunesArtwork" },
      { files = { iTunesArtwork = { png = { width = 512, height = 500 } } }, at = "iTunesArtwork" },
      { files = { ["iTunesArtwork@2x"] = { png = { width = 512 } } }, at = "iTunesArtwork@2x" },
      { files = { iTunesArtwork = { png = { width = 512, has_alpha = true } } }, at = "iTunesArtwork" },
      { files = { ["iTunesArtwork.png"] = { png = { width = 512 } } }, at = "iTunesArtwork.png" },
      { files = { ["iTunesArtwork@2x.png"] = { png = { width = 1024 } } }, at = "iTunesArtwork@2x.png" },
    },
  },
}
