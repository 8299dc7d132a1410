local values = import "apple.values"

-- The compiled asset catalog of a bundle, and the icons in it. A catalog that cannot be read has nothing in it: files-are-whole and
-- contents-match-extension report it.
local catalogs = {}

-- The catalog and its path. Nil if there is none, if it cannot be read, and if its version is not known: then the third result is true.
function catalogs.of(bundle)
  local path = bundles.resource(bundle, "Assets", "car")
  local file = path and bundle.files[path]
  if not file or not values.can_open(file) or file.problem then return nil, path, false end
  local catalog = file.catalog
  if catalog and not catalog.is_known_version then return nil, path, true end
  return catalog, path, false
end

-- The asset of a name; nil if the catalog has none.
function catalogs.asset(catalog, name)
  for _, asset in ipairs(catalog.assets) do
    if asset.name == name then return asset end
  end
  return nil
end

-- Whether the bundle has a catalog that can be read. What is in one of a later version is not known, which icon-catalog says.
function catalogs.exists(bundle)
  local catalog, _, is_newer = catalogs.of(bundle)
  return catalog ~= nil or is_newer
end

-- Whether the catalog contains something of this name.
function catalogs.has(bundle, name)
  local catalog, _, is_newer = catalogs.of(bundle)
  return is_newer or catalog ~= nil and catalogs.asset(catalog, name) ~= nil
end

-- The name of the icon set that stands for the app.
function catalogs.icon_name(info)
  return values.text(values.dictionary(values.dictionary(info.CFBundleIcons).CFBundlePrimaryIcon).CFBundleIconName)
    or values.text(info.CFBundleIconName)
end

return catalogs
