local values = import "apple.values"

rule "bonjour-services" {
  summary   = "NSBonjourServices must list service types such as _http._tcp",
  severity  = "error",
  rationale = "The system lets the app find only services whose type is listed; a type in another form matches none, and browsing fails with an error.",
  source    = { "Information Property List Key Reference: NSBonjourServices", "RFC 6335 section 5.1" },
  tags      = { "S3" },
  check = function(bundle, report)
    local services = bundle.info.NSBonjourServices
    for index, service in ipairs(values.list(services)) do
      local text = values.text(service)
      local name = text and text:match("^_([%w-]+)%._[tu][cd]p%.?$")
      local ends_well = text and (text:find("%._tcp%.?$") or text:find("%._udp%.?$"))
      if text and not (name and ends_well and #name <= 15 and name:find("%a") and not name:find("^%-") and not name:find("%-$") and not name:find("%-%-")) then
        report:at(services, index, "'%s' is not a service type", text, {
          expected = "an underscore, up to 15 letters, digits and hyphens, and ._tcp or ._udp", fix = "write it as _name._tcp or _name._udp",
        })
      end
    end
  end,
  examples = {
    pass = { {}, { info = { NSBonjourServices = { "_http._tcp", "_my-app2._udp.", "_abcdefghijklmno._tcp" } } } },
    fail = {
      { info = { NSBonjourServices = { "http._tcp" } } }, { info = { NSBonjourServices = { "_http" } } },
      { info = { NSBonjourServices = { "_http._sctp" } } }, { info = { NSBonjourServices = { "_http._tdp" } } },
      { info = { NSBonjourServices = { "_abcdefghijklmnop._tcp" } } }, { info = { NSBonjourServices = { "_my_app._tcp" } } },
      { info = { NSBonjourServices = { "_123._tcp" } } }, { info = { NSBonjourServices = { "_-a._tcp" } } },
      { info = { NSBonjourServices = { "_a-._tcp" } } }, { info = { NSBonjourServices = { "_a--b._tcp" } } },
    },
  },
}
