-- The first SDKs for which the loader refuses code that has a run path more than once.
local first = { macos = "15.4", catalyst = "18.4", ios = "18.4", tvos = "18.4", watchos = "11.4", visionos = "2.4" }

-- The run paths that a slice has more than once, in order, and whether the loader of current systems refuses it for that.
return function(slice)
  local result, counts = {}, {}
  for _, path in ipairs(slice.rpaths) do
    counts[path] = (counts[path] or 0) + 1
    if counts[path] == 2 then result[#result + 1] = path end
  end
  local since = first[slice.platform and slice.platform:gsub("%-simulator", "")]
  return result, since ~= nil and slice.sdk ~= nil and version.compare(slice.sdk, since) >= 0
end
