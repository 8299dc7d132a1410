rule "dynamic-registration" {
  summary   = "Dynamic registration is switched on by the text YES",
  severity  = "error",
  rationale = "CFPlugIn compares text: the Boolean true leaves the plug-in unregistered, and without factories it is no plug-in.",
  source    = { "Information Property List Key Reference: CFPlugInDynamicRegistration", "CFPlugIn.c" },
  tags      = { "S12", "S3" },
  check = function(bundle, report)
    local info = bundle.info
    local value = info.CFPlugInDynamicRegistration
    if value == nil then
      if type(info.CFPlugInDynamicRegisterFunction) == "string" then
        report:missing(info, "CFPlugInDynamicRegistration", "a function that registers is named, and nothing calls it", {
          expected = "the text YES", fix = "set CFPlugInDynamicRegistration to YES, or take the function's name away",
        })
      end
    elseif type(value) ~= "string" or value:upper() ~= "YES" and value:upper() ~= "NO" then
      report:at(info, "CFPlugInDynamicRegistration", "dynamic registration is the %s %s", plist.type(value), tostring(value), {
        expected = "the text YES or NO", fix = "write <string>YES</string>",
      })
    end
  end,
  examples = {
    pass = {
      {}, { info = { CFPlugInDynamicRegistration = "YES", CFPlugInDynamicRegisterFunction = "Register" } },
      { info = { CFPlugInDynamicRegistration = "no" } },
    },
    fail = {
      { info = { CFPlugInDynamicRegistration = true } }, { info = { CFPlugInDynamicRegistration = "true" } },
      { info = { CFPlugInDynamicRegisterFunction = "Register" } },
    },
  },
}
