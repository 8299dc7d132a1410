local elsewhere = import "apple.elsewhere"
local points = import "apple.extensions.point"
local values = import "apple.values"

-- The keys of NSExtension that name files of a Safari app extension: a list of dictionaries, or one, and the field in them.
local places = {
  { path = "/NSExtension/SFSafariContentScript/*", field = "Script" },
  { path = "/NSExtension/SFSafariStyleSheet/*", field = "Style Sheet" },
  -- A name without an extension may name an image in an asset catalog.
  { path = "/NSExtension/SFSafariToolbarItem", field = "Image", pattern = "%.%w+$", severity = "warning" },
}

-- For the examples.
local class = "Handler"
local function extension(keys, at, files)
  local own = { NSExtensionPointIdentifier = "com.apple.Safari.extension", NSExtensionPrincipalClass = class }
  for key, value in pairs(keys) do own[key] = value end
  local all = {}
  for name, text in pairs(files or {}) do all["Contents/Resources/" .. name] = text end
  return { platform = "macos", info = { NSExtension = own }, files = all, at = at and "/NSExtension/" .. at }
end
local script, style = { SFSafariContentScript = { { Script = "a.js" } } }, { SFSafariStyleSheet = { { ["Style Sheet"] = "a.css" } } }
local button = { SFSafariToolbarItem = { Action = "Popover", Identifier = "A", Image = "Icon.pdf", Label = "A" } }

rule "safari-extension-files" {
  summary   = "A Safari app extension must contain the scripts, style sheets and images that it names",
  severity  = "error",
  rationale = "Safari injects the files that Info.plist names into pages. If a file is not in the extension, nothing happens on any page. "
    .. "A missing image only leaves the button empty, so it is a warning.",
  source    = { "Safari app extensions: Injecting a script into a webpage", "Safari app extensions: Adding Toolbar Items" },
  applies   = { kind = "extension", platform = "macos", key = "NSExtension" },
  check     = function(bundle, report)
    if points(bundle) ~= "com.apple.Safari.extension" then return end
    for _, place in ipairs(places) do
      for _, entry in ipairs(plist.find(bundle.info, place.path)) do
        local name = values.text(values.dictionary(entry.value)[place.field])
        local is_file = name and name:find(place.pattern or "")
        if is_file and not bundles.resource(bundle, name) then
          report:at(entry.value, place.field, "the extension has no file '%s'", name, {
            expected = "Contents/Resources/" .. name, fix = "add the file to the target of the extension", severity = place.severity,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(extension(script), { platform = "ios" }), {}, extension(script, nil, { ["a.js"] = "x" }),
      extension(style, nil, { ["a.css"] = "x" }), extension(button, nil, { ["Icon.pdf"] = "x" }),
      extension { SFSafariToolbarItem = { Image = "Icon" } },
      extension({ SFSafariContentScript = { { Script = "scripts/a.js" } } }, nil, { ["scripts/a.js"] = "x" }),
      elsewhere(extension(script), { kind = "plugin" }),
      extension { SFSafariContentScript = "a.js", SFSafariStyleSheet = { 1 } }, extension { SFSafariContentScript = { { Script = "" } } },
      { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.other", SFSafariContentScript = { { Script = "a.js" } } } } },
    },
    fail = {
      extension(script, "SFSafariContentScript/0/Script"), extension(style, "SFSafariStyleSheet/0/Style Sheet"),
      extension(button, "SFSafariToolbarItem/Image"),
      extension({ SFSafariContentScript = { { Script = "a.js" }, { Script = "b.js" } } }, "SFSafariContentScript/1/Script", {
        ["a.js"] = "x",
      }),
    },
  },
}
