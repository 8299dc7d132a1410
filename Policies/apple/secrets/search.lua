local forms = import "apple.secrets.forms"

-- Pictures, sounds, films and fonts, which are not searched.
local media = {}
for name in ([[3gp aac aif aiff astc avi bmp caf car dds exr flac gif hdr heic heif icns ico jp2 jpeg jpg ktx ktx2 m4a m4v mkv mov mp3 mp4
  mpeg mpg ogg opus otf pdf png pvr tga tif tiff ttc ttf wav webm webp woff woff2]]):gmatch("%S+") do media[#media + 1] = name end

-- The size in bytes from which on a file is not searched, which files-searched reports: a search has a limit, because a sparse file may
-- have any size.
local too_large = (1 << 30) + 1

-- Files whose lines a report would show.
local quoted = { plist = true, strings = true, stringsdict = true, json = true, entitlements = true }

local function extension(path)
  local found = path:match("%.([^./]+)$")
  return found and found:lower()
end

-- The beginning of a secret, which shows its form; reports never show all of it.
local function shown(text) return text:sub(1, math.min(8, #text // 3)) .. "…" end

-- The files in whose contents one of the patterns matches.
local function files(bundle, patterns)
  local result = {}
  for _, file in ipairs(bundles.files(bundle, "**", { type = "file", except_extensions = media, contains = patterns })) do
    if file.size < too_large then result[#result + 1] = file end
  end
  return result
end

-- The files that are not searched because of their size.
local function large_files(bundle)
  return bundles.files(bundle, "**", { type = "file", except_extensions = media, min_size = too_large })
end

-- All forms in a few patterns, because few files contain anything. A pattern has at most 4 KiB.
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
  for _, file in ipairs(files(bundle, any)) do
    for _, match in ipairs(file:find(forms.all, { limit = 100 })) do
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

return { files = files, large_files = large_files, found = found, shown = shown, extension = extension }
