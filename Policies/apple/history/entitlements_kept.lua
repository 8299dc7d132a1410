-- What two values have in common is told by their texts.
local function text(value)
  local kind = plist.type(value)
  return (kind == "dictionary" or kind == "array") and plist.format(value) or tostring(value)
end

-- Entitlements are Booleans, texts, and lists of them.
local function list(value)
  local result = {}
  if plist.type(value) == "array" then
    for _, element in ipairs(value) do result[#result + 1] = text(element) end
  elseif value ~= nil then
    result[1] = text(value)
  end
  return result
end

-- What one value grants that the other did not.
local function added(value, before)
  local known, new = {}, {}
  for _, one in ipairs(list(before)) do known[one] = true end
  for _, one in ipairs(list(value)) do
    if not known[one] then new[#new + 1] = one end
  end
  return new
end

rule "entitlements-kept" {
  summary   = "The code is entitled to nothing that the build before was not, without approval",
  severity  = "error",
  rationale = "An entitlement that came with a merge or a template opens what reviewers believe to be closed, and the store asks for each.",
  tags      = { "history" },
  check     = function(bundle, report)
    local earlier = bundle.history[1]
    if not earlier then return end
    local now, before = bundle.entitlements, earlier.entitlements
    if not now then return end
    for name, value in pairs(now) do
      local old = before and before[name]
      -- What is false, or an empty list, entitles to nothing.
      if value ~= false then
        for _, one in ipairs(added(value, old)) do
          report:file(bundle.executable or ".", "the code is entitled to %s%s, which the build before was not", name,
            value == true and "" or " '" .. one .. "'", {
              fix = "sign without it, or waive this finding to approve of it", discriminator = name .. "=" .. one,
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
    },
  },
}
