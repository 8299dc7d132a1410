-- The layouts in which strings-parse looks for malformed files.
local layouts = { contents = true, versioned = true, flat = true }

-- The entries of InfoPlist.strings in all languages that meet the conditions, as bundles.info_strings returns them, without those of
-- files that cannot be read, which only strings-parse reports.
return function(bundle, choice)
  local all = { skip_unreadable = layouts[bundle.layout] or false }
  for name, value in pairs(choice) do all[name] = value end
  return bundles.info_strings(bundle, all)
end
