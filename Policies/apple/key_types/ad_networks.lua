local values = import "apple.values"

rule "ad-networks" {
  summary   = "Identifiers in SKAdNetworkItems must have the form NAME.skadnetwork",
  severity  = "warning",
  rationale = "The system compares them with the identifier of the ad network, in lower case: an installation from the ad is never "
    .. "attributed.",
  source    = "Bundle Resources: SKAdNetworkItems, SKAdNetworkIdentifier",
  tags      = { "S3" },
  applies   = { key = "SKAdNetworkItems" },
  check     = function(bundle, report)
    for _, entry in ipairs(plist.find(bundle.info, "/SKAdNetworkItems/*/SKAdNetworkIdentifier")) do
      local text = values.text(entry.value)
      if text and not text:lower():find("^%w+%.skadnetwork$") and not text:lower():find("^%w+%.adattributionkit$") then
        report:at(entry.node, entry.key, "'%s' is not the identifier of an ad network", text, {
          expected = "a name followed by .skadnetwork", fix = "copy the identifier from the ad network's documents",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {},
      {
        platform = "ios",
        info = { SKAdNetworkItems = {
          { SKAdNetworkIdentifier = "cstr6suwn9.skadnetwork" }, { SKAdNetworkIdentifier = "4FZDC2EVR5.skadnetwork" },
        } },
      },
      {
        platform = "ios",
        info = { SKAdNetworkItems = { { SKAdNetworkIdentifier = "example123.adattributionkit" }, { SKAdNetworkIdentifier = "$(ID)" } } },
      },
    },
    fail = {
      {
        platform = "ios", info = { SKAdNetworkItems = {
          { SKAdNetworkIdentifier = "a-b.skadnetwork" }, { SKAdNetworkIdentifier = "a-b.adattributionkit" },
        } },
        at = { "/SKAdNetworkItems/0/SKAdNetworkIdentifier", "/SKAdNetworkItems/1/SKAdNetworkIdentifier" },
      },
      {
        platform = "ios", info = { SKAdNetworkItems = { { SKAdNetworkIdentifier = "cstr6suwn9" } } },
        at = "/SKAdNetworkItems/0/SKAdNetworkIdentifier",
      },
      {
        platform = "ios", info = { SKAdNetworkItems = { { SKAdNetworkIdentifier = "cstr6suwn9.skadnetwork " } } },
        at = "/SKAdNetworkItems/0/SKAdNetworkIdentifier",
      },
      {
        platform = "ios", info = { SKAdNetworkItems = { { SKAdNetworkIdentifier = "x.adattributionkit.com" } } },
        at = "/SKAdNetworkItems/0/SKAdNetworkIdentifier",
      },
    },
  },
}
