local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

-- For the examples.
local function layouts(info, at, files)
  local all = { ["Contents/Resources/Example.keylayout"] = "<keyboard/>" }
  for path, file in pairs(files or {}) do all[path] = file end
  return { kind = "plugin", name = "Layouts.bundle", without = "CFBundleExecutable", info = info, files = all, at = at }
end
local identifier = "com.example.keyboardlayout.layouts"
local source = { TISInputSourceID = identifier .. ".example" }

rule "keyboard-layouts" {
  summary   = "A bundle of keyboard layouts must have 'keyboardlayout' in its identifier and describe layouts that it contains",
  severity  = "warning",
  rationale = "macOS reads the language and the identifier of a layout from KLInfo_NAME, where NAME is the name of its file, and only in a "
    .. "bundle whose identifier has the part 'keyboardlayout'.",
  source    = "Technical Note TN2056: Installable Keyboard Layouts",
  applies   = { kind = "plugin", platform = "macos", files = "Contents/Resources/*.keylayout" },
  check     = function(bundle, report)
    local info = bundle.info
    local own = values.text(info.CFBundleIdentifier)
    if own and not values.has_part(own, "keyboardlayout") then
      report:at(info, "CFBundleIdentifier", "'%s' has no part 'keyboardlayout': macOS ignores the languages of the layouts", own, {
        expected = "an identifier such as com.example.keyboardlayout.example", fix = "insert 'keyboardlayout' before the last part",
      })
    end
    for _, key in ipairs(plist.keys(info, "KLInfo_")) do
      local name = key:match("^KLInfo_(.+)")
      if name and not bundles.exists(bundle, "Contents/Resources/" .. name .. ".keylayout") then
        report:at(info, key, "the bundle has no layout '%s.keylayout'", name, {
          expected = "KLInfo_ and the name of a layout", fix = "correct the name, or add the layout",
        })
      end
      local id = name and values.text(values.dictionary(info[key]).TISInputSourceID)
      if id and own and id:sub(1, #own) ~= own then
        report:at(info[key], "TISInputSourceID", "'%s' does not start with the bundle identifier", id, {
          expected = "an identifier that starts with " .. own, fix = "prefix it with the bundle identifier",
        })
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(layouts { CFBundleIdentifier = "com.example.layouts" }, { platform = "catalyst" }),
      { kind = "plugin" }, layouts { CFBundleIdentifier = identifier, KLInfo_Example = source, AKLInfo_X = {}, KLInfo_ = {} },
      layouts { CFBundleIdentifier = "com.example.KeyboardLayout.a", KLInfo_Example = "x" }, layouts { CFBundleIdentifier = "$(ID)" },
      layouts { CFBundleIdentifier = identifier, KLInfo_ = "x", KLInfo_Example = { TISInputSourceID = { "x" } } },
      { kind = "application", files = { ["Contents/Resources/a.keylayout"] = "x" } },
    },
    fail = {
      layouts({ CFBundleIdentifier = "com.example.layouts" }, "/CFBundleIdentifier"),
      layouts({ CFBundleIdentifier = "com.example.mykeyboardlayout" }, "/CFBundleIdentifier"),
      layouts({ CFBundleIdentifier = identifier, ["KLInfo_Other"] = source }, "/KLInfo_Other"),
      layouts({ CFBundleIdentifier = identifier, KLInfo_Example = { TISInputSourceID = "com.example.a" } },
        "/KLInfo_Example/TISInputSourceID"),
    },
  },
}
