local links = import "apple.frameworks.links"
local values = import "apple.values"

-- Xcode names the version A; Qt and others use names of their own.
local function last_version(bundle)
  local found = "A"
  for _, path in ipairs(bundles.walk(bundle, "Versions/*")) do
    if path ~= "Versions/Current" then found = path:match("[^/]*$") end
  end
  return found
end

rule "versioned-links" {
  summary   = "A framework for macOS must have versions, a link to the current version, and links to its contents at the top level",
  severity  = "error",
  rationale = "Code signing rejects a framework without versions, or with copies instead of links, and the linker finds a library by the "
    .. "link at the top level. Links get lost when a framework is copied by a tool that does not support them. Inside an app, nothing "
    .. "reads the links at the top level, which py2app omits: there, only apple.app-store.macos requires them.",
  source    = {
    "Bundle Programming Guide: Anatomy of a Framework Bundle", "bundlediskrep.cpp: validateFrameworkRoot", "ITMS-90291", "ITMS-90292",
  },
  tags      = { "S8", "ITMS-90291", "ITMS-90292", "ITMS-90229" },
  applies   = { kind = "framework", platform = { "macos", "catalyst" } },
  check = function(bundle, report)
    local files = bundle.files
    -- Qt 4 puts it there. Rules about the layout and the executable leave such a framework to this one.
    if bundle.layout == "contents" and files.Versions then
      local place = "Versions/" .. last_version(bundle) .. "/Resources"
      return report:file("Contents/Info.plist", "the framework has versions, but its Info.plist is in Contents, so that code signing does "
        .. "not recognize the bundle", {
        expected = place .. "/Info.plist", fix = ("move it to %s, and link Resources to Versions/Current/Resources"):format(place),
      })
    elseif bundle.layout ~= "versioned" then
      -- In an app for devices, nested-platform reports a framework that says that it is for the Mac.
      local host = values.host(bundle)
      if host and values.is_mobile(host) then return end
      return report("the framework has no versions; its layout is '%s'", bundle.layout, {
        expected = "Versions/A and links to it", fix = "build it as a versioned framework",
      })
    end
    local current = files["Versions/Current"]
    -- Without it, the links at the top level are broken or copies, too: one finding is enough.
    if current == nil then
      return report:file("Versions/Current", "the link to the current version does not exist", {
        expected = "a symbolic link to a version beside it",
        fix = "run ln -s " .. last_version(bundle) .. " Versions/Current, and copy frameworks with ditto or cp -R",
      })
    elseif current.type ~= "symbolicLink" then
      return report:file("Versions/Current", "the current version is not a symbolic link", {
        expected = "a symbolic link to a version beside it", fix = "copy the framework with its links, using ditto or cp -R",
      })
    end
    for _, name in ipairs(links(bundle)) do
      local link = files[name]
      if link == nil and values.host(bundle) == nil then
        report:file(name, "the link to Versions/Current/%s does not exist", name, {
          expected = "a symbolic link to Versions/Current/" .. name, fix = "copy the framework with its links, using ditto or cp -R",
        })
      elseif link and link.type ~= "symbolicLink" then
        report:file(name, "'%s' is not a symbolic link", name, {
          expected = "a symbolic link to Versions/Current/" .. name, fix = "copy the framework with its links, using ditto or cp -R",
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { platform = "catalyst" }, { without = "CFBundleExecutable", files = { ["Versions/A/Kit"] = false, Kit = false } },
      { info = { CFBundleExecutable = "Gone" } },
      {
        kind = "application", platform = "ios",
        bundles = { ["Frameworks/Kit.framework"] = { info = { CFBundleSupportedPlatforms = { "MacOSX" } } }, ["Frameworks/A.framework"] = {
          platform = "macos",
        } },
      },
      { kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { Kit = false, Resources = false } } } },
      {
        kind = "xcframework",
        bundles = { ["ios-arm64/Kit.framework"] = { platform = "ios" }, ["macos-arm64/Kit.framework"] = { platform = "macos" } },
      },
    },
    fail = {
      { files = { ["Versions/Current"] = false }, at = "Versions/Current" },
      { files = { ["Versions/Current"] = false, ["Versions/Current/Resources/Info.plist"] = "{}" }, at = "Versions/Current" },
      { files = { Kit = false }, at = "Kit" }, { files = { Resources = false }, at = "Resources" },
      { files = { Kit = { mach_o = {} } }, at = "Kit" },
      {
        kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { Kit = { mach_o = {} } } } },
        at = "Contents/Frameworks/Kit.framework/Kit",
      },
      { platform = "ios", info = { CFBundleSupportedPlatforms = { "MacOSX" } } },
      {
        files = {
          ["Versions/A/Resources/Info.plist"] = false, ["Versions/A/Kit"] = false, ["Versions/Current"] = { link = "4" }, Resources = false,
          ["Versions/4/Kit"] = { mach_o = { file_type = "dylib" } },
          ["Contents/Info.plist"] = "<plist><dict><key>CFBundleExecutable</key><string>Kit</string></dict></plist>",
        },
        at = "Contents/Info.plist",
      },
    },
  },
}
