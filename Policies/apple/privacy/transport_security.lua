rule "transport-security" {
  summary   = "App Transport Security is not switched off for every host",
  severity  = "note",
  rationale = "With NSAllowsArbitraryLoads every connection may be read and changed on the way; the store asks for a justification.",
  source    = "Information Property List Key Reference: NSAppTransportSecurity",
  tags      = { "S3", "ATS" },
  applies   = { kind = { "application", "extension" } },
  check = function(bundle, report)
    local security = bundle.info.NSAppTransportSecurity
    if plist.type(security) == "dictionary" and security.NSAllowsArbitraryLoads == true
      -- Where one of these is there, systems of today go by it and not by the other.
      and security.NSAllowsArbitraryLoadsInWebContent == nil and security.NSAllowsArbitraryLoadsForMedia == nil
      and security.NSAllowsLocalNetworking == nil then
      report:at(security, "NSAllowsArbitraryLoads", "every insecure connection is allowed", {
        expected = "exceptions for the hosts that need them", fix = "name the hosts in NSExceptionDomains",
      })
    end
  end,
  examples = {
    pass = {
      {}, { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = false } } },
      { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = true, NSAllowsLocalNetworking = true } } },
      { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = true, NSAllowsArbitraryLoadsInWebContent = true } } },
      { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = true, NSAllowsArbitraryLoadsForMedia = true } } },
    },
    fail = { { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = true } } } },
  },
}
