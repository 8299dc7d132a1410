local point_of = import "apple.extensions.point"
local values = import "apple.values"

local limit = 112

-- A JSON file's value; nil if it cannot be read.
local function read(file) return file and file.type == "file" and values.readable(file, "json") or nil end

-- Declares the rule for bundles of these platforms.
return function(platforms)
  local folder = platforms[1] == "ios" and "" or "Contents/Resources/"
  local point = { NSExtension = { NSExtensionPointIdentifier = "com.apple.Safari.web-extension" } }
  rule "web-extension-description" {
    summary   = "The description of a Safari web extension must have at most 112 characters",
    severity  = "error",
    rationale = "The store shows it, and rejects a longer one, in any language.",
    source    = { "ITMS-90849", "Safari web extensions: Packaging and distributing" },
    tags      = { "ITMS-90849" },
    applies   = { kind = "extension", platform = platforms, files = "**/manifest.json", when = values.is_app_extension },
    check     = function(bundle, report)
      if point_of(bundle) ~= "com.apple.Safari.web-extension" then return end
      local file = bundle.files[folder .. "manifest.json"]
      local manifest = read(file)
      local text = plist.type(manifest) == "dictionary" and manifest.description
      if type(text) ~= "string" then return end
      local function judge(node, key, value)
        local length = type(value) == "string" and utf8.len(value)
        if length and length > limit then
          report:at(node, key, "the description has %d characters", length, {
            expected = ("at most %d"):format(limit), fix = "shorten it",
          })
        end
      end
      local message = text:match("^__MSG_([%w_@]+)__$")
      if not message then return judge(manifest, "description", text) end
      for _, strings in ipairs(bundles.files(bundle, file.path:gsub("manifest%.json", "") .. "_locales/*/messages.json")) do
        for name, entry in pairs(values.dictionary(read(strings) or nil)) do
          if name:lower() == message:lower() and plist.type(entry) == "dictionary" then judge(entry, "message", entry.message) end
        end
      end
    end,
    examples  = {
      pass = {
        {}, { info = point, files = { [folder .. "manifest.json"] = '{ "description": "Blocks ads" }' } },
        { info = point, files = { [folder .. "manifest.json"] = '{ "description": "' .. ("ü"):rep(112) .. '" }' } },
        { info = point, files = { [folder .. "manifest.json"] = "[1]" } }, { info = point, files = { [folder .. "manifest.json"] = "no" } },
        { files = { [folder .. "manifest.json"] = '{ "description": "' .. ("x"):rep(113) .. '" }' } },
        { info = point, files = {
          [folder .. "manifest.json"] = '{ "description": "__MSG_about__" }',
          [folder .. "_locales/en/messages.json"] = '{ "about": { "message": "x" }, "b": { "message": "' .. ("x"):rep(200) .. '" } }',
        } },
      },
      fail = {
        {
          info = point, files = { [folder .. "manifest.json"] = '{ "description": "' .. ("x"):rep(112) .. '__MSG_a__" }' },
          at = folder .. "manifest.json:/description",
        },
        {
          info = point, files = { [folder .. "manifest.json"] = '{ "description": "__MSG_a__' .. ("x"):rep(112) .. '-" }' },
          at = folder .. "manifest.json:/description",
        },
        {
          info = point, files = { [folder .. "manifest.json"] = '{ "description": "' .. ("ü"):rep(113) .. '" }' },
          at = folder .. "manifest.json:/description",
        },
        {
          info = point,
          files = {
            [folder .. "manifest.json"] = '{ "description": "__MSG_About__" }',
            [folder .. "_locales/de/messages.json"] = '{ "about": { "message": "' .. ("x"):rep(113) .. '" } }',
          },
          at = folder .. "_locales/de/messages.json:/about/message",
        },
      },
    },
  }
end
