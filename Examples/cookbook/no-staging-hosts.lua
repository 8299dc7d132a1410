-- No test hosts in releases: not in any URL, nor as a bare host under a key of our own.

policy "cookbook.no-staging-hosts" { summary = "Releases talk only to production hosts" }

local words = parameter "test_hosts" {
  default = { "staging", "stage", "dev", "test", "qa", "uat", "localhost" },
  summary = "parts of host names that only test environments use",
}

local function test_word(host)
  for part in host:lower():gmatch("[%a%d]+") do
    for _, word in ipairs(words) do
      if part == word then return word end
    end
  end
end

-- Visits every string below a dictionary or array with its container, its key or position, and its text.
local function each_string(node, visit)
  for key, value in pairs(node) do
    local type = plist.type(value)
    if type == "string" then visit(node, key, value) end
    if type == "dictionary" or type == "array" then each_string(value, visit) end
  end
end

rule "no-staging-hosts" {
  summary   = "A release must not name a host of a test environment",
  rationale = "One forgotten build setting ships the host of the last test run to every customer.",
  check = function(bundle, report)
    local function judge(node, key, host)
      local word = host and test_word(host)
      if word then
        report:at(node, key, "%s is a host of a test environment", host, {
          expected = "a host without '" .. word .. "' in its name", fix = "set it in the release configuration",
        })
      end
    end
    each_string(bundle.info, function(node, key, text)
      judge(node, key, text:match("^%a[%w+.-]*://[^/?#@]*@([%w.-]+)") or text:match("^%a[%w+.-]*://([%w.-]+)"))
    end)
    for key, value in pairs(bundle.info) do
      if keys.is_custom(key) and plist.type(value) == "string" then
        judge(bundle.info, key, value:match("^([%w-]+%.[%w.-]+):?%d*$") or value:match("^(localhost):?%d*$"))
      end
    end
  end,
  examples = {
    pass = {
      { info = { ["com.example.APIHost"] = "api.example.com", ["com.example.Web"] = "https://example.com/test?stage=1" } },
      { info = { CFBundleIdentifier = "com.example.dev.tool" } },
    },
    fail = {
      { info = { ["com.example.APIHost"] = "staging.example.com" }, at = "/com.example.APIHost" },
      { info = { ["com.example.Servers"] = { { URL = "https://user@api-dev.example.com:8443/v1" } } }, at = "/com.example.Servers/0/URL" },
      { info = { ["com.example.APIHost"] = "localhost:8080" }, at = "/com.example.APIHost" },
    },
  },
}
