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
          summary = "Whether media may be loaded over insecure connections",
        },
        NSAllowsArbitraryLoadsInMedia = {
          type = "boolean",
          platforms = { ios = "10.0" },
          deprecated = { ios = true },
          successor = "NSAllowsArbitraryLoadsForMedia",
          summary = "A wrong name from early documentation",
        },
        NSAllowsArbitraryLoadsInWebContent = {
          type = "boolean",
          platforms = { macos = "10.12", ios = "10.0" },
          summary = "Whether web views may load insecure content",
        },
        NSAllowsLocalNetworking = {
          type = "boolean",
          platforms = { macos = "10.12", ios = "10.0" },
          summary = "Whether connections to local servers may be insecure",
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
                type = "boolean", summary = "Whether ciphers must support forward secrecy",
              },
              NSRequiresCertificateTransparency = {
                type = "boolean", summary = "Whether certificates must be in public Certificate Transparency logs",
              },
              NSThirdPartyExceptionAllowsInsecureHTTPLoads = {
                type = "boolean", summary = "Plain HTTP to a third-party server",
              },
              NSThirdPartyExceptionMinimumTLSVersion = {
                type = "string",
                values = { "TLSv1.0", "TLSv1.1", "TLSv1.2", "TLSv1.3" },
                summary = "Oldest TLS version for a third-party server",
              },
              NSThirdPartyExceptionRequiresForwardSecrecy = {
                type = "boolean", summary = "Forward secrecy for a third-party server",
              },
              NSTemporaryExceptionAllowsInsecureHTTPLoads = {
                type = "boolean", summary = "Name used before iOS 9 was final",
              },
              NSTemporaryExceptionAllowsInsecureHTTPSLoads = {
                type = "boolean", summary = "Used in many apps, but never read by the system",
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
