local values = import "apple.values"

-- The launch images of an iOS app, as files.
local launch = {}

-- The part of a file name after the name of a launch image, without the extension: "-568h@2x", or "" if nothing does. Nil for
-- a file that is not one of the image's.
function launch.modifiers(name, path)
  local rest = path:sub(1, #name) == name and path:sub(-4) == ".png" and path:sub(#name + 1, -5)
  return rest and (rest == "" or rest:find("^[-@~]")) and rest or nil
end

-- The name of the images that are not listed in UILaunchImages.
function launch.base(bundle)
  return values.text(bundle.info.UILaunchImageFile) or "Default" -- lint: allow key.deprecated: old systems read it
end

-- The paths of all launch images, in order.
function launch.files(bundle)
  local names, result = { launch.base(bundle) }, {}
  -- lint: allow key.deprecated: old systems read it
  for _, entry in ipairs(values.list(bundle.info.UILaunchImages)) do
    names[#names + 1] = values.text(values.dictionary(entry).UILaunchImageName)
  end
  for _, path in ipairs(bundles.walk(bundle, "*.png")) do
    for _, name in ipairs(names) do
      if launch.modifiers(name, path) then
        result[#result + 1] = path
        break
      end
    end
  end
  return result
end

return launch
