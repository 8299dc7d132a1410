-- The meanings of values of other types.
local words = { ["true"] = "YES", ["1"] = "YES", ["false"] = "NO", ["0"] = "NO" }

rule "dynamic-registration" {
  summary   = "Dynamic registration must be switched on with the string YES",
  severity  = "error",
  rationale = "CFPlugIn compares strings: the Boolean true leaves the plug-in unregistered, and without factories it is not a plug-in.",
  source    = { "Information Property List Key Reference: CFPlugInDynamicRegistration", "CFPlugIn.c" },
  tags      = { "S12", "S3" },
  applies   = { key = { "CFPlugInDynamicRegistration", "CFPlugInDynamicRegisterFunction" } },
  check = function(bundle, report)
    local info = bundle.info
    local value = info.CFPlugInDynamicRegistration
    if value == nil then
      if type(info.CFPlugInDynamicRegisterFunction) == "string" then
        report:missing(info, "CFPlugInDynamicRegistration", "a registration function is named, but nothing calls it", {
          expected = "the string YES", fix = "set CFPlugInDynamicRegistration to YES, or remove CFPlugInDynamicRegisterFunction",
        })
      end
    elseif type(value) ~= "string" or value:upper() ~= "YES" and value:upper() ~= "NO" then
      local fix = "write <string>YES</string> or <string>NO</string>"
      local word = words[tostring(value)]
      -- A plug-in that works by its factories would register in another way.
      if word == "NO" or word and info.CFPlugInFactories == nil then fix = { text = fix, set = { CFPlugInDynamicRegistration = word } } end
      report:at(info, "CFPlugInDynamicRegistration", "CFPlugInDynamicRegistration is the %s %s; a string is expected", plist.type(value),
        tostring(value), {
        expected = "the string YES or NO", fix = fix,
      })
    elseif value:upper() == "YES" and info.CFPlugInDynamicRegisterFunction == "" then
      report:at(info, "CFPlugInDynamicRegisterFunction", "the registration function has no name, so the plug-in is never registered", {
        expected = "the name of a C function", fix = "name the function, or remove the key if it is CFPlugInDynamicRegister",
      })
    end
  end,
  examples = {
    pass = {
      {}, { info = { CFPlugInDynamicRegistration = "YES", CFPlugInDynamicRegisterFunction = "Register" } },
      { info = { CFPlugInDynamicRegistration = "no" } },
      { info = { CFPlugInDynamicRegistration = "NO", CFPlugInDynamicRegisterFunction = "" } },
    },
    fail = {
      { info = { CFPlugInDynamicRegistration = "yes", CFPlugInDynamicRegisterFunction = "" }, at = "/CFPlugInDynamicRegisterFunction" },
      {
        info = { CFPlugInDynamicRegistration = true, CFPlugInFactories = { ["68753A44-4D6F-1226-9C60-0050E4C00067"] = "MakeOne" } },
        at = "/CFPlugInDynamicRegistration",
      },
      { info = { CFPlugInDynamicRegistration = false }, at = "/CFPlugInDynamicRegistration" },
      { info = { CFPlugInDynamicRegistration = true }, at = "/CFPlugInDynamicRegistration" },
      { info = { CFPlugInDynamicRegistration = "true" }, at = "/CFPlugInDynamicRegistration" },
      { info = { CFPlugInDynamicRegisterFunction = "Register" }, at = "/CFPlugInDynamicRegistration" },
    },
  },
}
