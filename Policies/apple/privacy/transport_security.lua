-- The settings of a host that make its connections weaker.
local weak = {
  NSExceptionAllowsInsecureHTTPLoads = function(value) return value == true end,
  NSExceptionRequiresForwardSecrecy = function(value) return value == false end,
  NSExceptionMinimumTLSVersion = function(value) return value == "TLSv1.0" or value == "TLSv1.1" end,
}

rule "transport-security" {
  summary   = "App Transport Security must not be disabled for all hosts, nor weakened for one",
  severity  = "note",
  rationale = "With NSAllowsArbitraryLoads, every connection may be read and changed in transit; the store asks for a justification.",
  source    = "Information Property List Key Reference: NSAppTransportSecurity",
  tags      = { "security", "S3", "ATS" },
  applies   = { kind = { "application", "extension" }, key = "NSAppTransportSecurity" },
  check = function(bundle, report)
    local security = bundle.info.NSAppTransportSecurity
    for _, entry in ipairs(plist.find(bundle.info, "/NSAppTransportSecurity/NSExceptionDomains/*/*")) do
      local name = type(entry.key) == "string" and entry.key:gsub("NSTemporary", "NS"):gsub("NSThirdParty", "NS")
      if name and weak[name] and weak[name](entry.value) then
        report:at(entry.node, entry.key, "%s is %s: connections to the host are less secure than by default", entry.key,
          tostring(entry.value), {
          expected = "no " .. entry.key, fix = "remove it once the host supports TLS 1.2 with forward secrecy",
        })
      end
    end
    if plist.type(security) == "dictionary" and security.NSAllowsArbitraryLoads == true
      -- If one of these keys is present, current systems use it instead.
      and security.NSAllowsArbitraryLoadsInWebContent == nil and security.NSAllowsArbitraryLoadsForMedia == nil
      and security.NSAllowsLocalNetworking == nil then
      report:at(security, "NSAllowsArbitraryLoads", "insecure connections to all hosts are allowed", {
        expected = "exceptions for the hosts that need them", fix = "list the hosts in NSExceptionDomains",
      })
    end
  end,
  examples = {
    pass = {
      { info = { NSAppTransportSecurity = { NSExceptionDomains = { ["a.example"] = {
        NSExceptionAllowsInsecureHTTPLoads = false, NSExceptionRequiresForwardSecrecy = true, NSExceptionMinimumTLSVersion = "TLSv1.2",
        NSIncludesSubdomains = true,
      }, ["b.example"] = { "x" } } } } },
      {}, { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = false } } },
      { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = true, NSAllowsLocalNetworking = true } } },
      { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = true, NSAllowsArbitraryLoadsInWebContent = true } } },
      { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = true, NSAllowsArbitraryLoadsForMedia = true } } },
    },
    fail = {
      { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = true } }, at = "/NSAppTransportSecurity/NSAllowsArbitraryLoads" },
      {
        info = { NSAppTransportSecurity = { NSExceptionDomains = { ["a.example"] = { NSExceptionAllowsInsecureHTTPLoads = true } } } },
        at = "/NSAppTransportSecurity/NSExceptionDomains/a.example/NSExceptionAllowsInsecureHTTPLoads",
      },
      { info = { NSAppTransportSecurity = { NSExceptionDomains = { ["a.example"] = {
        NSThirdPartyExceptionRequiresForwardSecrecy = false,
      } } } }, at = "/NSAppTransportSecurity/NSExceptionDomains/a.example/NSThirdPartyExceptionRequiresForwardSecrecy" },
      { info = { NSAppTransportSecurity = { NSExceptionDomains = { ["a.example"] = {
        NSTemporaryExceptionMinimumTLSVersion = "TLSv1.0",
      } } } }, at = "/NSAppTransportSecurity/NSExceptionDomains/a.example/NSTemporaryExceptionMinimumTLSVersion" },
      {
        info = { NSAppTransportSecurity = { NSExceptionDomains = { ["a.example"] = { NSExceptionMinimumTLSVersion = "TLSv1.1" } } } },
        at = "/NSAppTransportSecurity/NSExceptionDomains/a.example/NSExceptionMinimumTLSVersion",
      },
    },
  },
}
