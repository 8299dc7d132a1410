local values = import "apple.values"

-- A value as text that no other value has. Entitlements are small.
local function text(value)
  local kind = plist.type(value)
  if kind == "dictionary" then
    local parts = {}
    for key, element in pairs(value) do parts[#parts + 1] = ("%q = "):format(key) .. text(element) end
    return "{" .. table.concat(parts, ", ") .. "}"
  elseif kind == "array" then
    local parts = {}
    for _, element in ipairs(value) do parts[#parts + 1] = text(element) end
    return "[" .. table.concat(parts, ", ") .. "]"
  elseif kind == "string" then
    return ("%q"):format(value)
  elseif kind == "data" then
    return "data " .. ("%q"):format(value.bytes)
  end
  return tostring(value)
end

-- Each element of a list grants something.
local function grants(value)
  local result = {}
  if plist.type(value) == "array" then
    for _, element in ipairs(value) do result[#result + 1] = text(element) end
  elseif value ~= nil and value ~= false then
    result[1] = text(value)
  end
  return result
end

rule "entitlements-kept" {
  summary   = "The code must not gain entitlements over the previous build without approval",
  severity  = "error",
  rationale = "An entitlement that arrives with a merge or a template grants access that nobody reviewed, and the store asks about each.",
  tags      = { "history" },
  check     = function(bundle, report)
    local earlier = values.predecessor(bundle)
    local now = earlier and bundle.entitlements
    if not now then return end
    local before, of = earlier.entitlements, values.build_text(earlier)
    for name, value in pairs(now) do
      local known = {}
      for _, one in ipairs(grants(before and before[name])) do known[one] = true end
      -- false and an empty list grant nothing.
      for _, one in ipairs(grants(value)) do
        if not known[one] then
          report:at(now, name, "the code has the entitlement %s%s, which %s did not have", name, value == true and "" or " " .. one, of, {
            fix = "sign without it, or waive this finding to approve it", discriminator = name .. "=" .. one,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { entitlements = { ["com.apple.security.app-sandbox"] = true } },
      { entitlements = { ["com.apple.security.app-sandbox"] = true }, history = { {} } },
      { history = { { entitlements = { ["com.apple.security.app-sandbox"] = true } } } },
      { entitlements = { ["com.apple.security.get-task-allow"] = false }, history = { { entitlements = { A = true } } } },
      {
        entitlements = { ["com.apple.security.application-groups"] = { "b" } },
        history = { { entitlements = { ["com.apple.security.application-groups"] = { "a", "b" } } } },
      },
      { entitlements = { K = { a = "b", c = { 1, true } } }, history = { { entitlements = { K = { c = { 1, true }, a = "b" } } } } },
      { entitlements = { ["com.apple.security.app-sandbox"] = true }, history = { { platform = "ios" } } },
    },
    fail = {
      {
        entitlements = { ["com.apple.security.app-sandbox"] = true, ["com.apple.security.network.client"] = true },
        history = { { entitlements = { ["com.apple.security.app-sandbox"] = true } } },
      },
      {
        entitlements = { ["com.apple.security.application-groups"] = { "a", "b" } },
        history = { { entitlements = { ["com.apple.security.application-groups"] = { "a" } } } },
      },
      {
        entitlements = { ["com.apple.developer.aps-environment"] = "production" },
        history = { { entitlements = { ["com.apple.developer.aps-environment"] = "development" } } },
      },
      {
        entitlements = { ["com.apple.security.get-task-allow"] = true },
        history = { { entitlements = { ["com.apple.security.get-task-allow"] = false } } },
      },
      { entitlements = { K = { a = "b", c = true } }, history = { { entitlements = { K = { a = "b" } } } } },
      { entitlements = { K = { { "a" }, { "b" } } }, history = { { entitlements = { K = { { "a" } } } } } },
      { entitlements = { K = "true" }, history = { { entitlements = { K = true } } } },
    },
  },
}
