local values = import "apple.values"

local places = { contents = "Contents/Resources/", versioned = "Versions/*/Resources/" }

-- The tables of a bundle that contain all languages in one file: a list of { path, languages }, where languages are the dictionaries of
-- texts by the language's name. Files that cannot be read are left out: tables-parse reports them.
return function(bundle)
  local result = {}
  for _, path in ipairs(bundles.walk(bundle, (places[bundle.layout] or "") .. "*.loctable")) do
    local table, languages = not bundles.problem(bundle, path) and bundles.read(bundle, path), {}
    for name, texts in pairs(values.dictionary(table)) do
      -- It says from which files Xcode made the table.
      if name ~= "LocProvenance" and plist.type(texts) == "dictionary" then languages[name] = texts end
    end
    result[#result + 1] = { path = path, languages = languages }
  end
  return result
end
