local values = import "apple.values"

-- A pattern that matches everything in a folder with any name.
local function everything_in(path) return path:gsub("[%[%*%?]", "[%0]") .. "/**" end

-- Bundles of resources may be anywhere.
local function is_code(bundle, path)
  return path:sub(-7) ~= ".bundle" or #bundles.files(bundle, everything_in(path), { is = "code" }) > 0
end

-- Folders in which a bundle is checked if it can be read.
local places = {
  ["AppClips/"] = true, ["Extensions/"] = true, ["Frameworks/"] = true, ["PlugIns/"] = true, ["Watch/"] = true,
  ["Contents/Extensions/"] = true, ["Contents/Frameworks/"] = true, ["Contents/Helpers/"] = true,
  ["Contents/Library/LoginItems/"] = true, ["Contents/PlugIns/"] = true, ["Contents/XPCServices/"] = true,
}

local function folder_of(path) return path:match("(.-)[^/]*$") end

rule "unchecked-bundles" {
  summary   = "Bundles with code must be in the folders for code, where they are found and checked",
  severity  = "warning",
  rationale = "Code signing, the system and this check look for nested code in certain folders only. A bundle elsewhere is shipped, but "
    .. "no rule of any policy is applied to it.",
  source    = { "Technical Note TN2206: Nested Code", "Placing content in a bundle" },
  tags      = { "S8" },
  -- The walk includes nested bundles.
  applies   = { nested = false },
  check = function(bundle, report)
    local first, counts = {}, {}
    for _, path in ipairs(bundles.strays(bundle)) do
      if is_code(bundle, path) then
        local folder = folder_of(path)
        if not counts[folder] then table.insert(first, path) end
        counts[folder] = (counts[folder] or 0) + 1
      end
    end
    -- One finding for each folder: a package of Python may hold dozens of frameworks.
    for _, path in ipairs(first) do
      local more = counts[folder_of(path)] - 1
      local what = more == 0 and "it was" or more == 1 and "it and another bundle in this folder were"
        or ("it and %d others in this folder were"):format(more)
      local is_in_place = bundle.kind ~= "framework" and places[folder_of(path)]
      report:file(path, is_in_place and "%s cannot be read as a bundle, so %s not checked"
        or "%s is not in a folder for code, so %s not checked", path:match("[^/]*$"), what, {
        expected = is_in_place and "a bundle with a valid Info.plist" or "code in " .. (values.is_mobile(bundle) and "Frameworks or PlugIns"
          or "Contents/Frameworks, Contents/PlugIns or Contents/Helpers"),
        fix = is_in_place and "build it again, or copy it again" or "move it there, or check it on its own as well", discriminator = "",
      })
    end
  end,
  examples = {
    pass = {
      {}, { platform = "ios" }, { files = { ["Contents/Resources/a/b/Sounds.bundle/Contents/Info.plist"] = "<plist><dict/></plist>" } },
      { files = { ["Contents/Resources/a/Template.app/readme.txt"] = "x" } },
      { bundles = {
        ["Contents/Library/Audio/Plug-Ins/Components/Sound.component"] = { kind = "plugin" }, ["Contents/PlugIns/a/b/Share.appex"] = {},
      } },
    },
    fail = {
      -- A framework whose links were copied as folders.
      {
        kind = "framework",
        files = {
          ["Frameworks/Tool.app/Contents/Info.plist"] = "<plist><dict/></plist>",
          ["Frameworks/Tool.app/Contents/MacOS/Tool"] = { mach_o = {} },
        },
        message = "is not in a folder for code", at = "Frameworks/Tool.app",
      },
      {
        platform = "ios",
        files = { ["PlugIns/Share.appex/Info.plist"] = "", ["PlugIns/Share.appex/Share"] = { mach_o = { platform = "ios" } } },
        message = "cannot be read as a bundle, so it was not checked", at = "PlugIns/Share.appex",
      },
      {
        files = { ["Contents/Resources/Scripts/Tool.app/Contents/Info.plist"] = "<plist><dict/></plist>" },
        at = "Contents/Resources/Scripts/Tool.app", message = "so it was not checked",
      },
      {
        bundles = { ["Contents/PlugIns/Share.appex"] = { files = {
          ["Contents/Resources/a/Tool.app/Contents/Info.plist"] = "<plist><dict/></plist>",
        } } },
        at = "Contents/PlugIns/Share.appex/Contents/Resources/a/Tool.app", count = 1,
      },
      {
        files = { ["Contents/Resources/Scripts/Tool.app/Contents/MacOS/Tool"] = "#!/bin/sh\n" }, at = "Contents/Resources/Scripts/Tool.app",
      },
      {
        files = { ["Contents/Resources/a/Kit.framework/Versions/A/Resources/Info.plist"] = "<plist><dict/></plist>" },
        at = "Contents/Resources/a/Kit.framework",
      },
      {
        files = {
          ["Contents/Resources/a/A.app/Contents/Info.plist"] = "<plist><dict/></plist>",
          ["Contents/Resources/b/B.app/Contents/Info.plist"] = "<plist><dict/></plist>",
        },
        at = { "Contents/Resources/a/A.app", "Contents/Resources/b/B.app" },
      },
      { platform = "ios", files = { ["Assets/a/Share.appex/Info.plist"] = "<plist><dict/></plist>" }, at = "Assets/a/Share.appex" },
      {
        files = {
          ["Contents/Resources/a/A.app/Contents/Info.plist"] = "<plist><dict/></plist>",
          ["Contents/Resources/a/B.app/Contents/Info.plist"] = "<plist><dict/></plist>",
        },
        at = "Contents/Resources/a/A.app", message = "so it and another bundle in this folder were not checked",
      },
      {
        files = {
          ["Contents/Resources/a/A.app/Contents/Info.plist"] = "<plist><dict/></plist>",
          ["Contents/Resources/a/B.app/Contents/Info.plist"] = "<plist><dict/></plist>",
          ["Contents/Resources/a/C.app/Contents/Info.plist"] = "<plist><dict/></plist>",
        },
        at = "Contents/Resources/a/A.app", message = "so it and 2 others in this folder were not checked",
      },
      {
        files = {
          ["Contents/Resources/a [1]/X.bundle/Contents/Info.plist"] = "<plist><dict/></plist>",
          ["Contents/Resources/a [1]/X.bundle/Contents/MacOS/X"] = { mach_o = { platform = "macos", file_type = "bundle" } },
        },
        at = "Contents/Resources/a [1]/X.bundle",
      },
    },
  },
}
