-- App Transport Security stays on: no blanket exception, and none for plain HTTP to a host.

policy "cookbook.transport-security" { summary = "Connections are encrypted" }

local never = optional(one_of { false })

rule "transport-security" {
  summary   = "No exception from App Transport Security",
  rationale = "NSAllowsArbitraryLoads is switched on for one afternoon's debugging and forgotten; review asks for reasons.",
  help      = "https://developer.apple.com/documentation/bundleresources/information-property-list/nsapptransportsecurity",
  applies   = { kind = { "application", "extension", "plist" } },
  shape     = {
    NSAppTransportSecurity = optional {
      NSAllowsArbitraryLoads = never,
      NSAllowsArbitraryLoadsForMedia = never,
      NSAllowsArbitraryLoadsInWebContent = never,
      NSExceptionDomains = optional(dictionary({}, {
        others = { NSExceptionAllowsInsecureHTTPLoads = never, NSTemporaryExceptionAllowsInsecureHTTPLoads = never },
      })),
    },
  },
  examples  = {
    pass = { {}, { info = { NSAppTransportSecurity = { NSAllowsLocalNetworking = true } } } },
    fail = {
      { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = true } } },
      { info = { NSAppTransportSecurity = { NSExceptionDomains = {
        ["example.com"] = { NSExceptionAllowsInsecureHTTPLoads = true },
      } } } },
    },
  },
}
