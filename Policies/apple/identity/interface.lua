local values = import "apple.values"

-- Whether the resources contain the nib or storyboard that a key names, for all devices or for one kind.
local interface = {}

local devices = { "", "~iphone", "~ipad" }

function interface.is_there(bundle, name, types)
  for _, type in ipairs(types) do
    local plain = name:gsub("%." .. type .. "$", "")
    for _, device in ipairs(devices) do
      if bundles.resource(bundle, plain .. device, type) then return true end
    end
  end
  return false
end

-- Reports the value of a key if nothing has that name, or the name that is given for it.
function interface.judge(bundle, report, node, key, types, name)
  name = name or values.text(node[key])
  if name and not interface.is_there(bundle, name, types) then
    report:at(node, key, "%s names '%s', but the bundle has no %s.%s", key, name, name, types[1], {
      expected = name .. "." .. table.concat(types, " or " .. name .. "."),
      fix = "add the file with exactly this spelling, or correct the name",
    })
  end
end

return interface
