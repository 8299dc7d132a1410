local has_stubs = import "apple.code.class_stubs"
local slices = import "apple.code.slices"
local values = import "apple.values"

-- The tables of classes in the code of a bundle: its executable, and the frameworks around and in it, from which it may take a class. Nil
-- if one of them cannot be read, or if the executable has no classes: then its code is elsewhere.
return function(bundle)
  local result, is_open = {}, false
  local function add(one)
    for _, slice in ipairs(slices(one)) do
      local classes = values.readable(slice, "classes")
      if classes and #classes > 0 then result[#result + 1] = classes end
      is_open = is_open or has_stubs(slice)
    end
  end
  add(bundle)
  if #result == 0 then return nil end
  local around = bundle
  while around do
    for _, inner in ipairs(around.bundles) do
      if inner.kind == "framework" then add(inner) end
    end
    -- Libraries beside the frameworks may have it, too.
    if #bundles.walk(around, "**/*.dylib") > 0 then return nil end
    around = around.parent
  end
  return not is_open and result or nil
end
