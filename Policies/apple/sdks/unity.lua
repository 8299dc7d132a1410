-- Where a Unity player looks for the game's data, by the file that shows the player.
local players = {
  { path = "Frameworks/UnityFramework.framework", data = { "Data", "Frameworks/UnityFramework.framework/Data" } },
  { path = "Contents/Frameworks/UnityPlayer.dylib", data = { "Contents/Resources/Data" } },
}

rule "unity-data" {
  summary   = "An app with Unity's player must contain the game's Data folder",
  severity  = "error",
  rationale = "The player reads its settings, scenes and managed code from the folder Data, and stops at launch without it. An app that "
    .. "uses Unity as a library must embed the folder in UnityFramework.framework or copy it into the app.",
  source    = {
    "https://docs.unity3d.com/Manual/StructureOfXcodeProject.html", "https://docs.unity3d.com/Manual/UnityasaLibrary-iOS.html",
  },
  tags      = { "sdk" },
  applies   = { kind = "application", files = { players[1].path, players[2].path } },
  check     = function(bundle, report)
    for _, player in ipairs(players) do
      if bundles.exists(bundle, player.path) then
        local has_data = false
        for _, place in ipairs(player.data) do has_data = has_data or bundles.exists(bundle, place) end
        -- Code can name the bundle with the data.
        if not has_data and #bundles.walk(bundle, "**/globalgamemanagers") == 0 and #bundles.walk(bundle, "**/data.unity3d") == 0 then
          report:file(player.data[1], "the app contains Unity's player, but not the game's data: it stops at launch", {
            expected = table.concat(player.data, " or "), fix = "add the folder Data to the target that the player reads it from",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { platform = "ios", files = { ["Data/boot.config"] = "x" }, bundles = { ["Frameworks/UnityFramework.framework"] = {} } },
      { platform = "ios", bundles = { ["Frameworks/UnityFramework.framework"] = { files = { ["Data/boot.config"] = "x" } } } },
      { files = { ["Contents/Frameworks/UnityPlayer.dylib"] = "x", ["Contents/Resources/Data/boot.config"] = "x" } },
      { platform = "ios", bundles = { ["Frameworks/UnityFramework.framework"] = {}, ["Frameworks/Game.framework"] = {
        files = { ["Data/globalgamemanagers"] = "x" },
      } } },
      { platform = "ios", bundles = { ["Frameworks/UnityFramework.framework"] = {}, ["Frameworks/Game.framework"] = {
        files = { ["Data/data.unity3d"] = "x" },
      } } },
      { bundles = { ["Contents/PlugIns/Share.appex"] = { files = { ["Contents/Frameworks/UnityPlayer.dylib"] = "x" } } } },
    },
    fail = {
      { platform = "ios", bundles = { ["Frameworks/UnityFramework.framework"] = {} }, at = "Data" },
      { files = { ["Contents/Frameworks/UnityPlayer.dylib"] = "x" }, at = "Contents/Resources/Data" },
    },
  },
}
