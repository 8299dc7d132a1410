local values = import "apple.values"

local families = { [1] = { "iphone", "ipod" }, [2] = { "ipad" } }
local others = { tvos = "appletv", watchos = "applewatch" }

-- Whether the qualified forms of a key serve every device that the bundle declares.
local function serve_all(bundle, key)
  local devices = {}
  if bundle.platform == "ios" then
    for _, family in ipairs(values.list(bundle.info.UIDeviceFamily)) do
      if not families[tonumber(family)] then return false end
      for _, device in ipairs(families[tonumber(family)]) do devices[#devices + 1] = device end
    end
  elseif bundle.platform then
    devices = { others[bundle.platform] or false }
  end
  for _, device in ipairs(devices) do
    if plist.resolve(bundle.info, key, { platform = bundle.platform, device = device or nil }) == nil then return false end
  end
  return #devices > 0
end

rule "qualified-defaults" {
  summary   = "Every key for one platform or device must have an unqualified default",
  severity  = "warning",
  rationale = "A device without its own form of the key finds no value; neither do tools, which read only the unqualified key.",
  source    = { "Information Property List Key Reference: Platform- and device-specific keys", "CFBundle_InfoPlist.c" },
  tags      = { "S5" },
  check     = function(bundle, report)
    local info = bundle.info
    for _, key in ipairs(keys.qualified(info)) do
      local base = keys.split(key).base
      local entry = values.entry(base)
      -- known-qualifiers reports malformed keys.
      if info[base] == nil and not keys.split(key).problem and not (entry and not entry.qualifiable) then
        local fix, only = "add " .. base .. " with the value for all others", serve_all(bundle, base)
        -- A default that no device reads changes nothing; the value of the only variant is the only one that it can have.
        if only and #plist.variants(info, base) == 1 and base:sub(1, 1) ~= "/" then fix = { text = fix, add = { [base] = info[key] } } end
        report:at(info, key, only and "%s has no default; it covers every device that the bundle supports, but tools find no value"
          or "%s has no default: other platforms and devices find no value for %s", key, base, {
          expected = base .. " as the default", fix = fix,
          severity = only and "note" or nil,
        })
      end
    end
  end,
  examples  = {
    pass = {
      {
        platform = "ios", info = { UIDeviceFamily = "2", ["UISupportedInterfaceOrientations~ipad"] = { "UIInterfaceOrientationPortrait" } },
      },
      { info = {
        ["com.example-app.Key"] = 1, ["Key~mine"] = 1, ["split~mine"] = 1, ["CFBundleExecutable~ipad"] = "App", ["Key~ipad~iphone"] = 1,
      },
        without = "CFBundleExecutable" },
    },
    fail = {
      { platform = "ios", info = { ["UIMainStoryboardFile~ipad"] = "Main" }, at = "/UIMainStoryboardFile~0ipad" },
      { platform = "ios", info = { UIDeviceFamily = { 2 }, ["UIMainStoryboardFile~ipad"] = "Main" }, at = "/UIMainStoryboardFile~0ipad" },
      {
        platform = "ios", info = { UIDeviceFamily = { 1 }, ["UIMainStoryboardFile~iphone"] = "Main" }, at = "/UIMainStoryboardFile~0iphone",
      },
      {
        platform = "tvos", info = { ["UIMainStoryboardFile~appletv"] = "Main" }, at = "/UIMainStoryboardFile~0appletv",
        message = "covers every device",
      },
      { info = { ["NSMainNibFile-macos"] = "Main" }, at = "/NSMainNibFile-macos", message = "covers every device" },
      -- A change of /a/b would be one inside the value of 'a'.
      { platform = "ios", info = { UIDeviceFamily = { 2 }, ["/a/b~ipad"] = 1 }, at = "/~1a~1b~0ipad" },
      { info = { ["split~ipad"] = 1 }, at = "/split~0ipad" },
    },
  },
}
