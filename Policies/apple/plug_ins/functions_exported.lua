local slices = import "apple.code.slices"
local unreadable_symbols = import "apple.code.unreadable_symbols"
local values = import "apple.values"

-- Code that other code loads. Whether a program registers its own factories, and how, is up to it.
local loadable = { bundle = true, dylib = true }

local system = { "^/usr/lib/", "^/System/", "^@rpath/libswift" }

-- Whether only the slice itself can have the function: a look-up goes on in the libraries that it is linked with.
local function is_alone(slice)
  for _, library in ipairs(slice.libraries) do
    local is_of_system = false
    for _, pattern in ipairs(system) do is_of_system = is_of_system or library.name:find(pattern) ~= nil end
    if not is_of_system then return false end
  end
  return true
end

local function is_name(text) return type(text) == "string" and text:find("^[%a_][%w_]*$") ~= nil end

-- The functions that the platform looks up by name: { name, node, key, architectures }, of the code without it. What is not a name
-- is reported by plug-in-functions.
local function wanted(bundle)
  local info, result = bundle.info, {}
  local function add(node, key, name)
    if is_name(name) then result[#result + 1] = { name = name, node = node, key = key, architectures = {} } end
  end
  local factories = info.CFPlugInFactories
  if plist.type(factories) == "dictionary" then
    for id, name in pairs(factories) do
      -- That the template's UUID was not replaced is reported by plug-in-identifiers.
      if uuid.is_valid(id) and id:find("[1-9A-Fa-f]") then add(factories, id, name) end
    end
  end
  local registration = info.CFPlugInDynamicRegistration
  if type(registration) == "string" and registration:upper() == "YES" then
    local name = info.CFPlugInDynamicRegisterFunction
    if name == nil or name == "" then
      add(info, "CFPlugInDynamicRegistration", "CFPlugInDynamicRegister")
    else
      add(info, "CFPlugInDynamicRegisterFunction", name)
    end
    add(info, "CFPlugInUnloadFunction", info.CFPlugInUnloadFunction)
  end
  -- In an app extension, a class takes the place of the function.
  for _, component in ipairs(bundle.kind == "plugin" and values.list(info.AudioComponents) or {}) do
    local unit = values.dictionary(component)
    add(unit, "factoryFunction", unit.factoryFunction)
  end
  return result
end

local one, two = "68753A44-4D6F-1226-9C60-0050E4C00067", "68753A44-4D6F-1226-9C60-0050E4C00068"
local function plug(info, code, at)
  code.file_type = code.file_type or "bundle"
  return { kind = "plugin", info = info, files = { ["Contents/MacOS/Plug"] = { mach_o = code } }, at = at }
end
local factory = "/CFPlugInFactories/" .. one
local made = { CFPlugInFactories = { [one] = "MakeOne" } }
local audio = { AudioComponents = { { factoryFunction = "MakeSynth" } } }
-- The symbols of code that can be loaded and has all of them itself; nil for other code.
local function exports_of(slice) return loadable[slice.file_type] and is_alone(slice) and slice.exports or nil end

local dynamic = { CFPlugInDynamicRegistration = "yes" }

rule "plug-in-functions-exported" {
  summary   = "The code of a plug-in must export the functions that Info.plist names",
  severity  = "error",
  rationale = "CFPlugIn and the audio system look a function up in the code by its name. If the code does not export it, because it is "
    .. "misspelled, mangled as C++, hidden or was stripped, the plug-in creates no instances. Code that links against libraries other "
    .. "than the system's is not checked, because the function may be in one of them; nor is code without a table of symbols.",
  source    = { "Information Property List Key Reference: CFPlugInFactories", "CFPlugIn.c", "Technical Note TN2276", "mach-o/nlist.h" },
  tags      = { "S12" },
  applies   = { key = { "CFPlugInFactories", "CFPlugInDynamicRegistration", "AudioComponents" } },
  check = function(bundle, report)
    local functions = wanted(bundle)
    if #functions == 0 then return end
    local unreadable = unreadable_symbols(report, bundle.executable)
    for _, slice in ipairs(slices(bundle)) do
      local is_read, exports = pcall(exports_of, slice)
      if not is_read then unreadable(exports) end
      for _, entry in ipairs(is_read and exports and functions or {}) do
        if not exports["_" .. entry.name] then table.insert(entry.architectures, slice.architecture) end
      end
    end
    for _, entry in ipairs(functions) do
      if #entry.architectures > 0 then
        report:at(entry.node, entry.key, "the %s code does not export the function %s", table.concat(entry.architectures, " and "),
          entry.name, {
          expected = "an exported function " .. entry.name,
          fix = "declare it extern \"C\" with default visibility, keep it when stripping, or correct the name",
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, plug(made, { exports = { "_MakeOne", "_MakeTwo" } }), plug(made, {}),
      plug({ CFPlugInFactories = { [one] = "MakeOne", [two] = "MakeTwo" } }, { file_type = "dylib", exports = { "_MakeOne", "_MakeTwo" } }),
      plug(made, { file_type = "execute", exports = {} }), plug({}, { exports = {} }),
      -- Reported by other rules.
      plug({ CFPlugInFactories = { [one] = "Make::One" } }, { exports = {} }),
      plug({ CFPlugInFactories = { [one] = 1 } }, { exports = {} }),
      plug({ CFPlugInFactories = { [one] = 1 }, CFBundleExecutable = { true } }, { exports = {} }),
      plug({ CFPlugInFactories = { ["00000000-0000-0000-0000-000000000000"] = "MyFactoryFunction" } }, { exports = {} }),
      plug({ CFPlugInFactories = { One = "MakeOne" } }, { exports = {} }), plug({ CFPlugInFactories = "MakeOne" }, { exports = {} }),
      plug({ AudioComponents = "x" }, { exports = {} }), { kind = "plugin", info = made, without = "CFBundleExecutable" },
      plug(dynamic, { exports = { "_CFPlugInDynamicRegister" } }),
      plug({ CFPlugInDynamicRegistration = "YES", CFPlugInDynamicRegisterFunction = "Register", CFPlugInUnloadFunction = "Unload" },
        { exports = { "_Register", "_Unload" } }),
      plug({
        CFPlugInDynamicRegistration = "NO", CFPlugInDynamicRegisterFunction = "Register", CFPlugInUnloadFunction = "Unload",
      }, { exports = {} }),
      plug({ CFPlugInDynamicRegistration = true }, { exports = {} }),
      plug(audio, { exports = { "_MakeSynth" } }), plug({ AudioComponents = { "MakeSynth", {} } }, { exports = {} }),
      { kind = "framework", info = audio, files = { ["Versions/A/Kit"] = { mach_o = { file_type = "dylib", exports = {} } } } },
      plug(made, { exports = {}, libraries = { "/usr/lib/libSystem.B.dylib", "@rpath/Kit.framework/Kit" } }),
      { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" }, info = made },
    },
    fail = {
      -- A table of symbols that the file does not contain.
      {
        kind = "plugin", info = made,
        files = { ["Contents/MacOS/Plug"] = { base64 = "z/rt/gwAAAEAAAAACAAAAAEAAAAYAAAAAAAAAAAAAAACAAAAGAAAADgAAABkAAAAOAAAAGQAAAA=" } },
        at = "Contents/MacOS/Plug",
      },
      plug(made, { exports = { "_MakeTwo", "MakeOne", "__Z7MakeOnePKvS0_" } }, factory),
      plug(made, {
        exports = {}, libraries = { "/System/Library/Frameworks/Foundation.framework/Foundation", "@rpath/libswiftCore.dylib" },
      }, factory),
      plug(made, { file_type = "dylib", architectures = "arm64", imports = { "_MakeOne" } }, factory),
      plug(audio, { exports = { "MakeSynth" } }, "/AudioComponents/0/factoryFunction"),
      plug(dynamic, { exports = {} }, "/CFPlugInDynamicRegistration"),
      plug({
        CFPlugInDynamicRegistration = "YES", CFPlugInDynamicRegisterFunction = "",
      }, { exports = { "_Register" } }, "/CFPlugInDynamicRegistration"),
      plug({
        CFPlugInDynamicRegistration = "YES", CFPlugInDynamicRegisterFunction = "Register",
      }, { exports = { "_CFPlugInDynamicRegister" } }, "/CFPlugInDynamicRegisterFunction"),
      plug({
        CFPlugInDynamicRegistration = "YES", CFPlugInUnloadFunction = "Unload",
      }, { exports = { "_CFPlugInDynamicRegister" } }, "/CFPlugInUnloadFunction"),
    },
  },
}
