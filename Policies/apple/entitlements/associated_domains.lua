local parts = import "apple.entitlements.parts"
local values = import "apple.values"

local key = "com.apple.developer.associated-domains"
local services = { applinks = true, webcredentials = true, activitycontinuation = true, appclips = true, authsrv = true }
local modes = { developer = true, managed = true, ["developer+managed"] = true, ["managed+developer"] = true }

-- Whether labels of letters, digits and hyphens make up a domain; the first may be a `*`.
local function is_domain(text)
  local domain = text:match("^%*%.(.*)") or text
  if not domain:find("%.") or not domain:find("[^%d.]") then return false end
  for label in domain:gmatch("[^.]*") do
    -- Domains in other scripts are written as they are, or in the form that starts with xn--.
    if not label:find("^[%w\x80-\xff-]+$") or label:find("^%-") or label:find("%-$") then return false end
  end
  return true
end

-- The problem with an entry; nil if it is valid.
local function problem(entry, is_debugged)
  local service, rest = entry:match("([^:]*):(.*)")
  if not service then return "names no service" end
  if not services[service] then return "names no service that the system knows" end
  local domain, mode = rest:match("([^?]*)%?mode=(.*)")
  domain = domain or rest
  if domain:find("//") then return "contains a URL" end
  if domain:find("[/?#]") then return "has a path" end
  if domain:find(":") then return "has a port" end
  if not is_domain(domain) then return "has no valid domain" end
  if mode and not modes[mode] then return "has an unknown mode" end
  if mode == "developer" and not is_debugged then
    return "has the mode for development, which works only in a build for development"
  end
  return nil
end

-- For the examples.
local function domains(list, at, more)
  local own = { [key] = list }
  for name, value in pairs(more or {}) do own[name] = value end
  return { platform = "ios", entitlements = own, at = at and "App:/" .. key .. at }
end
local function wrong(entry, message)
  local result = domains({ entry }, "/0")
  result.message = message
  return result
end

rule "associated-domains" {
  summary   = "Associated domains must consist of a service, a colon and a domain",
  severity  = "error",
  rationale = "The system ignores any other entry: links open in the browser, and passwords are not offered. The store rejects some of "
    .. "them.",
  source    = { "Bundle Resources: com.apple.developer.associated-domains", "Supporting associated domains", "ITMS-90046" },
  tags      = { "ITMS-90046" },
  applies   = { kind = { "application", "extension" }, entitlement = key },
  check     = function(bundle, report)
    for _, part in ipairs(parts(bundle)) do
      local list = part.list[key]
      local is_debugged = part.list["get-task-allow"] == true or part.list["com.apple.security.get-task-allow"] == true
      if list ~= nil and plist.type(list) ~= "array" and list ~= "*" then
        report:at(part.list, key, "the associated domains are not a list", {
          expected = "a list of strings", fix = "write a list", discriminator = part.architecture,
        })
      end
      local all = {}
      for _, entry in ipairs(values.list(list)) do all[entry] = true end
      for index, entry in ipairs(values.list(list)) do
        -- entitlements-match reports variables.
        if type(entry) == "string" and not values.has_variable(entry) then
          -- Beside the same entry without a mode, one for development does no harm.
          local message = problem(entry, is_debugged or all[(entry:gsub("%?mode=developer", ""))])
          if message then
            report:at(list, index, "'%s' %s: the system ignores it", entry, message, {
              expected = "a service and a domain, such as applinks:www.example.com", fix = "correct the entry, and sign the app again",
                discriminator = part.architecture,
            })
          end
        end
      end
    end
  end,
  examples  = {
    pass = {
      domains({ "applinks:example.com?mode=developer" }, nil, { ["com.apple.security.get-task-allow"] = true }),
      domains { "authsrv:login.example.com" }, domains { "applinks:example.com", "applinks:example.com?mode=developer" },
      {}, { platform = "ios" }, { kind = "extension" }, domains { "applinks:apple.com" },
      -- Managed devices use it.
      domains { "applinks:example.com?mode=developer+managed" },
      domains { "applinks:example.com", "webcredentials:*.example.com", "activitycontinuation:www.example.co.uk",
        "appclips:a-b.example.com" },
      domains { "applinks:xn--mnchen-3ya.example", "applinks:münchen.example", "applinks:example.com?mode=managed", "applinks:$(DOMAIN)",
        1 },
      domains({ "applinks:example.com?mode=developer" }, nil, { ["get-task-allow"] = true }), domains "*",
      {
        platform = "macos",
        entitlements = { [key] = { "applinks:example.com?mode=developer+managed" }, ["com.apple.security.get-task-allow"] = true },
      },
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { entitlements = { [key] = { "x" } } } } },
    },
    fail = {
      domains("applinks:example.com", ""), wrong("www.example.com", "names no service:"),
      wrong("app links:*my_domain.com", "names no service that"), wrong "applinks:my_domain.com",
      wrong("applinks:www.example.com/", "has a path"), wrong "applinks:www.example.com/path",
      wrong("applinks:https://www.example.com", "contains a URL"),
      wrong "https://www.example.com", wrong "applinks://example.com", wrong("applinks:example.com:8443", "has a port"),
      wrong "applinks: example.com",
      wrong "applinks:example.com ", wrong("applinks:192.168.1.2", "no valid"), wrong "applinks:localhost", wrong "applinks:*",
      wrong "applinks:*example.com", wrong "applinks:a*.example.com",
      wrong "applinks:www.*.com", wrong "applinks:", wrong "", wrong "Applinks:example.com", wrong "applinks:<your domain>.com",
      wrong "applinks:example..com", wrong "applinks:-a.example.com", wrong "applinks:a-.example.com", wrong "applinks:example.com.",
      wrong "applinks:example.com?mode=developer", wrong "applinks:example.com?mode=debug", wrong("applinks:example.com?a", "has a path"),
      wrong("applinks:example.com#a", "has a path"), wrong "applinks:*.*.example.com", wrong "https:", wrong "applinks:https://",
      {
        kind = "extension", platform = "ios", entitlements = { [key] = { "example.com" } }, at = "Share:/" .. key .. "/0",
      },
      {
        kind = "application", platform = "ios", at = "App:/" .. key .. "/0",
        files = { App = { mach_o = {
          { platform = "ios", architectures = "arm64" },
          { platform = "ios", architectures = "arm64e", entitlements = { [key] = { "example.com" } } },
        } } },
      },
    },
  },
}
