local values = import "apple.values"

-- Returns the problem of a host name, or nil if it is a plain name.
local function problem(host)
  if host == "" then return "is empty" end
  if host:find("%s") then return "contains a blank" end
  if host:find("://") then return "is a URL" end
  if host:find("%*") then return "has a wildcard" end
  if host:find("/") then return "has a path" end
  -- An IPv6 address has more than one colon.
  if host:find("^[^:]*:[^:]*$") then return "has a port" end
  return nil
end

rule "transport-security-hosts" {
  summary   = "Exceptions of App Transport Security must be keyed by plain host names",
  severity  = "error",
  rationale = "The system compares the key with the host of a connection. A URL, a port or a wildcard never matches, so the exception has "
    .. "no effect.",
  source    = "Information Property List Key Reference: NSExceptionDomains",
  tags      = { "security", "ATS", "S3" },
  applies   = { key = "/NSAppTransportSecurity/NSExceptionDomains" },
  check = function(bundle, report)
    local domains = values.dictionary(values.dictionary(bundle.info.NSAppTransportSecurity).NSExceptionDomains)
    for host in pairs(domains) do
      local what = problem(host)
      if what then
        report:at(domains, host, "the exception for '%s' never applies: the key %s", host, what, {
          expected = "a host such as example.com; NSIncludesSubdomains covers its subdomains",
          fix = "write only the host" .. (host:find("%*") and ", and set NSIncludesSubdomains" or ""),
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { info = { NSAppTransportSecurity = { NSExceptionDomains = { ["example.com"] = {}, localhost = {}, ["10.0.0.1"] = {} } } } },
      { info = { NSAppTransportSecurity = { NSExceptionDomains = { ["fe80::1"] = {} } } } },
      { info = { NSAppTransportSecurity = "none" } },
    },
    fail = {
      { info = { NSAppTransportSecurity = { NSExceptionDomains = { [""] = {} } } }, at = "/NSAppTransportSecurity/NSExceptionDomains/" },
      {
        info = { NSAppTransportSecurity = { NSExceptionDomains = { ["my host"] = {} } } },
        at = "/NSAppTransportSecurity/NSExceptionDomains/my host",
      },
      {
        info = { NSAppTransportSecurity = { NSExceptionDomains = { ["https://example.com"] = {} } } },
        at = "/NSAppTransportSecurity/NSExceptionDomains/https:~1~1example.com", message = "is a URL",
      },
      {
        info = { NSAppTransportSecurity = { NSExceptionDomains = { ["*.example.com"] = {} } } },
        at = "/NSAppTransportSecurity/NSExceptionDomains/*.example.com",
      },
      {
        info = { NSAppTransportSecurity = { NSExceptionDomains = { ["example.*"] = {} } } },
        at = "/NSAppTransportSecurity/NSExceptionDomains/example.*",
      },
      {
        info = { NSAppTransportSecurity = { NSExceptionDomains = { ["example.com:8080"] = {} } } },
        at = "/NSAppTransportSecurity/NSExceptionDomains/example.com:8080",
      },
      {
        info = { NSAppTransportSecurity = { NSExceptionDomains = { ["example.com/api"] = {} } } },
        at = "/NSAppTransportSecurity/NSExceptionDomains/example.com~1api",
      },
    },
  },
}
