local is_of_package = import "apple.layout.of_package"

-- Inputs of a build, by file extension and by name.
local patterns = {
  "**/*.storyboard", "**/*.xib", "**/*.xcassets", "**/*.xcdatamodeld", "**/*.xcdatamodel", "**/*.xcconfig", "**/*.pch",
  "**/*.xcodeproj", "**/*.xcworkspace", "**/*.entitlements", "**/*.xcstrings",
}
-- Below the folder of resources, these may belong to what the app edits or generates.
for _, name in ipairs {
  "*.swift", "*.m", "*.mm", "*.h", "*.swiftmodule", "Podfile", "Podfile.lock", "Cartfile", "Cartfile.resolved", "Package.resolved",
} do
  table.insert(patterns, name)
  table.insert(patterns, "Contents/Resources/" .. name)
end

rule "no-build-inputs" {
  summary   = "The bundle must not contain source code, project files or uncompiled resources",
  severity  = "note",
  rationale = "The app does not use them: they were copied by mistake, and reveal how the app is made. A storyboard, an asset catalog or "
    .. "a model that was not compiled is also missing in its compiled form.",
  source    = { "Bundle Programming Guide: The Structure of an Application Bundle", "Xcode: Copy Bundle Resources" },
  tags      = { "S8" },
  -- The walk includes nested bundles.
  applies   = { kind = { "application", "extension" }, nested = false },
  check     = function(bundle, report)
    for _, pattern in ipairs(patterns) do
      for _, path in ipairs(bundles.walk(bundle, pattern)) do
        -- Files in such a folder are reported with it; the files of packages for other languages belong to these.
        local parent = path:match("(.*)/")
        if not (parent and parent:find("%.xc%l+")) and not is_of_package(path) then
          report:file(path, "'%s' is an input of the build", path:match("[^/]*$"), {
            expected = "only what the build produces", fix = "remove it from the target, or from its Copy Bundle Resources phase",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {},
      {
        platform = "ios",
        files = {
          ["a.swiftinterface"] = "x", ["lib/node_modules/x/a.xib"] = "x", ["lib/site-packages/x/a.pch"] = "x", ["Templates/a.swift"] = "x",
        },
      },
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Headers/Kit.h"] = "x" } } } },
    },
    fail = {
      { platform = "ios", files = { ["Foo.swift"] = "x" }, at = "Foo.swift" },
      { platform = "ios", files = { ["Foo.h"] = "x" }, at = "Foo.h" },
      { kind = "extension", platform = "ios", files = { ["Foo.h"] = "x" }, at = "Foo.h" },
      { files = { ["Contents/Resources/Foo.h"] = "x" }, at = "Contents/Resources/Foo.h" },
      { files = { ["Contents/Resources/Images.xcassets/a.xcdatamodeld/x"] = "x" }, at = "Contents/Resources/Images.xcassets" },
      { platform = "ios", files = { ["Kit.swiftmodule/a.swift"] = "x" }, at = "Kit.swiftmodule" },
      {
        platform = "ios", bundles = { ["PlugIns/Share.appex"] = { files = { ["Main.storyboard"] = "x" } } },
        at = "PlugIns/Share.appex/Main.storyboard", count = 1,
      },
      { platform = "ios", files = { Podfile = "x" }, at = "Podfile" },
    },
  },
}
