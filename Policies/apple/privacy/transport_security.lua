rule "transport-security" {
  summary   = "App Transport Security must not be disabled for all hosts",
  severity  = "note",
  rationale = "With NSAllowsArbitraryLoads, every connection may be read and changed in transit; the store asks for a justification.",
  source    = "Information Property List Key Reference: NSAppTransportSecurity",
  tags      = { "S3", "ATS" },
  applies   = { kind = { "application", "extension" } },
  check = function(bundle, report)
    local security = bundle.info.NSAppTransportSecurity
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
      {}, { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = false } } },
      { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = true, NSAllowsLocalNetworking = true } } },
      { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = true, NSAllowsArbitraryLoadsInWebContent = true } } },
      { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = true, NSAllowsArbitraryLoadsForMedia = true } } },
    },
    fail = { { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = true } } } },
  },
}
