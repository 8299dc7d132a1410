local interface = import "apple.identity.interface"
local slices = import "apple.code.slices"
local values = import "apple.values"

-- Whether the code may take its window from elsewhere: it implements a method of NSPreferencePane that decides that, or cannot be read.
local function has_own_view(bundle)
  local all = slices(bundle)
  for _, slice in ipairs(all) do
    for _, name in ipairs { "mainNibName", "loadMainView", "assignMainView" } do
      if slice:has_string(name) ~= false then return true end
    end
  end
  return #all == 0
end

-- For the examples.
local function pane(info, files, at, strings)
  local all = { ["Contents/MacOS/A"] = { mach_o = { file_type = "bundle", strings = strings or { "APane" } } } }
  for path, file in pairs(files or {}) do all[path] = file end
  return { name = "A.prefPane", info = info, files = all, at = at and "/NSMainNibFile" }
end

rule "preference-pane-interface" {
  summary   = "A preference pane must contain the nib with its view",
  severity  = "error",
  rationale = "System Settings loads the nib that NSMainNibFile names, without the extension, or Main.nib if there is no such key. Without "
    .. "it, the pane cannot be opened. Panes whose code makes its view in another way are not reported.",
  source    = {
    "https://developer.apple.com/documentation/preferencepanes/nspreferencepane/mainnibname",
    "https://developer.apple.com/library/archive/documentation/UserExperience/Conceptual/PreferencePanes/Concepts/Anatomy.html",
  },
  applies   = { kind = "plugin", platform = "macos", when = function(bundle) return bundle.extension == "prefPane" end },
  check     = function(bundle, report)
    local stated = bundle.info.NSMainNibFile
    local name = stated == nil and "Main" or values.text(stated)
    local path = name and interface.find(bundle, name, { "nib" })
    -- interface-files compares the spelling of a name, and takes one with the extension.
    if not name or path or has_own_view(bundle) then return end
    report:missing(bundle.info, "NSMainNibFile", ("the preference pane has no %s.nib, which its view is loaded from"):format(name), {
      expected = name .. ".nib in the resources", fix = "copy the nib into the resources, or correct NSMainNibFile",
    })
  end,
  examples  = {
    pass = {
      pane({ NSMainNibFile = "APref" }, { ["Contents/Resources/Base.lproj/APref.nib"] = "x" }),
      pane({}, { ["Contents/Resources/Main.nib"] = "x" }), pane({ NSMainNibFile = "Gone" }, nil, nil, { "mainNibName" }),
      pane({}, nil, nil, { "loadMainView" }), pane({}, nil, nil, { "assignMainView" }), pane { NSMainNibFile = "$(NIB)" },
      pane({}, { ["Contents/MacOS/A"] = "#!/bin/sh\n" }),
      -- Bundles that need no such nib.
      {
        name = "A.prefPane", files = { ["Contents/Resources/Main.nib"] = "x" },
        bundles = {
          ["Contents/PlugIns/A.bundle"] = { files = pane().files },
          ["Contents/PlugIns/A.prefPane"] = { kind = "plugin", platform = "catalyst", files = pane().files },
        },
      },
    },
    fail = {
      pane({ NSMainNibFile = "APref" }, { ["Contents/Resources/Main.nib"] = "x" }, true), pane({}, {}, true),
      pane({}, { ["Contents/Resources/APref.nib"] = "x" }, true),
    },
  },
}
