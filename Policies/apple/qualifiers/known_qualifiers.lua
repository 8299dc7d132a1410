local values = import "apple.values"

local form = "-PLATFORM (iphoneos, macos, tvos, watchos), then ~DEVICE (iphone, ipad, ipod, appletv, applewatch)"

-- Words that people write, and the qualifiers that the platform reads.
local meant = {
  iphone = "~iphone", ipad = "~ipad", ipod = "~ipod", ipodtouch = "~ipod", applewatch = "~applewatch", watch = "~applewatch",
  appletv = "~appletv", tv = "~appletv", phone = "~iphone", pad = "~ipad",
  iphoneos = "-iphoneos", ios = "-iphoneos", ipados = "-iphoneos", macos = "-macos",
  macosx = "-macos", osx = "-macos", mac = "-macos", darwin = "-macos", tvos = "-tvos", appletvos = "-tvos",
  watchos = "-watchos",
}

rule "known-qualifiers" {
  summary   = "Qualifiers of keys must be well-formed, and platforms and devices that the platform knows",
  severity  = "error",
  rationale = "With any other qualifier, nothing reads the key: the value for that device never takes effect. A key has at most one "
    .. "platform and one device.",
  source    = { "CFBundle_InfoPlist.c", "Information Property List Key Reference: Platform- and device-specific keys" },
  tags      = { "S5" },
  check     = function(bundle, report)
    for _, key in ipairs(keys.malformed(bundle.info)) do
      report:at(bundle.info, key, "the qualifiers of '%s' are malformed: %s", key, keys.split(key).problem, {
        expected = form, fix = "write one key for each platform or device, without blanks in it",
      })
    end
    for _, key in ipairs(keys.unprefixed(bundle.info)) do
      local base, qualifier = key:match("^(%w+)([~-].+)")
      if base and values.entry(base) and keys.split(key).base == key then
        local fix = "remove it, or write " .. base .. " with a known qualifier"
        local known = meant[qualifier:lower():sub(2)]
        if known then
          fix = "rename it to " .. base .. known
          -- Only the letter case is certain. With both keys, somebody must say which of the values counts.
          if qualifier:lower() == known and bundle.info[base .. known] == nil then
            fix = { text = fix, rename = { [key] = base .. known } }
          end
        end
        report:at(bundle.info, key, "the qualifier '%s' in %s is not a known platform or device, so nothing reads the key", qualifier, key,
          {
          expected = form, fix = fix,
        })
      end
    end
  end,
  examples  = {
    pass = {
      { info = { NSMainNibFile = "A", ["NSMainNibFile-macos"] = "A", ["NSMainNibFile-iphoneos~ipad"] = "B" } },
      { info = { ["com.example.some-key"] = 1, ["OurKey~iPad"] = 1, ["com.example.CFBundleName~iPad"] = 1, ["com.our-app.Key~ipad"] = 1 } },
    },
    fail = {
      {
        platform = "ios", info = { ["UISupportedInterfaceOrientations~iPad"] = { "UIInterfaceOrientationPortrait" } },
        at = "/UISupportedInterfaceOrientations~0iPad",
      },
      { info = { ["LSMinimumSystemVersion-macosx"] = "13.0" }, at = "/LSMinimumSystemVersion-macosx" },
      { platform = "ios", info = { ["UIStatusBarHidden~ipad-iphoneos"] = true }, at = "/UIStatusBarHidden~0ipad-iphoneos" },
      { platform = "ios", info = { ["UIStatusBarHidden~fridge"] = true }, at = "/UIStatusBarHidden~0fridge" },
      { platform = "ios", info = { ["UIStatusBarHidden-iphonesimulator"] = true }, at = "/UIStatusBarHidden-iphonesimulator" },
      { platform = "ios", info = { ["UIStatusBarHidden~ipad~iphone"] = true }, at = "/UIStatusBarHidden~0ipad~0iphone", count = 1 },
      { platform = "ios", info = { ["UIStatusBarHidden ~ipad"] = true }, at = "/UIStatusBarHidden ~0ipad", count = 1 },
      { info = { ["com.example.Key-iphoneos-macos"] = 1 }, at = "/com.example.Key-iphoneos-macos", count = 1 },
      { info = { ["NSMainNibFile~fridge~ipad"] = "A", ["NSMainNibFile~ipad~fridge"] = "A" }, count = 2,
        at = { "/NSMainNibFile~0fridge~0ipad", "/NSMainNibFile~0ipad~0fridge" } },
    },
  },
}
