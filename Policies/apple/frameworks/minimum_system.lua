local values = import "apple.values"

rule "minimum-system" {
  summary   = "Frameworks and, on the Mac, helper apps and services must run on every system that the bundle containing them supports",
  severity  = "error",
  rationale = "On an older system, devices do not load the framework, and what links against it crashes at launch; on the Mac "
    .. "it crashes at the first symbol that the system lacks. Helper apps and services for a later system do not start.",
  source    = { "ITMS-90208", "ITMS-90360" },
  tags      = { "S8", "ITMS-90208", "ITMS-90360", "dyld-too-new" },
  applies   = { kind = { "framework", "application", "extension" }, nested = true, key = { "LSMinimumSystemVersion", "MinimumOSVersion" } },
  check = function(bundle, report)
    local outer = bundle.parent
    if outer.platform ~= bundle.platform then return end
    -- On older systems, an app runs without its app extensions; devices offer app clips and watch apps by themselves.
    if bundle.kind ~= "framework" and (values.is_mobile(bundle) or values.is_app_extension(bundle)) then return end
    local own, whole = values.minimum_os(bundle), values.minimum_os(outer)
    if own and whole and version.compare(whole, own) < 0 then
      local key = values.minimum_os_key(bundle)
      report:at(bundle.info, key, "%s requires %s, but %s supports %s", bundle.name, own, outer.name, whole, {
        expected = "at most " .. whole, fix = "build it for " .. whole .. ", or raise " .. key .. " of " .. outer.name,
        severity = not values.is_mobile(bundle) and "warning" or nil,
      })
    end
  end,
  examples = {
    pass = {
      { bundles = { ["Versions/A/Frameworks/Inner.framework"] = {} } },
      { kind = "application", platform = "ios", without = "MinimumOSVersion", bundles = { ["Frameworks/Kit.framework"] = {} } },
      { kind = "application", platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { info = { MinimumOSVersion = "15.0" } } } },
      -- An extension, with all that it contains, may require a later system: older systems run the app without it.
      {
        kind = "application",
        bundles = { ["Contents/PlugIns/Share.appex"] = {
          info = { LSMinimumSystemVersion = "14.0" },
          bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { LSMinimumSystemVersion = "14.0" } } },
        } },
      },
      { kind = "application", platform = "ios", bundles = { ["AppClips/Clip.app"] = { info = { MinimumOSVersion = "16.1" } } } },
      { kind = "application", bundles = { ["Contents/Helpers/Tool.app"] = {}, ["Contents/XPCServices/Work.xpc"] = {} } },
      { kind = "application", bundles = { ["Contents/PlugIns/A.bundle"] = { info = { LSMinimumSystemVersion = "14.0" } } } },
      {
        kind = "application",
        bundles = { ["Contents/Frameworks/Kit.framework"] = { platform = "ios", info = { MinimumOSVersion = "16.0" } } },
      },
    },
    fail = {
      {
        kind = "application", platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { info = { MinimumOSVersion = "16.1" } } },
        at = "Frameworks/Kit.framework:/MinimumOSVersion",
      },
      {
        kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { LSMinimumSystemVersion = "14.0" } } },
        at = "Contents/Frameworks/Kit.framework:/LSMinimumSystemVersion",
      },
      {
        kind = "application", bundles = { ["Contents/Helpers/Tool.app"] = { info = { LSMinimumSystemVersion = "14.0" } } },
        at = "Contents/Helpers/Tool.app:/LSMinimumSystemVersion",
      },
      {
        kind = "application", bundles = { ["Contents/XPCServices/Work.xpc"] = { info = { LSMinimumSystemVersion = "14.0" } } },
        at = "Contents/XPCServices/Work.xpc:/LSMinimumSystemVersion",
      },
    },
  },
}
