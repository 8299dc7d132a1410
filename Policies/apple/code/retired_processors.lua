local slices = import "apple.code.slices"
local values = import "apple.values"

-- The first system that does not run code for a processor.
local last = {
  macos = { ppc = "10.7", ppc7400 = "10.7", i386 = "10.15" },
  ios = { armv6 = "7.0", armv7 = "11.0", armv7s = "11.0" },
  watchos = { armv7k = "9.0" },
  -- These never had such a processor.
  tvos = { armv7 = "0" },
  visionos = { armv7 = "0" },
}

-- The architectures of the executable, if the minimum system that the bundle declares, and with it every later one, runs none of
-- them; and that system. Nil otherwise.
return function(bundle)
  local names = {}
  for _, slice in ipairs(last[bundle.platform] and slices(bundle) or {}) do
    if not last[bundle.platform][slice.architecture] then return nil end
    names[#names + 1] = slice.architecture
  end
  local text = #names > 0 and values.minimum_os(bundle)
  if not text then return nil end
  for _, name in ipairs(names) do
    if version.compare(text, last[bundle.platform][name]) < 0 then return nil end
  end
  return names, text
end
