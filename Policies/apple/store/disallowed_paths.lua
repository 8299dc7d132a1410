rule "disallowed-paths" {
  summary   = "An app for the store must not contain the store's own files, or folders of bundles without Info.plist",
  severity  = "error",
  rationale = "Tools that make packages by hand copy iTunesMetadata.plist, which belongs beside the app and not in it, or leave the "
    .. "folder of a watch app or extension behind that was not built. The store takes each folder with the name of a framework for one, "
    .. "even among the data of a game.",
  source    = { "ITMS-90036", "ITMS-90047", "ITMS-90207" },
  tags      = { "ITMS-90036", "ITMS-90047", "ITMS-90207" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" }, nested = false },
  check     = function(bundle, report)
    for _, path in ipairs { "iTunesMetadata.plist", "_CodeSignature", "CodeResources" } do
      local file = bundle.files[path]
      if file and (path == "iTunesMetadata.plist" or file.type == "symbolicLink") then
        report:file(path, "the store does not accept '%s' in an app", path, {
          expected = "no such file", fix = path == "iTunesMetadata.plist" and "remove it, or put it beside Payload"
            or "sign the app again with codesign, which writes a folder",
        })
      end
    end
    for _, folder in ipairs(bundles.files(bundle, { "**/*.app", "**/*.appex", "**/*.framework" }, "directory")) do
      local has_info = false
      for _, place in ipairs { "/Info.plist", "/Contents/Info.plist", "/Resources/Info.plist" } do
        has_info = has_info or bundles.exists(bundle, folder.path .. place)
      end
      if not has_info then
        report:file(folder.path, "%s has no Info.plist", folder.path:match("[^/]*$"), {
          expected = "a complete bundle", fix = "build it, or remove the folder",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { bundles = { ["Watch/Watch.app"] = { platform = "watchos" }, ["PlugIns/Share.appex"] = {} } }, { signed = true },
      { files = { ["Data/Old.app/Contents/Info.plist"] = "{}" } },
      { files = { ["a/iTunesMetadata.plist"] = "<plist/>" } },
      { bundles = { ["Frameworks/Kit.framework"] = {} } }, { files = { ["Frameworks/Kit.framework/Resources/Info.plist"] = "{}" } },
    },
    fail = {
      { files = { ["CodeResources"] = { link = "a.txt" }, ["a.txt"] = "{}" }, at = "CodeResources" },
      { files = { ["iTunesMetadata.plist"] = "<plist><dict/></plist>" }, at = "iTunesMetadata.plist" },
      { files = { ["_CodeSignature"] = { link = "Signatures" }, ["Signatures/CodeResources"] = "{}" }, at = "_CodeSignature" },
      { files = { ["Watch/Watch.app/Assets.car"] = "x" }, at = "Watch/Watch.app" },
      { files = { ["PlugIns/Share.appex"] = { directory = true } }, at = "PlugIns/Share.appex" },
      -- Data in a folder that the store takes for a framework.
      { files = { ["Data/Raw/Model.framework/model.bytes"] = "x" }, at = "Data/Raw/Model.framework" },
    },
  },
}
