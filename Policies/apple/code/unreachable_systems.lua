local first_version = import "apple.code.first_version"
local slices = import "apple.code.slices"
local values = import "apple.values"

-- Whether a watch with the minimum system loads another slice: watches run arm64 code only since later systems than arm64_32 code.
local function is_for_later_watches(slice, all)
  if slice.platform ~= "watchos" or slice.architecture ~= "arm64" then return false end
  for _, other in ipairs(all) do
    if other.architecture == "arm64_32" then return true end
  end
  return false
end

-- Reports the code of a bundle's executable that does not run on the minimum system of Info.plist.
return function(bundle, report)
  local key = values.minimum_os_key(bundle)
  local promised = version.of(bundle.info, key)
  local all = promised and slices(bundle) or {}
  local findings, by_version = {}, {}
  for _, slice in ipairs(all) do
    -- The first macOS for Apple silicon is later than the minimum system of many apps.
    local first = first_version(slice)
    for _, build in ipairs(slice.builds) do
      -- Builds for Catalyst and DriverKit state versions of iOS and of DriverKit; no device runs those for simulators.
      local is_other = build.platform == "catalyst" or build.platform == "driverkit" or build.platform:find("%-simulator")
      local needed = not is_other and version.of(build, "minimum_os")
      if needed and promised < needed and not (first and needed <= version.parse(first)) and not is_for_later_watches(slice, all) then
        local finding = by_version[build.minimum_os]
        if not finding then
          finding = { minimum_os = build.minimum_os, architectures = {} }
          by_version[build.minimum_os] = finding
          findings[#findings + 1] = finding
        end
        table.insert(finding.architectures, slice.architecture)
      end
    end
  end
  local text = bundle.info[key]
  for _, finding in ipairs(findings) do
    local codes = table.concat(finding.architectures, " and ")
    report:at(bundle.info, key, "%s is %s, but the %s code requires %s", key, text, codes, finding.minimum_os, {
      expected = finding.minimum_os .. " or later", fix = "raise " .. key .. ", or build for " .. text,
      discriminator = codes,
    })
  end
end
