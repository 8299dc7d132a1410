-- Network security of the app.
return {
  {
    key = "NSAppTransportSecurity", type = "dictionary",
    platforms = { macos = "10.11", ios = "9.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" },
    schema = {
      keys = {
        NSAllowsArbitraryLoads = { type = "boolean", summary = "Whether plain HTTP is allowed everywhere" },
        NSAllowsArbitraryLoadsForMedia = {
          type = "boolean",
          platforms = { macos = "10.12", ios = "10.0" },
          summary = "Whether media may come unencrypted",
        },
        NSAllowsArbitraryLoadsInMedia = {
          type = "boolean",
          platforms = { ios = "10.0" },
          deprecated = { ios = true },
          successor = "NSAllowsArbitraryLoadsForMedia",
          summary = "Misnamed in early documents",
        },
        NSAllowsArbitraryLoadsInWebContent = {
          type = "boolean",
          platforms = { macos = "10.12", ios = "10.0" },
          summary = "Whether web views may load anything",
        },
        NSAllowsLocalNetworking = {
          type = "boolean",
          platforms = { macos = "10.12", ios = "10.0" },
          summary = "Whether local servers need no encryption",
        },
        NSExceptionDomains = {
          type = "dictionary",
          summary = "Exceptions by domain",
          others = {
            type = "dictionary",
            keys = {
              NSIncludesSubdomains = { type = "boolean", summary = "Whether the exception covers subdomains" },
              NSExceptionAllowsInsecureHTTPLoads = { type = "boolean", summary = "Whether plain HTTP is allowed" },
              NSExceptionMinimumTLSVersion = {
                type = "string",
                values = { "TLSv1.0", "TLSv1.1", "TLSv1.2", "TLSv1.3" },
                summary = "Oldest TLS version allowed",
              },
              NSExceptionRequiresForwardSecrecy = {
                type = "boolean", summary = "Whether the cipher must offer forward secrecy",
              },
              NSRequiresCertificateTransparency = {
                type = "boolean", summary = "Whether certificates must be in public logs",
              },
              NSThirdPartyExceptionAllowsInsecureHTTPLoads = {
                type = "boolean", summary = "Plain HTTP to a server of somebody else",
              },
              NSThirdPartyExceptionMinimumTLSVersion = {
                type = "string",
                values = { "TLSv1.0", "TLSv1.1", "TLSv1.2", "TLSv1.3" },
                summary = "TLS of a server of somebody else",
              },
              NSThirdPartyExceptionRequiresForwardSecrecy = {
                type = "boolean", summary = "Forward secrecy of a server of somebody else",
              },
              NSTemporaryExceptionAllowsInsecureHTTPLoads = {
                type = "boolean", summary = "Name used before iOS 9 was final",
              },
              NSTemporaryExceptionAllowsInsecureHTTPSLoads = {
                type = "boolean", summary = "Stands in many applications; the system never read it",
              },
              NSTemporaryExceptionMinimumTLSVersion = { type = "string", summary = "Name used before iOS 9 was final" },
              NSTemporaryExceptionRequiresForwardSecrecy = {
                type = "boolean", summary = "Name used before iOS 9 was final",
              },
            },
          },
        },
        NSPinnedDomains = {
          type = "dictionary",
          summary = "Expected certificates by domain",
          others = {
            type = "dictionary",
            keys = {
              NSIncludesSubdomains = { type = "boolean", summary = "Whether subdomains are pinned too" },
              NSPinnedCAIdentities = {
                type = "array",
                items = {
                  type = "dictionary",
                  keys = {
                    ["SPKI-SHA256-BASE64"] = { type = "string", required = true, summary = "Hash of the public key" },
                  },
                },
              },
              NSPinnedLeafIdentities = {
                type = "array",
                items = {
                  type = "dictionary",
                  keys = {
                    ["SPKI-SHA256-BASE64"] = { type = "string", required = true, summary = "Hash of the public key" },
                  },
                },
              },
            },
          },
        },
      },
    },
    summary = "Exceptions from encrypted connections", source = "Bundle Resources: Information Property List",
  },
}
