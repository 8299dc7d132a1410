local forms = import "apple.secrets.forms"

-- Pictures, sounds, films and fonts.
local media = {}
for name in ([[3gp aac aif aiff astc avi bmp caf car dds exr flac gif hdr heic heif icns ico jp2 jpeg jpg ktx ktx2 m4a m4v mkv mov mp3 mp4
  mpeg mpg ogg opus otf pdf png pvr tga tif tiff ttc ttf wav webm webp woff woff2]]):gmatch("%S+") do media[name] = true end

-- Files whose lines a report would show.
local quoted = { plist = true, strings = true, stringsdict = true, json = true, entitlements = true }

local function extension(path) return (path:match("%.([^./]+)$") or ""):lower() end

-- The beginning of a secret, which shows its form; reports never show all of it.
local function shown(text) return text:sub(1, math.min(8, #text // 3)) .. "…" end

-- The files that are searched.
local function files(bundle)
  local result = {}
  for _, file in ipairs(bundles.files(bundle, "**", "file")) do
    if not media[extension(file.path)] then result[#result + 1] = file end
  end
  return result
end

-- All forms in a few patterns: few files contain anything, and a search for a few patterns is cheaper to start than one for each form. A
-- pattern has at most 4 KiB.
local any = { "" }
for _, pattern in pairs(forms.all) do
  local one = "(?:" .. pattern .. ")"
  if #any[#any] + #one >= 4096 then any[#any + 1] = "" end
  any[#any] = any[#any] .. (#any[#any] > 0 and "|" or "") .. one
end

-- The matches of some forms in all files of a bundle: a list of { file, match, where, place }. All rules search for all forms, so that
-- each file is searched once.
local function found(bundle, names)
  local result = {}
  for _, file in ipairs(files(bundle)) do
    for _, match in ipairs(#file:find(any, { limit = 1 }) > 0 and file:find(forms.all, { limit = 100 }) or {}) do
      if names[match.name] then
        local is_quoted = match.key_path or quoted[extension(file.path)]
        result[#result + 1] = {
          file = file, match = match,
          where = match.key_path and " at " .. match.key_path or is_quoted and match.line and " in line " .. match.line or "",
          place = not is_quoted and match or nil,
        }
      end
    end
  end
  return result
end

return { files = files, found = found, shown = shown, extension = extension }
