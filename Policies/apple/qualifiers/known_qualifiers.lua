local values = import "apple.values"

-- What people write, and what the platform reads.
local meant = {
  iphone = "~iphone", ipad = "~ipad", ipod = "~ipod", ipodtouch = "~ipod", applewatch = "~applewatch", watch = "~applewatch",
  appletv = "~appletv", tv = "~appletv", phone = "~iphone", pad = "~ipad",
  iphoneos = "-iphoneos", ios = "-iphoneos", iphonesimulator = "-iphoneos", ipados = "-iphoneos", macos = "-macos",
  macosx = "-macos", osx = "-macos", mac = "-macos", darwin = "-macos", tvos = "-tvos", appletvos = "-tvos",
  watchos = "-watchos",
}

rule "known-qualifiers" {
  summary   = "Qualifiers of keys are platforms and devices that the platform knows",
  severity  = "error",
  rationale = "With any other qualifier it is just a key that nobody reads: the value for that device never takes effect.",
  source    = { "CFBundle_InfoPlist.c", "Information Property List Key Reference: Platform- and device-specific keys" },
  tags      = { "S5" },
  check     = function(bundle, report)
    for key in pairs(bundle.info) do
      local base, qualifier = key:match("^(%w+)([~-].+)")
      if base and values.entry(base) and not keys[key] and keys.split(key).base == key then
        report:at(bundle.info, key, "'%s' in %s is no platform or device: nobody reads the key", qualifier, key, {
          expected = "-PLATFORM of iphoneos, macos, tvos, watchos, then ~DEVICE of iphone, ipad, ipod, appletv, applewatch",
          fix = meant[qualifier:lower():sub(2)] and "rename it to " .. base .. meant[qualifier:lower():sub(2)]
            or "remove it, or write " .. base .. " with a qualifier the platform knows",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { info = { NSMainNibFile = "A", ["NSMainNibFile-macos"] = "A", ["NSMainNibFile-iphoneos~ipad"] = "B" } },
      { info = { ["com.example.some-key"] = 1, ["OurKey~iPad"] = 1, ["com.example.CFBundleName~iPad"] = 1 } },
    },
    fail = {
      { platform = "ios", info = { ["UISupportedInterfaceOrientations~iPad"] = { "UIInterfaceOrientationPortrait" } } },
      { info = { ["LSMinimumSystemVersion-macosx"] = "13.0" } },
      { platform = "ios", info = { ["UIStatusBarHidden~ipad-iphoneos"] = true } },
      { platform = "ios", info = { ["UIStatusBarHidden~fridge"] = true } },
    },
  },
}
