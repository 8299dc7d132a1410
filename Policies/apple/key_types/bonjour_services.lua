local values = import "apple.values"

-- The name of the service in a type: what comes before the protocol, and after a subtype (_printer._sub._ipp._tcp) or the name of a
-- vendor's
-- own device or app (_2FA4D21B._googlecast._tcp). Subtypes may also follow a comma.
local function service_name(text)
  local labels = {}
  for label in text:match("[^,]*"):gsub("%.$", ""):gmatch("[^.]*") do labels[#labels + 1] = label end
  local protocol, name = labels[#labels], labels[#labels - 1]
  if not name or protocol ~= "_tcp" and protocol ~= "_udp" then return nil end
  for position = 1, #labels - 2 do
    if labels[position] == "" then return nil end
  end
  return name:match("^_([%w-]+)$")
end

rule "bonjour-services" {
  summary   = "NSBonjourServices must list service types such as _http._tcp",
  severity  = "error",
  rationale = "The system lets the app find only services whose type is listed; a type in another form matches none, and browsing fails "
    .. "with an error.",
  source    = { "Information Property List Key Reference: NSBonjourServices", "RFC 6335 section 5.1", "RFC 6763 section 7.1", "dns_sd.h" },
  tags      = { "S3" },
  applies   = { key = "NSBonjourServices" },
  check = function(bundle, report)
    local services = bundle.info.NSBonjourServices
    for index, service in ipairs(values.list(services)) do
      local text = values.text(service)
      local name = text and service_name(text)
      if text and not (name and #name <= 15 and name:find("%a") and not name:find("^%-") and not name:find("%-$")
        and not name:find("%-%-")) then
        report:at(services, index, "'%s' is not a service type", text, {
          expected = "an underscore, up to 15 letters, digits and hyphens, and ._tcp or ._udp",
          fix = "write it as _name._tcp or _name._udp",
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { info = { NSBonjourServices = { "_http._tcp", "_my-app2._udp.", "_abcdefghijklmno._tcp" } } },
      { info = { NSBonjourServices = { "_2FA4D21B._googlecast._tcp", "_printer._sub._ipp._tcp", "_http._tcp,_printer" } } },
    },
    fail = {
      { info = { NSBonjourServices = { "._http._tcp" } }, at = "/NSBonjourServices/0" },
      { info = { NSBonjourServices = { "http._tcp" } }, at = "/NSBonjourServices/0" },
      { info = { NSBonjourServices = { "_a.._http._tcp" } }, at = "/NSBonjourServices/0" },
      { info = { NSBonjourServices = { "_http" } }, at = "/NSBonjourServices/0" },
      { info = { NSBonjourServices = { "_http._sctp" } }, at = "/NSBonjourServices/0" },
      { info = { NSBonjourServices = { "_http._tdp" } }, at = "/NSBonjourServices/0" },
      { info = { NSBonjourServices = { "_abcdefghijklmnop._tcp" } }, at = "/NSBonjourServices/0" },
      { info = { NSBonjourServices = { "_my_app._tcp" } }, at = "/NSBonjourServices/0" },
      { info = { NSBonjourServices = { "_123._tcp" } }, at = "/NSBonjourServices/0" },
      { info = { NSBonjourServices = { "_-a._tcp" } }, at = "/NSBonjourServices/0" },
      { info = { NSBonjourServices = { "_a-._tcp" } }, at = "/NSBonjourServices/0" },
      { info = { NSBonjourServices = { "_a--b._tcp" } }, at = "/NSBonjourServices/0" },
    },
  },
}
