local values = import "apple.values"

-- Names of Apple's apps on devices, which no other app may have.
local taken = {}
for name in ([[
  App Store,Apple TV,Books,Calculator,Calendar,Camera,Clock,Compass,Contacts,Files,Find My,Fitness,FaceTime,Freeform,Health,Home,iBooks,
  iTunes Store,Journal,Magnifier,Mail,Maps,Measure,Messages,Music,News,Notes,Passwords,Phone,Photos,Podcasts,Reminders,Safari,Settings,
  Shortcuts,Siri,Stocks,Tips,Translate,TV,Voice Memos,Wallet,Watch,Weather
]]):gmatch("%s*([^,\n]+)") do taken[name:lower()] = true end

-- Declares the rule for bundles of these platforms.
return function(platforms)
  rule "app-name" {
    summary   = "The name of an app must not be one of Apple's, or start or end with a space",
    severity  = "error",
    rationale = "The store rejects an app whose CFBundleName or CFBundleDisplayName is the name of another app, as it always is for the "
      .. "names "
      .. "of the system's own apps. Names of other apps are not known here. A target of Xcode's template for watch apps is called Watch.",
    source    = { "ITMS-90129", "ITMS-90694" },
    tags      = { "ITMS-90129", "ITMS-90694" },
    applies   = { kind = "application", platform = platforms, key = { "CFBundleName", "CFBundleDisplayName" } },
    check     = function(bundle, report)
      for _, key in ipairs { "CFBundleDisplayName", "CFBundleName" } do
        local name = values.text(bundle.info[key])
        if name and (name:find("^%s") or name:find("%s$")) then
          report:at(bundle.info, key, "the name '%s' starts or ends with a space", name,
            { expected = "a name without it", fix = "remove it" })
        elseif name and taken[name:lower()] then
          report:at(bundle.info, key, "'%s' is the name of one of Apple's apps", name, {
            expected = "a name of your own", fix = "add a word to it",
          })
        end
      end
    end,
    examples  = {
      pass = {
        {}, { info = { CFBundleName = "Weather Now", CFBundleDisplayName = "My Photos" } }, { info = { CFBundleDisplayName = "$(NAME) " } },
        { info = { CFBundleName = { 1 } } },
      },
      fail = {
        { without = "CFBundleName", info = { CFBundleDisplayName = "Weather" }, at = "/CFBundleDisplayName" },
        { info = { CFBundleDisplayName = "Example " }, at = "/CFBundleDisplayName" },
        { info = { CFBundleName = " Example" }, at = "/CFBundleName" },
        { info = { CFBundleDisplayName = "Weather" }, at = "/CFBundleDisplayName" },
        { info = { CFBundleName = "Voice memos" }, at = "/CFBundleName" },
        { info = { CFBundleName = "Find My" }, at = "/CFBundleName" }, { info = { CFBundleName = "Settings" }, at = "/CFBundleName" },
      },
    },
  }
end
