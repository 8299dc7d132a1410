rule "versioned-links" {
  summary   = "A framework for macOS has its versions, a link to the current one, and links to that one's contents at the top",
  severity  = "error",
  rationale = "Code signing and the store refuse a framework without them. They get lost where a framework is copied by what knows "
    .. "no symbolic links.",
  source    = { "Bundle Programming Guide: Anatomy of a Framework Bundle", "ITMS-90291", "ITMS-90292" },
  tags      = { "S8", "ITMS-90291", "ITMS-90292" },
  applies   = { kind = "framework", platform = { "macos", "catalyst" } },
  check = function(bundle, report)
    local files = bundle.files
    if bundle.layout ~= "versioned" then
      return report("the framework has no versions; it is laid out %s", bundle.layout, {
        expected = "Versions/A and links to it", fix = "build it as a versioned framework",
      })
    end
    local current = files["Versions/Current"]
    if current == nil then
      report:file("Versions/Current", "the link to the current version is missing", {
        expected = "a symbolic link to a version beside it", fix = "ln -s A Versions/Current; copy with ditto or cp -R",
      })
    elseif current.type ~= "symbolicLink" then
      report:file("Versions/Current", "the current version is no link", {
        expected = "a symbolic link to a version beside it", fix = "copy the framework with its links: ditto or cp -R",
      })
    end
    local stem = bundle.name:match("^(.*)%.")
    for _, name in ipairs { stem, "Resources" } do
      local link = files[name]
      local wanted = "Versions/Current/" .. name
      -- A framework without code, or without resources, needs no link to them.
      local there = files[wanted] or (bundle.executable or ""):find("/" .. name, 1, true) and name == stem or name == "Resources"
      if link == nil and there then
        report:file(name, "the link to %s is missing", wanted, {
          expected = "a symbolic link to " .. wanted, fix = "copy the framework with its links: ditto or cp -R",
        })
      elseif link and link.type ~= "symbolicLink" then
        report:file(name, "'%s' is no link", name, {
          expected = "a symbolic link to " .. wanted, fix = "copy the framework with its links: ditto or cp -R",
        })
      end
    end
  end,
  examples = {
    pass = { {}, { without = "CFBundleExecutable" } },
    fail = {
      { files = { ["Versions/Current"] = false } }, { files = { Kit = false } }, { files = { Resources = false } },
      { files = { Kit = { mach_o = {} } } },
      { platform = "ios", info = { CFBundleSupportedPlatforms = { "MacOSX" } } },
    },
  },
}
