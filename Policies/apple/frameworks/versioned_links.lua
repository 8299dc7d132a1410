-- A is the name that Xcode gives; Qt and others have their own.
local function last_version(bundle)
  local found = "A"
  for _, path in ipairs(bundles.walk(bundle, "Versions/*")) do
    if path ~= "Versions/Current" then found = path:match("[^/]*$") end
  end
  return found
end

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
    -- With it the links at the top lead nowhere: one finding is enough.
    if current == nil then
      return report:file("Versions/Current", "the link to the current version is missing", {
        expected = "a symbolic link to a version beside it", fix = "ln -s " .. last_version(bundle) .. " Versions/Current; copy with ditto or cp -R",
      })
    elseif current.type ~= "symbolicLink" then
      report:file("Versions/Current", "the current version is no link", {
        expected = "a symbolic link to a version beside it", fix = "copy the framework with its links: ditto or cp -R",
      })
    end
    -- A framework without code needs no link to it.
    for _, name in ipairs { "Resources", bundle.executable and bundle.executable:match("[^/]*$") } do
      local link = files[name]
      if link == nil then
        report:file(name, "the link to Versions/Current/%s is missing", name, {
          expected = "a symbolic link to Versions/Current/" .. name, fix = "copy the framework with its links: ditto or cp -R",
        })
      elseif link.type ~= "symbolicLink" then
        report:file(name, "'%s' is no link", name, {
          expected = "a symbolic link to Versions/Current/" .. name, fix = "copy the framework with its links: ditto or cp -R",
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { platform = "catalyst" }, { without = "CFBundleExecutable", files = { ["Versions/A/Kit"] = false, Kit = false } },
      { kind = "xcframework", bundles = { ["ios-arm64/Kit.framework"] = { platform = "ios" }, ["macos-arm64/Kit.framework"] = { platform = "macos" } } },
    },
    fail = {
      { files = { ["Versions/Current"] = false } },
      { files = { ["Versions/Current"] = false, ["Versions/Current/Resources/Info.plist"] = "{}" } },
      { files = { Kit = false } }, { files = { Resources = false } },
      { files = { Kit = { mach_o = {} } } },
      { platform = "ios", info = { CFBundleSupportedPlatforms = { "MacOSX" } } },
    },
  },
}
