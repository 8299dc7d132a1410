rule "no-empty-plug-in-functions" {
  summary   = "A key that names a function of a plug-in must not be empty",
  severity  = "note",
  rationale = "The project template leaves these keys empty. That names no function: the platform registers the plug-in with "
    .. "CFPlugInDynamicRegister, and calls nothing when it unloads it.",
  source    = { "Information Property List Key Reference: CFPlugInUnloadFunction", "CFPlugIn.c" },
  tags      = { "S12" },
  check = function(bundle, report)
    for _, key in ipairs { "CFPlugInDynamicRegisterFunction", "CFPlugInUnloadFunction" } do
      if bundle.info[key] == "" then
        report:at(bundle.info, key, "%s names no function", key, {
          expected = "the name of a function, or no such key", fix = "remove the key, or write the function's name as declared in C",
        })
      end
    end
  end,
  examples = {
    pass = { {}, { info = { CFPlugInDynamicRegisterFunction = "Register", CFPlugInUnloadFunction = "Unload" } } },
    fail = { { info = { CFPlugInDynamicRegisterFunction = "" } }, { info = { CFPlugInUnloadFunction = "" } } },
  },
}
