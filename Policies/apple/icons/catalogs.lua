-- The compiled asset catalog of a bundle, and the icons in it.
local catalogs = {}

-- The catalog; nil if there is none, and if it cannot be judged: files-are-whole reports a damaged one, icon-catalog one of an
-- unknown version.
function catalogs.of(bundle)
  local path = bundles.resource(bundle, "Assets", "car")
  local file = path and bundle.files[path]
  local catalog = file and not file.problem and file.catalog
  return catalog and catalog.is_known_version and catalog or nil, path
end

-- The asset of a name; nil if the catalog has none.
function catalogs.asset(catalog, name)
  for _, asset in ipairs(catalog.assets) do
    if asset.name == name then return asset end
  end
  return nil
end

return catalogs
