-- The ten rules for the reference program: plain functions over plain tables.
local function is_version(text)
  return type(text) == "string"
    and (text:find("^%d+$") or text:find("^%d+%.%d+$") or text:find("^%d+%.%d+%.%d+$")) ~= nil
end

local rules = {}
for _, key in ipairs {
  "CFBundleIdentifier", "CFBundleVersion", "CFBundleShortVersionString", "CFBundleExecutable", "CFBundlePackageType",
} do
  rules[#rules + 1] = function(info, report)
    if info[key] == nil or info[key] == "" then report(key .. " is missing") end
  end
end

rules[#rules + 1] = function(info, report)
  if not is_version(info.CFBundleVersion) then report("no version") end
end

rules[#rules + 1] = function(info, report)
  if not is_version(info.CFBundleVersion) then return end
  local floor, position = { 2, 3, 9 }, 0
  for number in info.CFBundleVersion:gmatch("%d+") do
    position = position + 1
    local difference = tonumber(number) - floor[position]
    if difference > 0 then return elseif difference < 0 then break end
  end
  report("not above 2.3.9")
end

local prefixes = { "CF", "NS", "UI", "LS", "DT", "ITS", "SK", "MinimumOSVersion", "BuildMachineOSBuild", "ACME" }
rules[#rules + 1] = function(info, report)
  for key in pairs(info) do
    local known = false
    for _, prefix in ipairs(prefixes) do known = known or key:sub(1, #prefix) == prefix end
    if not known then report("custom key " .. key) end
  end
end

rules[#rules + 1] = function(info, report)
  for key in pairs(info) do
    local at = key:find("~", 1, true)
    if at and info[key:sub(1, at - 1)] == nil then report("no default for " .. key) end
  end
end

rules[#rules + 1] = function(info, report)
  local text = info.CFBundleIdentifier
  if type(text) ~= "string" then return end
  if not text:find("^%a[%w-]*%.[%w.-]+$") or text:find("..", 1, true) or text:find("%.$") then report("identifier") end
end

return rules
