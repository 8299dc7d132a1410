rule "xpc-service" {
  summary   = "An XPC service says what sort of service it is",
  severity  = "error",
  rationale = "launchd starts a service by its XPCService dictionary; without it the application waits for an answer that never comes.",
  source    = "Daemons and Services Programming Guide: Creating XPC Services",
  tags      = { "S3" },
  applies   = { kind = "extension", when = function(bundle) return bundle.name:find("%.xpc$") ~= nil end },
  shape     = {
    XPCService = { ServiceType = one_of { "Application", "User", "System" } },
  },
  examples = {
    pass = { { name = "Work.xpc", info = { XPCService = { ServiceType = "Application" } } } },
    fail = {
      { name = "Work.xpc" }, { name = "Work.xpc", info = { XPCService = { RunLoopType = "NSRunLoop" } } },
      { name = "Work.xpc", info = { XPCService = { ServiceType = "App" } } },
    },
  },
}
