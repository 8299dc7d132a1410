local values = import "apple.values"

local families = { [1] = "iphone", [2] = "ipad" }

-- Whether the qualified forms of a key serve every device that the bundle declares.
local function serve_all(info, key)
  local wanted = values.list(info.UIDeviceFamily)
  for _, family in ipairs(wanted) do
    local device = families[family]
    if not device or info[key .. "~" .. device] == nil then return false end
  end
  return #wanted > 0
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
      if info[base] == nil and not (entry and not entry.qualifiable) then
        local fix = "add " .. base .. " with the value for all others"
        -- The value of the only variant is the only one that the default can have.
        if #plist.variants(info, base) == 1 and base:sub(1, 1) ~= "/" then fix = { text = fix, add = { [base] = info[key] } } end
        local only = serve_all(info, base)
        report:at(info, key, only and "%s has no default; it covers every device in UIDeviceFamily, but tools find no value"
          or "%s has no default: other platforms and devices find no value for %s", key, base, {
          expected = base .. " as the default", fix = fix,
          severity = only and "note" or nil,
        })
      end
    end
  end,
  examples  = {
    pass = {
      { platform = "ios", info = { UIDeviceFamily = "2", ["UISupportedInterfaceOrientations~ipad"] = { "UIInterfaceOrientationPortrait" } } },
      { info = { ["com.example-app.Key"] = 1, ["Key~mine"] = 1, ["split~mine"] = 1, ["CFBundleExecutable~ipad"] = "App" },
        without = "CFBundleExecutable" },
    },
    fail = {
      { platform = "ios", info = { ["UIMainStoryboardFile~ipad"] = "Main" } },
      { platform = "ios", info = { UIDeviceFamily = { 2 }, ["UIMainStoryboardFile~ipad"] = "Main" } },
      { info = { ["NSMainNibFile-macos"] = "Main" } }, { info = { ["split~ipad"] = 1 } },
    },
  },
}
