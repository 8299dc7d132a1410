rule "xpc-service" {
  summary   = "An XPC service must declare its service type",
  severity  = "error",
  rationale = "launchd starts a service according to its XPCService dictionary; without it, the app waits for a reply that never comes.",
  source    = "Daemons and Services Programming Guide: Creating XPC Services",
  tags      = { "S3", "LS-xpc" },
  applies   = { kind = "extension", when = function(bundle) return bundle.name:sub(-4) == ".xpc" end },
  shape     = {
    XPCService = { ServiceType = one_of { "Application", "User", "System" } },
  },
  examples = {
    pass = {
      {
        kind = "application",
        bundles = {
          ["Contents/XPCServices/Work.xpc"] = { info = { XPCService = { ServiceType = "Application" } } },
          ["Contents/PlugIns/Share.appex"] = {},
        },
      },
      { name = "Agent.xpc", info = { XPCService = { ServiceType = "User" } } },
      { name = "Daemon.xpc", info = { XPCService = { ServiceType = "System" } } },
    },
    fail = {
      { name = "Work.xpc", at = "/XPCService" },
      { name = "Work.xpc", info = { XPCService = { RunLoopType = "NSRunLoop" } }, at = "/XPCService/ServiceType" },
      { name = "Work.xpc", info = { XPCService = { ServiceType = "App" } }, at = "/XPCService/ServiceType" },
    },
  },
}
