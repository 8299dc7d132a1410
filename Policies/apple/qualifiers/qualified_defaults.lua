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

-- How many qualified forms each key has.
local function count_variants(info)
  local counts = {}
  for key in pairs(info) do
    local base = key:find("[~-]") and keys.split(key).base
    if base and base ~= key then counts[base] = (counts[base] or 0) + 1 end
  end
  return counts
end

rule "qualified-defaults" {
  summary   = "Every key for one platform or device must have an unqualified default",
  severity  = "warning",
  rationale = "A device without its own form of the key finds no value; neither do tools, which read only the unqualified key.",
  source    = { "Information Property List Key Reference: Platform- and device-specific keys", "CFBundle_InfoPlist.c" },
  tags      = { "S5" },
  check     = function(bundle, report)
    local info, variants = bundle.info, nil
    for key in pairs(info) do
      if key:find("[~-]") then
        local parts = keys.split(key)
        local missing = parts.base ~= key and info[parts.base] == nil
        local entry = values.entry(parts.base)
        if missing and not (entry and not entry.qualifiable) then
          local fix = "add " .. parts.base .. " with the value for all others"
          variants = variants or count_variants(info)
          -- The value of the only variant is the only one that the default can have.
          if variants[parts.base] == 1 and parts.base:sub(1, 1) ~= "/" then fix = { text = fix, add = { [parts.base] = info[key] } } end
          local only = serve_all(info, parts.base)
          report:at(info, key, only and "%s has no default; it covers every device in UIDeviceFamily, but tools find no value"
            or "%s has no default: other platforms and devices find no value for %s", key, parts.base, {
            expected = parts.base .. " as the default", fix = fix,
            severity = only and "note" or nil,
          })
        end
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
