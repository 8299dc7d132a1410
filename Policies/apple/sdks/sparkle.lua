-- Questions about apps that update themselves with Sparkle.
local sparkle = {}

sparkle.folder = "Contents/Frameworks/Sparkle.framework"

-- Sparkle in an app; nil if the app does not contain it.
function sparkle.of(app)
  for _, inner in ipairs(app.bundles) do
    if inner.name == "Sparkle.framework" then return inner end
  end
  return nil
end

-- Whether a string is base64 of this many bytes, without surrounding characters.
function sparkle.is_base64(text, count)
  if #text % 4 ~= 0 or not text:find("^[%w+/]*=?=?$") then return false end
  local padding = #text:match("=*$")
  return #text // 4 * 3 - padding == count
end

-- For examples: an app with Sparkle.
local framework = { info = { CFBundleIdentifier = "org.sparkle-project.Sparkle", CFBundleShortVersionString = "2.6.4" } }
function sparkle.example(info, at, more)
  local result = {
    info = info, at = at,
    bundles = { ["Contents/Frameworks/Sparkle.framework"] = { info = framework.info } },
  }
  for key, value in pairs(more or {}) do result[key] = value end
  return result
end

return sparkle
