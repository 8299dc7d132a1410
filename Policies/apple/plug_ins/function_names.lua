rule "plug-in-functions" {
  summary   = "Registration and factory functions must be named as C functions",
  severity  = "error",
  rationale = "CFPlugIn looks the function up in the code by this name; with any other string it finds none.",
  source    = { "Information Property List Key Reference: CFPlugInFactories", "CFPlugIn_Factory.c" },
  tags      = { "S12" },
  applies   = { key = { "CFPlugInDynamicRegisterFunction", "CFPlugInUnloadFunction", "CFPlugInFactories" } },
  check = function(bundle, report)
    local info = bundle.info
    local function judge(node, key)
      local name = node[key]
      if type(name) == "string" and not name:find("^[%a_][%w_]*$") then
        report:at(node, key, "'%s' is not the name of a C function", name, {
          expected = "letters, digits and '_'", fix = "write the function's name as declared in C",
        })
      end
    end
    -- Project templates leave these two empty, which names no function.
    for _, key in ipairs { "CFPlugInDynamicRegisterFunction", "CFPlugInUnloadFunction" } do
      if info[key] ~= "" then judge(info, key) end
    end
    local factories = info.CFPlugInFactories
    if plist.type(factories) == "dictionary" then
      for id in pairs(factories) do judge(factories, id) end
    end
  end,
  examples = {
    pass = {
      {},
      { info = {
        CFPlugInFactories = { ["68753A44-4D6F-1226-9C60-0050E4C00067"] = "_make_1" }, CFPlugInUnloadFunction = "Unload",
        CFPlugInDynamicRegisterFunction = "Register",
      } },
      { info = { CFPlugInUnloadFunction = "", CFPlugInDynamicRegisterFunction = "" } },
    },
    fail = {
      {
        info = { CFPlugInFactories = { ["68753A44-4D6F-1226-9C60-0050E4C00067"] = "make()" } },
        at = "/CFPlugInFactories/68753A44-4D6F-1226-9C60-0050E4C00067",
      },
      { info = { CFPlugInUnloadFunction = "un-load" }, at = "/CFPlugInUnloadFunction" },
      { info = { CFPlugInDynamicRegisterFunction = "1st" }, at = "/CFPlugInDynamicRegisterFunction" },
      {
        info = { CFPlugInFactories = { ["68753A44-4D6F-1226-9C60-0050E4C00067"] = "" } },
        at = "/CFPlugInFactories/68753A44-4D6F-1226-9C60-0050E4C00067",
      },
    },
  },
}
