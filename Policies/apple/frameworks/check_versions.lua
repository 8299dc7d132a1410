local is_static = import "apple.frameworks.is_static"
local values = import "apple.values"

-- Reports the versions that a framework lacks. A static framework outside an app needs none, because only its code becomes part of an app.
return function(bundle, report)
  if is_static(bundle) and not values.host(bundle) then return end
  for _, key in ipairs { "CFBundleVersion", "CFBundleShortVersionString" } do
    local value = bundle.info[key]
    if value == nil or type(value) == "string" and values.is_blank(value) then report:missing(bundle.info, key) end
  end
end
