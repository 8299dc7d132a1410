local values = import "apple.values"

rule "identifier-prefix" {
  summary   = "The identifier of an extension, App Clip or watch app must begin with its host's identifier and a period",
  severity  = "error",
  rationale = "Xcode, the store and the device reject an embedded bundle whose identifier does not belong to the app.",
  source    = { "ITMS-90347", "App Extension Programming Guide" },
  tags      = { "S13", "ITMS-90347", "MI-prefix" },
  applies   = { nested = true },
  check     = function(bundle, report)
    -- Services, system extensions and helper apps on the Mac have identifiers of their own.
    if not values.is_app_extension(bundle) and not (bundle.kind == "application" and values.is_mobile(bundle)) then return end
    local around = values.host(bundle)
    local own, prefix = values.text(bundle.info.CFBundleIdentifier), around and values.text(around.info.CFBundleIdentifier)
    if own and prefix and own:sub(1, #prefix + 1) ~= prefix .. "." then
      report:at(bundle.info, "CFBundleIdentifier", "'%s' does not begin with '%s.', the identifier of %s", own, prefix, around.name, {
        expected = prefix .. ".NAME", fix = "change it to " .. prefix .. "." .. own:match("[^.]*$"),
      })
    end
  end,
  examples  = {
    pass = {
      { bundles = { ["Contents/PlugIns/Share.appex"] = { kind = "extension" } } },
      { bundles = { ["Contents/XPCServices/Ours.xpc"] = { kind = "extension", info = { CFBundleIdentifier = "com.example.ours" } } } },
      { bundles = { ["Contents/Helpers/Tool.app"] = { kind = "application", info = { CFBundleIdentifier = "org.tool" } } } },
    },
    fail = {
      {
        bundles = { ["Contents/PlugIns/Share.appex"] = { kind = "extension", info = { CFBundleIdentifier = "com.example.appshare" } } },
        at = "Contents/PlugIns/Share.appex:/CFBundleIdentifier",
      },
      {
        platform = "ios",
        bundles = { ["AppClips/Clip.app"] = { kind = "application", info = { CFBundleIdentifier = "com.example.clip" } } },
        at = "AppClips/Clip.app:/CFBundleIdentifier",
      },
    },
  },
}
