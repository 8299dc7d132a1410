-- App Transport Security stays on: no general exception, and none for plain HTTP to a host.

policy "cookbook.transport-security" { summary = "Connections are encrypted" }

local never = optional(one_of { false })

rule "transport-security" {
  summary   = "App Transport Security must not have exceptions",
  rationale = "Developers enable NSAllowsArbitraryLoads for an afternoon of debugging and forget it; App Review asks for reasons.",
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
      { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = true } }, at = "/NSAppTransportSecurity/NSAllowsArbitraryLoads" },
      { info = { NSAppTransportSecurity = { NSExceptionDomains = {
        ["example.com"] = { NSExceptionAllowsInsecureHTTPLoads = true },
      } } }, at = "/NSAppTransportSecurity/NSExceptionDomains/example.com/NSExceptionAllowsInsecureHTTPLoads" },
    },
  },
}
