-- InfoPlist.strings, without files that cannot be read, which only strings-parse reports.
local info_strings = {}

-- The files without which there are no entries, for `applies`. Outside language folders, they are for all languages.
info_strings.files = "**/InfoPlist*"

-- The layouts in which strings-parse looks for malformed files.
local layouts = { contents = true, versioned = true, flat = true }

-- The entries of one language, as bundles.strings returns them; nil if there are none.
function info_strings.of(bundle, language)
  if not layouts[bundle.layout] then return bundles.strings(bundle, "InfoPlist", language) end
  local is_read, strings = pcall(bundles.strings, bundle, "InfoPlist", language)
  return is_read and strings or nil
end

-- The entries of all languages that meet the conditions, as bundles.info_strings returns them.
function info_strings.all(bundle, choice)
  local all = { skip_unreadable = layouts[bundle.layout] or false }
  for name, value in pairs(choice) do all[name] = value end
  return bundles.info_strings(bundle, all)
end

return info_strings
