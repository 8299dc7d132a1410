-- The layouts in which strings-parse looks for malformed files.
local layouts = { contents = true, versioned = true, flat = true }

-- The entries of a language's InfoPlist.strings as bundles.strings returns them; nil if it does not exist or cannot be read,
-- which only strings-parse reports.
return function(bundle, language)
  if not layouts[bundle.layout] then return bundles.strings(bundle, "InfoPlist", language) end
  local is_read, strings = pcall(bundles.strings, bundle, "InfoPlist", language)
  return is_read and strings or nil
end
