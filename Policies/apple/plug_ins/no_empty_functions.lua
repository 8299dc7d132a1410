rule "no-empty-plug-in-functions" {
  summary   = "A key that names a function of a plug-in must not be empty",
  severity  = "note",
  rationale = "The project template leaves these keys empty. That names no function: the platform registers the plug-in with "
    .. "CFPlugInDynamicRegister, and calls nothing when it unloads it.",
  source    = { "Information Property List Key Reference: CFPlugInUnloadFunction", "CFPlugIn.c" },
  tags      = { "S12" },
  applies   = { key = { "CFPlugInDynamicRegisterFunction", "CFPlugInUnloadFunction" } },
  check = function(bundle, report)
    local info, empty = bundle.info, {}
    for _, key in ipairs { "CFPlugInDynamicRegisterFunction", "CFPlugInUnloadFunction" } do
      if info[key] == "" then empty[#empty + 1] = key end
    end
    if #empty > 0 then
      report:at(info, empty[1], "no function is named by %s", table.concat(empty, " and "), {
        expected = "the name of a function, or no such key", fix = "remove the empty key, or write the function's name as declared in C",
      })
    end
  end,
  examples = {
    pass = { {}, { info = { CFPlugInDynamicRegisterFunction = "Register", CFPlugInUnloadFunction = "Unload" } } },
    fail = {
      { info = { CFPlugInDynamicRegisterFunction = "", CFPlugInUnloadFunction = "" }, at = "/CFPlugInDynamicRegisterFunction" },
      { info = { CFPlugInDynamicRegisterFunction = "" }, at = "/CFPlugInDynamicRegisterFunction" },
      { info = { CFPlugInUnloadFunction = "" }, at = "/CFPlugInUnloadFunction" },
    },
  },
}
