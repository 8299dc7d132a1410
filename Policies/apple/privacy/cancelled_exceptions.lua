local values = import "apple.values"

-- Keys that narrow NSAllowsArbitraryLoads: current systems ignore it as soon as one of them is present, with any value.
local narrower = { "NSAllowsArbitraryLoadsForMedia", "NSAllowsArbitraryLoadsInWebContent", "NSAllowsLocalNetworking" }

-- For the examples.
local function app(security, at) return { info = { NSAppTransportSecurity = security }, at = at and "/NSAppTransportSecurity/" .. at } end

rule "transport-security-cancelled" {
  summary   = "Exceptions from App Transport Security must not cancel each other",
  severity  = "warning",
  rationale = "Since iOS 10 and macOS 10.12, NSAllowsArbitraryLoads is ignored if a narrower key is there, even one with the value false: "
    .. "connections over http fail although the key allows them.",
  source    = "Bundle Resources: NSAllowsArbitraryLoads",
  tags      = { "security", "ATS" },
  applies   = { kind = { "application", "extension" }, key = "NSAppTransportSecurity" },
  check     = function(bundle, report)
    local security = values.dictionary(bundle.info.NSAppTransportSecurity)
    if values.is_true(security.NSAllowsArbitraryLoads) then
      for _, key in ipairs(narrower) do
        if security[key] ~= nil then
          return report:at(security, "NSAllowsArbitraryLoads", "NSAllowsArbitraryLoads is ignored, because %s is there, too", key, {
            expected = "one of the two", fix = "remove NSAllowsArbitraryLoads and list the hosts, or remove " .. key,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, app { NSAllowsArbitraryLoads = true }, app { NSAllowsArbitraryLoads = false, NSAllowsLocalNetworking = true },
      app { NSAllowsLocalNetworking = true }, app { NSAllowsArbitraryLoads = 7, NSAllowsLocalNetworking = true }, app "x",
      { bundles = { ["Contents/Frameworks/Kit.framework"] = app { NSAllowsArbitraryLoads = true, NSAllowsLocalNetworking = true } } },
    },
    fail = {
      app({ NSAllowsArbitraryLoads = true, NSAllowsLocalNetworking = true }, "NSAllowsArbitraryLoads"),
      app({ NSAllowsArbitraryLoads = true, NSAllowsLocalNetworking = false }, "NSAllowsArbitraryLoads"),
      app({ NSAllowsArbitraryLoads = true, NSAllowsArbitraryLoadsForMedia = true }, "NSAllowsArbitraryLoads"),
      app({ NSAllowsArbitraryLoads = true, NSAllowsArbitraryLoadsInWebContent = true }, "NSAllowsArbitraryLoads"),
      { kind = "extension", info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = true, NSAllowsLocalNetworking = true } },
        at = "/NSAppTransportSecurity/NSAllowsArbitraryLoads" },
    },
  },
}
