-- InfoPlist.strings, without files that cannot be read, which only strings-parse reports.
local info_strings = {}

-- The files without which there are no entries, for `applies`. Outside language folders, they are for all languages.
info_strings.files = "**/InfoPlist*"

-- The entries of one language, as bundles.strings returns them; nil if there are none.
function info_strings.of(bundle, language)
  local is_read, strings = pcall(bundles.strings, bundle, "InfoPlist", language)
  return is_read and strings or nil
end

-- The entries of all languages that meet the conditions, as bundles.info_strings returns them.
function info_strings.all(bundle, choice)
  local all = { skip_unreadable = true }
  for name, value in pairs(choice) do all[name] = value end
  return bundles.info_strings(bundle, all)
end

return info_strings
