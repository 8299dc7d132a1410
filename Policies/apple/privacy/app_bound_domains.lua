local values = import "apple.values"

local key, limit = "WKAppBoundDomains", 10

-- For the examples.
local domain = "d%d.example.com"
local function count(number)
  local result = {}
  for index = 1, number do result[index] = domain:format(index) end
  return result
end
local function app(list, at) return { platform = "ios", info = { [key] = list }, at = at and "/" .. key .. at } end

rule "app-bound-domains" {
  summary   = "WKAppBoundDomains must list at most 10 domains",
  severity  = "error",
  rationale = "WebKit ignores all domains past the tenth, and everything that is not a domain: web views may not use scripts, cookies and "
    .. "messages there.",
  source    = { "Bundle Resources: WKAppBoundDomains", "WebKit: App-Bound Domains" },
  applies   = { kind = { "application", "extension" }, platform = { "ios", "visionos", "catalyst" }, key = key },
  check     = function(bundle, report)
    local list = bundle.info[key]
    for index, entry in ipairs(values.list(list)) do
      if index == limit + 1 then
        report:at(list, index, "%d domains are listed; WebKit ignores those after the first %d", #list, limit, {
          expected = "at most 10 domains", fix = "remove the domains that the app's web views need not trust",
        })
      end
      -- A scheme without a domain stands for all pages of that scheme.
      local text = values.text(entry)
      if text and not text:find("^[%w\x80-\xff.-]+$") and not text:find("^[%a][%w+.-]*:$") then
        report:at(list, index, "'%s' is not a domain", text, {
          expected = text:match("^%a[%w+.-]*://([%w.-]+)") or "a domain, such as www.example.com", fix = "write only the domain",
          severity = "warning",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { platform = "ios" }, app(count(10)), app { "example.com", "$(DOMAIN)", 1, "custom:", "münchen.example" }, app("x"),
      { platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { info = { [key] = count(11) } } } },
      { platform = "macos", info = { [key] = count(11) } },
    },
    fail = {
      app(count(11), "/10"), app(count(12), "/10"), app({ "https://example.com" }, "/0"), app({ "example.com/path" }, "/0"),
      app({ " example.com" }, "/0"), app({ "example.com:8080" }, "/0"), app({ "//example.com:" }, "/0"),
      { platform = "visionos", info = { [key] = count(11) }, at = "/" .. key .. "/10" },
      { platform = "catalyst", info = { [key] = count(11) }, at = "/" .. key .. "/10" },
      { kind = "extension", platform = "ios", info = { [key] = count(11) }, at = "/" .. key .. "/10" },
    },
  },
}
