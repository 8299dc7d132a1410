-- Where strings-parse looks, and finds what is malformed.
local layouts = { contents = true, versioned = true, flat = true }

-- The entries of a language's InfoPlist.strings as bundles.strings gives them; nil when there are none, or none that can be read:
-- that is strings-parse's finding alone.
return function(bundle, language)
  if not layouts[bundle.layout] then return bundles.strings(bundle, "InfoPlist", language) end
  local is_read, strings = pcall(bundles.strings, bundle, "InfoPlist", language)
  return is_read and strings or nil
end
