-- Kinds of resources that are never empty: an empty one was not copied, or not compiled.
local kinds = { "car", "png", "jpg", "jpeg", "tiff", "tif", "pdf", "heic", "nib", "ttf", "otf", "ttc", "mom", "sdef", "metallib", "dylib", "mobileprovision", "provisionprofile" }

-- The folders whose files the system opens by name; those below them belong to the app.
local places = {
  contents = { "Contents/*", "Contents/Resources/*", "Contents/Resources/*.lproj/*", "Contents/Frameworks/*" },
  versioned = { "Versions/*/Resources/*", "Versions/*/Resources/*.lproj/*" },
  flat = { "*", "*.lproj/*", "*.lproj/*.storyboardc/*", "*.storyboardc/*", "*.momd/*" },
}

rule "resources-not-empty" {
  summary   = "Images, nibs, fonts, asset catalogs and other compiled resources must have contents",
  severity  = "warning",
  rationale = "An empty file, or the pointer of Git LFS in its place, does not load: the app shows nothing there, or crashes. A file that was cut off in the "
    .. "middle is found only where its format tells its length.",
  source    = "Bundle Programming Guide: Resources",
  tags      = { "S8", "S10" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check     = function(bundle, report)
    for _, tool in ipairs(bundle.layout == "contents" and bundles.files(bundle, "Contents/MacOS/*", { type = "file", is = "empty" }) or {}) do
      if tool.executable and tool ~= bundle.executable_file then
        report:file(tool.path, "the program is empty", { expected = "a complete file", fix = "build or copy the file again", discriminator = "" })
      end
    end
    local hollow = { type = "file", extensions = kinds, is = { "empty", "lfs_pointer" } }
    for _, place in ipairs(places[bundle.layout] or {}) do
      for _, file in ipairs(bundles.files(bundle, place, hollow)) do
        if file ~= bundle.executable_file then
          report:file(file.path, file.size == 0 and "the file is empty" or "the file is a pointer of Git LFS", {
            expected = "a complete file", fix = file.size == 0 and "build or copy the file again" or "run git lfs pull before the build", discriminator = "",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      { files = { ["Contents/MacOS/tool"] = "", ["Contents/MacOS/script"] = { text = "#!/bin/sh\n", executable = true }, ["Contents/MacOS/App"] = { text = "", executable = true } } },
      {}, { files = { ["Contents/Resources/a.png"] = "x", ["Contents/Resources/empty.txt"] = "", ["Contents/Resources/data/a.png"] = "", ["Contents/Resources/b.png"] = { link = "a.png" } } },
      { files = { ["Contents/Resources/a.nib"] = { directory = true }, ["Contents/Resources/a.pdf"] = { size = 201 }, ["Contents/Resources/long.png"] = "version https://git-lfs" .. ("x"):rep(178) } },
    },
    fail = {
      { files = { ["Contents/MacOS/tool"] = { text = "", executable = true } } },
      { files = { ["Contents/Resources/Assets.car"] = "" } }, { files = { ["Contents/Resources/en.lproj/MainMenu.nib"] = "" } }, { files = { ["Contents/embedded.provisionprofile"] = "" } },
      { files = { ["Contents/Frameworks/liba.dylib"] = "" } }, { files = { ["Contents/Resources/A.PNG"] = "" } },
      { files = { ["Contents/Resources/Assets.car"] = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n" } },
      { files = { ["Contents/Resources/a.png"] = "version https://git-lfs" .. ("x"):rep(177) } },
      { platform = "ios", files = { ["Assets.car"] = "" } }, { platform = "ios", files = { ["Base.lproj/Main.storyboardc/a.nib"] = "" } },
      { kind = "framework", files = { ["Versions/A/Resources/a.tiff"] = "" } },
      { kind = "framework", files = { ["Versions/A/Resources/en.lproj/a.nib"] = "" } }, { kind = "plugin", platform = "ios", files = { ["a.jpg"] = "" } },
    },
  },
}
