local values = import "apple.values"

-- Whether the resources contain the nib or storyboard that a key names, for all devices or for one kind.
local interface = {}

local devices = { "", "~iphone", "~ipad" }

-- The path of the file with a name; nil if there is none.
function interface.find(bundle, name, types)
  for _, type in ipairs(types) do
    local plain = name:gsub("%." .. type .. "$", "")
    for _, device in ipairs(devices) do
      local path = bundles.resource(bundle, plain .. device, type)
      if path then return path end
    end
  end
  return nil
end

-- Whether a compiled storyboard lacks its table of contents. Those for the Mac have one that states a version.
local function is_hollow(bundle, path)
  return path:find("%.storyboardc$") and bundle.files[path] and bundle.files[path].type == "directory"
    and #bundles.walk(bundle, path .. "/Info*.plist") == 0
end

-- Reports the value of a key if nothing has that name, and what has it but is not complete. `name` is what is looked for if it
-- differs from the value.
function interface.judge(bundle, report, node, key, types, name)
  name = name or values.text(node[key])
  local path = name and interface.find(bundle, name, types)
  if path and is_hollow(bundle, path) then
    report:file(path, "the storyboard has no Info.plist", {
      expected = "a storyboard as ibtool compiles it", fix = "build it again, and copy the whole folder", discriminator = "",
    })
  elseif name and not path then
    report:at(node, key, "%s names '%s', but the bundle has no %s.%s", key, name, name, types[1], {
      expected = name .. "." .. table.concat(types, " or " .. name .. "."),
      fix = "add the file with exactly this spelling, or correct the name",
    })
  end
end

return interface
