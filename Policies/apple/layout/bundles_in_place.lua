local values = import "apple.values"

-- The folders in an app in which the system looks, by the file extension of the bundle.
local on_devices = {
  framework = { "Frameworks" }, appex = { "PlugIns", "Extensions" }, dext = { "SystemExtensions" },
}
local on_macs = {
  appex = { "Contents/PlugIns", "Contents/Extensions" }, xpc = { "Contents/XPCServices" },
  systemextension = { "Contents/Library/SystemExtensions" }, dext = { "Contents/Library/SystemExtensions" },
}

local function folders(bundle, host)
  local extension = bundle.name:match("%.([^.]+)$")
  if not values.is_mobile(host) then return on_macs[extension] end
  if bundle.kind ~= "application" or host.platform ~= "ios" then return on_devices[extension] end
  -- Xcode puts a stand-in for an old watch app into the other folder.
  if bundle.platform == "watchos" then return { "Watch", "com.apple.WatchPlaceholder" } end
  return bundle.info.NSAppClip ~= nil and { "AppClips" } or nil
end

rule "bundles-in-place" {
  summary   = "Extensions, services, watch apps, app clips and, on devices, frameworks must be in the folders where the system looks for "
    .. "them",
  severity  = "error",
  rationale = "The system finds extensions, services and watch apps by their folder: elsewhere, they are not offered to anyone. On "
    .. "devices, code signing and the store accept frameworks only in Frameworks.",
  source    = { "Placing content in a bundle", "Daemons and Services Programming Guide: Creating XPC Services", "ITMS-90171" },
  tags      = { "S8", "ITMS-90171", "ITMS-90680" },
  applies   = { nested = true },
  check = function(bundle, report)
    local host = bundle.parent
    if host.kind ~= "application" then return end
    local places = folders(bundle, host)
    if not places then return end
    local path = bundle.path:sub(#host.path + (host.path == "" and 1 or 2))
    for _, folder in ipairs(places) do
      if path:sub(1, #folder + 1) == folder .. "/" then return end
    end
    report("%s is at %s, where the system does not look for it", bundle.name, path, {
      expected = places[1] .. "/" .. bundle.name, fix = "embed it in " .. places[1],
      severity = bundle.name:sub(-4) == ".xpc" and "warning" or nil,
    })
  end,
  examples = {
    pass = {
      {
        kind = "application", platform = "ios",
        bundles = {
          ["Frameworks/Kit.framework"] = {}, ["PlugIns/Share.appex"] = {}, ["Extensions/Intents.appex"] = {},
          ["Watch/Watch.app"] = { platform = "watchos" },
          ["com.apple.WatchPlaceholder/Old.app"] = { platform = "watchos" }, ["AppClips/Clip.app"] = { info = { NSAppClip = {} } },
          ["Art.bundle"] = {},
          ["Helper/Tool.app"] = {},
        },
      },
      {
        kind = "archive", platform = "ios",
        bundles = { ["Products/Applications/App.app"] = { bundles = { ["Frameworks/Kit.framework"] = {} } } },
      },
      {
        kind = "application",
        bundles = {
          ["Contents/PlugIns/Share.appex"] = {}, ["Contents/Extensions/Intents.appex"] = {}, ["Contents/XPCServices/Work.xpc"] = {},
          ["Contents/Library/SystemExtensions/Net.systemextension"] = {}, ["Contents/MacOS/Kit.framework"] = {},
          ["Contents/Helpers/Tool.app"] = {},
          ["Contents/Frameworks/Kit.framework"] = { bundles = { ["Versions/A/Helpers/Work.xpc"] = { platform = "macos" } } },
        },
      },
    },
    fail = {
      { kind = "application", platform = "ios", bundles = { ["Kit.framework"] = {} }, at = "Kit.framework" },
      { kind = "application", platform = "ios", bundles = { ["PlugIns/Kit.framework"] = {} }, at = "PlugIns/Kit.framework" },
      { kind = "application", platform = "ios", bundles = { ["Frameworks/My.Share.appex"] = {} }, at = "Frameworks/My.Share.appex" },
      { kind = "application", platform = "ios", bundles = { ["Watch.app"] = { platform = "watchos" } }, at = "Watch.app" },
      { kind = "application", platform = "ios", bundles = { ["Watch/Clip.app"] = { info = { NSAppClip = {} } } }, at = "Watch/Clip.app" },
      { kind = "application", platform = "watchos", bundles = { ["Kit.framework"] = {} }, at = "Kit.framework" },
      { kind = "application", bundles = { ["Contents/Frameworks/Share.appex"] = {} }, at = "Contents/Frameworks/Share.appex" },
      { kind = "application", bundles = { ["Contents/PlugIns/Work.xpc"] = {} }, at = "Contents/PlugIns/Work.xpc" },
      { kind = "application", bundles = { ["Contents/PlugIns/Net.systemextension"] = {} }, at = "Contents/PlugIns/Net.systemextension" },
    },
  },
}
