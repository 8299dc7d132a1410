local entitlements = import "apple.code.entitlements"
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

local function read(bundle) return bundle.entitlements end

-- The entitlements of each slice of a build, as `entitlements.of` returns them; or nil, and why they cannot be read. A ledger keeps one
-- list of an earlier build.
local function lists(bundle)
  local is_read, list = pcall(read, bundle)
  local parts = is_read and { { list = list, code = "the code" } } or entitlements.of(bundle)
  local problem = #parts == 0 and list or nil
  for _, part in ipairs(parts) do problem = part.problem or problem end
  if not problem then return parts end
  -- Without the place in the policy, and without other problems.
  return nil, (tostring(problem):match("[^\n;]*"):gsub("^%S+%.lua:%d+: ", ""))
end

-- For the examples: code whose entitlements are the word "junk".
local junk = {
  base64 = "z/rt/gwAAAEAAAAAAgAAAAEAAAAQAAAAAAAAAAAAAAAdAAAAEAAAADAAAAAgAAAA+t4MwAAAACAAAAABAAAABQAAABT63nFxAAAADGp1bms=",
}

rule "entitlements-kept" {
  summary   = "The code must not gain entitlements over the previous build without approval",
  severity  = "error",
  rationale = "An entitlement that arrives with a merge or a template grants access that nobody reviewed, and the store asks about each.",
  tags      = { "security", "history", "ITMS-90076" },
  check     = function(bundle, report)
    local earlier = values.predecessor(bundle)
    if not earlier then return end
    local parts, problem = lists(bundle)
    local known_lists, other_problem = lists(earlier)
    local of, reported = values.build_text(earlier), {}
    if not parts or not known_lists then
      report:file(bundle.executable, "the entitlements cannot be compared with those of %s: %s", of, problem or other_problem, {
        expected = "code as the linker and codesign write it", fix = "build the executable again, and sign it", discriminator = "",
      })
      return
    end
    for _, part in ipairs(parts) do
      for name, value in pairs(part.list or {}) do
        local known = {}
        for _, before in ipairs(known_lists) do
          for _, one in ipairs(grants(before.list and before.list[name])) do known[one] = true end
        end
        -- false and an empty list grant nothing.
        for _, one in ipairs(grants(value)) do
          local id = name .. "=" .. one
          if not known[one] and not reported[id] then
            reported[id] = true
            report:at(part.list, name, "%s has the entitlement %s%s, which %s did not have", part.code, name,
              value == true and "" or " " .. one, of, {
              fix = "sign without it, or waive this finding to approve it", discriminator = id,
            })
          end
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { entitlements = { ["com.apple.security.app-sandbox"] = true } },
      { info = { CFBundleShortVersionString = "0", CFBundleVersion = "0" } },
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
      -- A slice of its own gained it.
      {
        files = { ["Contents/MacOS/App"] = { mach_o = {
          { architectures = "arm64" }, { architectures = "x86_64", entitlements = { K = true } },
        } } },
        history = { { files = { ["Contents/MacOS/App"] = { mach_o = {
          { architectures = "arm64", entitlements = { A = true } }, { architectures = "x86_64" },
        } } } } },
        at = "Contents/MacOS/App:/K",
      },
      -- Both slices gained it.
      {
        files = { ["Contents/MacOS/App"] = { mach_o = {
          { architectures = "arm64", entitlements = { K = true } }, { architectures = "x86_64", entitlements = { A = true, K = true } },
        } } },
        history = { { files = { ["Contents/MacOS/App"] = { mach_o = { { architectures = "arm64", entitlements = { A = true } } } } } } },
        at = "Contents/MacOS/App:/K", count = 1,
      },
      {
        files = { ["Contents/MacOS/App"] = junk }, history = { {} }, at = "Contents/MacOS/App",
        message = "build 1.0 (1): the entitlements cannot be read: Contents/MacOS/App:byte 76: error: the entitlements are not an XML",
      },
      -- A header without its load commands.
      { files = { ["Contents/MacOS/App"] = { base64 = "z/rt/gwAAAEAAAAAAgAAAAEAAAAQAAAA" } }, history = { {} }, at = "Contents/MacOS/App" },
      { history = { { files = { ["Contents/MacOS/App"] = junk } } }, at = "Contents/MacOS/App" },
      {
        entitlements = { ["com.apple.security.app-sandbox"] = true, ["com.apple.security.network.client"] = true },
        history = { { entitlements = { ["com.apple.security.app-sandbox"] = true } } },
        at = "Contents/MacOS/App:/com.apple.security.network.client",
      },
      {
        entitlements = { ["com.apple.security.application-groups"] = { "a", "b" } },
        history = { { entitlements = { ["com.apple.security.application-groups"] = { "a" } } } },
        at = "Contents/MacOS/App:/com.apple.security.application-groups",
      },
      {
        entitlements = { ["com.apple.developer.aps-environment"] = "production" },
        history = { { entitlements = { ["com.apple.developer.aps-environment"] = "development" } } },
        at = "Contents/MacOS/App:/com.apple.developer.aps-environment",
      },
      {
        entitlements = { ["com.apple.security.get-task-allow"] = true },
        history = { { entitlements = { ["com.apple.security.get-task-allow"] = false } } },
        at = "Contents/MacOS/App:/com.apple.security.get-task-allow",
      },
      { entitlements = { K = { a = "b", c = true } }, history = { { entitlements = { K = { a = "b" } } } }, at = "Contents/MacOS/App:/K",
        message = 'K {"a" = "b", "c" = true}, which' },
      { entitlements = { K = { ["$data"] = "YWJj" } }, history = { { entitlements = { K = { ["$data"] = "YWJk" } } } },
        at = "Contents/MacOS/App:/K", message = 'K data "abc", which' },
      { entitlements = { K = { { "a" }, { "b" } } }, history = { { entitlements = { K = { { "a" } } } } }, at = "Contents/MacOS/App:/K",
        message = 'K ["b"], which' },
      { entitlements = { K = "true" }, history = { { entitlements = { K = true } } }, at = "Contents/MacOS/App:/K" },
    },
  },
}
